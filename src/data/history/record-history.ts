/** Reads the change log of one record: user, time and values of every change, newest first. */
import { qualified } from '../../database/identifiers.ts'
import { withWholeFraction } from '../../database/value-parsers.ts'
import type { Entity } from '../../model/entity.ts'
import { baseEntity } from '../../model/model.ts'
import type { Channel, DataContext } from '../context.ts'
import { contextOf, logOf } from '../installation-context.ts'
import { parseRecordText } from './record-text.ts'
import { undoneBy } from './undo-state.ts'

export interface HistoryEntry {
  readonly changeset: number
  readonly created: string
  /** Id of the user; null for the service itself and the command line. */
  readonly user: number | null
  readonly channel: Channel
  /** Task, file or fixture that caused the change. */
  readonly origin: string | null
  /** Change set that undid the change, unless it was undone itself; null if there is none. */
  readonly undone_by: number | null
  readonly action: 'add' | 'change' | 'delete'
  /** Field → [old, new] of a change; field → value of a deleted record; null for an added one. */
  readonly changes: Readonly<Record<string, unknown>> | null
}

interface LogRow extends Omit<HistoryEntry, 'changes'> {
  readonly changes: string | null
  readonly block: boolean
}

export interface HistoryPage {
  readonly entries: readonly HistoryEntry[]
  /** Change set before which older entries may exist; undefined if there are none. */
  readonly next?: number
}

/**
 * Returns the newest entries of a record's history.
 * @param limit maximum number of log rows to read
 * @param before only entries of change sets before this one
 */
export async function recordHistory(
  context: DataContext,
  entity: Entity,
  key: string,
  limit: number,
  before?: number,
): Promise<HistoryPage> {
  const { home, model } = contextOf(context, entity)
  const scenario = logOf(contextOf(context, entity))
  // Only changes of the data of scenarios can be undone.
  const undone = entity.schema === 'scenario' ? undoneBy(scenario, 'e."changeset"') : 'NULL'
  const { rows } = await home.query<LogRow & Record<string, unknown>>(
    {
      text: `SELECT e.*, ${undone}::float8 AS "undone_by" FROM (
        SELECT c."changeset", s."created", s."user", s."channel", s."origin", c."action", c."changes",
          c."last_key" IS NOT NULL AS "block"
        FROM ${qualified(scenario, 'change')} c JOIN ${qualified(scenario, 'changeset')} s ON s."id" = c."changeset"
        WHERE c."entity" = $1 AND (
          (c."last_key" IS NULL AND c."key" = $2) OR
          (c."last_key" IS NOT NULL AND c."key" <= $2 AND c."last_key" >= $2))
          AND ($4::bigint IS NULL OR c."changeset" < $4)
        ORDER BY c."changeset" DESC LIMIT $3) AS e ORDER BY e."changeset" DESC`,
      values: [baseEntity(model, entity).name, key, limit, before ?? null],
    },
    { signal: context.signal },
  )
  const entries = rows.flatMap(({ block, changes, ...entry }) => {
    const found = block ? findInBlock(changes ?? '[]', key, entity) : { changes }
    if (found === undefined) return []
    return [
      { ...entry, created: entry.created.replace(' ', 'T'), changes: parseChanges(found.changes, entity) },
    ]
  })
  const last = rows.length === limit ? rows.at(-1)?.changeset : undefined
  return { entries, ...(last === undefined ? {} : { next: last }) }
}

/**
 * Returns the values of a record in a row of the log in the format of records. The log stores times and datetimes as
 * the text of PostgreSQL.
 * @param entity entity of the record; undefined if it is no longer in the model
 */
export function parseChanges(changes: string | null, entity: Entity | undefined): HistoryEntry['changes'] {
  const value: unknown = changes === null ? null : JSON.parse(changes)
  if (typeof value !== 'object' || value === null) return null
  return Object.fromEntries(
    Object.entries(value).map(([name, raw]: [string, unknown]) => {
      const show = shownAs[entity?.fieldByName.get(name)?.type ?? '']
      if (show === undefined) return [name, raw]
      return [name, Array.isArray(raw) ? raw.map((each: unknown) => show(each)) : show(raw)]
    }),
  )
}

const time = (value: unknown): unknown => (typeof value === 'string' ? withWholeFraction(value) : value)
/** Returns a time or datetime as records have it, by type of the field; other types are the same in the log. */
const shownAs: Readonly<Record<string, (value: unknown) => unknown>> = {
  time,
  datetime: (value) => (typeof value === 'string' ? time(value.replace(' ', 'T')) : value),
}

/** Returns the changes of one record in a block, as JSON text; undefined if the block does not contain the record. */
function findInBlock(
  block: string,
  key: string,
  entity: Entity,
): { readonly changes: string | null } | undefined {
  const parsed: unknown = JSON.parse(block)
  if (!Array.isArray(parsed)) return undefined
  const [columns, ...entries]: readonly unknown[] = parsed
  const entry = entries.find((candidate) => Array.isArray(candidate) && candidate[0] === key)
  return Array.isArray(entry) ? changesOf(columns, entry[1], entity) : undefined
}

/**
 * Returns the records of a block in the order in which they were written, each with its changes as JSON text.
 * @param entity entity of the records; undefined if it is no longer in the model
 */
export function recordsOfBlock(
  block: string,
  entity: Entity | undefined,
): readonly { readonly key: string; readonly changes: string | null }[] {
  const parsed: unknown = JSON.parse(block)
  if (!Array.isArray(parsed)) return []
  const [columns, ...entries]: readonly unknown[] = parsed
  return entries.flatMap((entry) =>
    Array.isArray(entry)
      ? { key: String(entry[0]), changes: changesOf(columns, entry[1], entity).changes }
      : [],
  )
}

function changesOf(
  columns: unknown,
  what: unknown,
  entity: Entity | undefined,
): { readonly changes: string | null } {
  if (what === undefined) return { changes: null }
  if (typeof what !== 'string' || !Array.isArray(columns)) return { changes: JSON.stringify(what) }
  const texts = parseRecordText(what)
  const values = columns.map((column: unknown, place) => {
    const [name, text] = [String(column), texts[place] ?? null]
    const read = readAs[entity?.fieldByName.get(name)?.type ?? '']
    return [name, text === null || read === undefined ? text : read(text)]
  })
  return { changes: JSON.stringify(Object.fromEntries(values)) }
}

/** Returns a number; the text itself if it is none, because the field had another type when the record was deleted. */
const number = (text: string): unknown => (Number.isFinite(Number(text)) ? Number(text) : text)
/** Returns the value of PostgreSQL's text, by type of the field; the log has all other types as text. */
const readAs: Readonly<Record<string, (text: string) => unknown>> = {
  number,
  integer: number,
  identity: number,
  boolean: (text) => (text === 't' || text === 'f' ? text === 't' : text),
  json: (text) => {
    try {
      return JSON.parse(text)
    } catch {
      // The field had another type when the record was deleted.
      return text
    }
  },
}
