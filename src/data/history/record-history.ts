/** Reads the change log of one record: who changed what, when and how, newest first. */
import { qualified } from '../../database/identifiers.ts'
import type { Entity } from '../../model/entity.ts'
import { baseEntity } from '../../model/model.ts'
import type { DataContext } from '../context.ts'
import { parseRecordText } from './record-text.ts'

export interface HistoryEntry {
  readonly changeset: number
  readonly created: string
  /** Id of the user, or null for the service itself and the command line. */
  readonly user: number | null
  readonly channel: string
  /** Task, file or fixture behind the change. */
  readonly origin: string | null
  readonly action: 'add' | 'change' | 'delete'
  /** Field → [old, new] of a change; field → value of a deleted record; null for an added one. */
  readonly changes: Readonly<Record<string, unknown>> | null
}

interface LogRow extends Omit<HistoryEntry, 'changes'> {
  readonly changes: string | null
  readonly block: boolean
}

/**
 * The newest entries of a record's history.
 * @param limit most entries looked at
 */
export async function recordHistory(
  context: DataContext,
  entity: Entity,
  key: string,
  limit: number,
): Promise<readonly HistoryEntry[]> {
  const { database, scenario, model } = context
  const { rows } = await database.query<LogRow & Record<string, unknown>>(
    {
      text: `
        SELECT c."changeset", s."created", s."user", s."channel", s."origin", c."action", c."changes",
          c."last_key" IS NOT NULL AS "block"
        FROM ${qualified(scenario, 'change')} c JOIN ${qualified(scenario, 'changeset')} s ON s."id" = c."changeset"
        WHERE c."entity" = $1 AND (
          (c."last_key" IS NULL AND c."key" = $2) OR
          (c."last_key" IS NOT NULL AND c."key" <= $2 AND c."last_key" >= $2))
        ORDER BY c."changeset" DESC LIMIT $3`,
      values: [baseEntity(model, entity).name, key, limit],
    },
    { signal: context.signal },
  )
  return rows.flatMap(({ block, changes, ...entry }) => {
    const found = block ? findInBlock(changes ?? '[]', key) : { changes }
    if (found === undefined) return []
    return [{ ...entry, created: entry.created.replace(' ', 'T'), changes: parseChanges(found.changes) }]
  })
}

function parseChanges(changes: string | null): HistoryEntry['changes'] {
  const value: unknown = changes === null ? null : JSON.parse(changes)
  return typeof value === 'object' && value !== null ? { ...value } : null
}

/** The changes of one record in a block, as JSON text; undefined when the block does not hold it. */
function findInBlock(block: string, key: string): { readonly changes: string | null } | undefined {
  const parsed: unknown = JSON.parse(block)
  if (!Array.isArray(parsed)) return undefined
  const [columns, ...entries]: readonly unknown[] = parsed
  const entry = entries.find((candidate) => Array.isArray(candidate) && candidate[0] === key)
  if (!Array.isArray(entry)) return undefined
  const what: unknown = entry[1]
  if (what === undefined) return { changes: null }
  if (typeof what !== 'string' || !Array.isArray(columns)) return { changes: JSON.stringify(what) }
  const values = parseRecordText(what)
  return {
    changes: JSON.stringify(Object.fromEntries(columns.map((name, place) => [name, values[place] ?? null]))),
  }
}
