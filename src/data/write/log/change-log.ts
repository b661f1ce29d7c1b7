/** SQL that adds records to the change log, individually or, for bulk writes, in blocks of records. */
import { literal } from '../../../database/identifiers.ts'
import type { ChangeSet } from './change-set.ts'

export type LogAction = 'add' | 'change' | 'delete'

/**
 * Number of records in a block: large enough to avoid an index entry per record, small enough to read a single record
 * of it.
 */
const blockSize = 500

export interface LogEntries {
  readonly entity: string
  readonly action: LogAction
  /** Relation of changed records, as a FROM clause. */
  readonly from: string
  /** Key of a record, as SQL text over that relation. */
  readonly key: string
  /** Changes of a record, as SQL text over that relation whose value is JSON; undefined for added records. */
  readonly changes?: string
  /** First element of a block, before its entries, as JSON text. */
  readonly heading?: string
}

/** How a write is logged: by record, in blocks, or not at all. */
export type LogMode = 'records' | 'blocks' | 'none'

/**
 * Returns the statement that logs the records of a relation. Blocks contain records in the order of the relation:
 * bulk merges are in key order, which keeps the key ranges of blocks disjoint and the search for a record fast.
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
 * Returns the statement that executes a data-changing `WITH` list, logs the changed records of its last member, and
 * returns their number in the column `count`.
 * @param ctes members of the WITH list as SQL, including the data-changing one
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
