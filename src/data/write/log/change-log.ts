/** SQL that adds to the change log, record by record or, for bulk writes, in blocks of records. */
import { literal } from '../../../database/identifiers.ts'
import type { ChangeSet } from './change-set.ts'

export type LogAction = 'add' | 'change' | 'delete'

/** Records in a block: large enough to cost no index entry per record, small enough to read one of them. */
const blockSize = 500

export interface LogEntries {
  readonly entity: string
  readonly action: LogAction
  /** Relation of changed records, as a FROM clause. */
  readonly from: string
  /** Key of a record, as SQL text over that relation. */
  readonly key: string
  /** What changed, as SQL text over that relation that is a JSON value; nothing for added records. */
  readonly changes?: string
  /** What a block says before its entries, as JSON text. */
  readonly heading?: string
}

/** How a write is logged: each record for itself, in blocks, or not at all. */
export type LogMode = 'records' | 'blocks' | 'none'

/**
 * The statement that logs the records of a relation. Blocks take them as they come: bulk merges come in key
 * order, which keeps the key ranges of blocks apart and the search for a record short.
 */
export function logStatement(
  changes: ChangeSet,
  entries: LogEntries,
  mode: Exclude<LogMode, 'none'>,
): string {
  const { entity, action, from, key } = entries
  const target = `INSERT INTO ${changes.log} ("changeset", "entity", "key", "last_key", "action", "changes", "step")`
  const head = `${changes.id}, ${literal(entity)}`
  const step = changes.nextStep()
  if (mode === 'records') {
    return `${target} SELECT ${head}, ${key}, NULL, '${action}', ${entries.changes ?? 'NULL'}, ${step} FROM ${from}`
  }
  const entry =
    entries.changes === undefined
      ? `'[' || to_json("key")::text || ']'`
      : `'[' || to_json("key")::text || ',' || "changes" || ']'`
  return `${target}
    SELECT ${head}, min("key"), max("key"), '${action}', ${literal(`[${entries.heading ?? 'null'},`)} || string_agg(${entry}, ',') || ']', ${step}
    FROM (
      SELECT ${key} COLLATE "C" AS "key", ${entries.changes ?? 'NULL'} AS "changes",
        (row_number() OVER () - 1) / ${blockSize} AS "block"
      FROM ${from}
    ) AS blocks GROUP BY "block"`
}

/**
 * The statement that runs a data-changing `WITH` list, logs the changed records of its last member, and
 * answers how many there were, as column `count`.
 * @param ctes members of the WITH list as SQL, the data-changing one included
 * @param changed name of the member that returns the changed records
 */
export function loggedStatement(
  changes: ChangeSet,
  ctes: string,
  changed: string,
  entries: LogEntries,
  mode: LogMode,
): string {
  const logged = mode === 'none' ? '' : `, logged AS (${logStatement(changes, entries, mode)})`
  return `WITH ${ctes}${logged} SELECT count(*) AS count FROM ${changed}`
}
