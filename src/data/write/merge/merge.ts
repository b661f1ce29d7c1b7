/**
 * The merge of staged records into the table: new records are inserted, records that differ are updated, the others
 * stay unchanged. Every change is logged in the same statements.
 *
 * Rows are processed in key order, so that two batches with the same keys wait for each other instead of deadlocking.
 * A record that another transaction inserts meanwhile is found by the update that follows.
 */
import type pg from 'pg'
import { identifier } from '../../../database/identifiers.ts'
import { type Batch, LostRace } from '../batch.ts'
import { loggedStatement, type LogMode, logStatement } from '../log/change-log.ts'
import { stage } from '../intake/staging.ts'
import {
  assignments,
  changeable,
  differences,
  differs,
  type Given,
  insertedValues,
  sameRecord,
  withDerivedColumns,
} from './target.ts'

export interface MergeOptions {
  readonly given: Given
  /** Number of staged records. */
  readonly rows: number
  readonly log: LogMode
  /** Whether there are many records, of which most or none are new. */
  readonly bulk: boolean
}

export interface Merged {
  readonly created: number
  readonly updated: number
}

/** Merges the staging table, whose keys are resolved and unique, into the target. */
export async function merge(batch: Batch, options: MergeOptions): Promise<Merged> {
  const { given, rows, log } = options
  const created = batch.mayInsert ? await insertNew(batch, options) : 0
  const updated =
    created === rows || changeable(given).length === 0 ? 0 : await updateChanged(batch, given, log)
  batch.changes.count(batch.target.base.name, { created, updated }, log === 'none' ? 'counts' : 'records')
  return { created, updated }
}

async function insertNew(batch: Batch, { given, rows, log, bulk }: MergeOptions): Promise<number> {
  const { client, context, target, shape, changes } = batch
  const values = insertedValues(context, target, given, 's')
  if (log !== 'records' && bulk) {
    return insertManyNew(batch, values, rows, log)
  }
  const inserted = `inserted AS (
    INSERT INTO ${target.table} (${values.map(([column]) => column).join(', ')})
    SELECT ${values.map(([, value]) => value).join(', ')}
    FROM ${stage} s
    WHERE NOT EXISTS (SELECT FROM ${target.table} t WHERE ${sameRecord(shape, 't', 's', 'key')})
    ORDER BY s.${target.key}
    ON CONFLICT DO NOTHING RETURNING ${target.key})`
  const entries = {
    entity: target.base.name,
    action: 'add',
    from: 'inserted',
    key: `${target.key}::text`,
  } as const
  return count(client, loggedStatement(changes, inserted, 'inserted', entries, log))
}

/**
 * Does the same for many records. Protecting every row against a duplicate that is inserted concurrently, and passing
 * every key to the log, would take 20 % longer. Here a duplicate violates the key, or the counts differ, and the
 * batch has lost a race. Rows are not sorted: sorting would use the disk, only to avoid deadlocks, which are retried.
 */
async function insertManyNew(
  { client, target, shape, changes }: Batch,
  values: ReturnType<typeof insertedValues>,
  staged: number,
  log: Exclude<LogMode, 'records'>,
): Promise<number> {
  const some = `${stage} s WHERE NOT EXISTS (SELECT FROM ${target.table} t WHERE ${sameRecord(shape, 't', 's', 'key')})`
  const { rows } = await client.query<{ count: number }>(`SELECT count(*) AS count FROM ${some}`)
  const expected = rows[0]!.count
  if (expected === 0) return 0
  // If all rows are new, the table is not searched again. A table that PostgreSQL knows to be empty would be searched
  // from its start for every row, while the previous rows make it grow.
  const fresh = expected === staged ? `${stage} s` : some
  if (log !== 'none') {
    const entries = {
      entity: target.base.name,
      action: 'add',
      from: `(SELECT s.${target.key} FROM ${fresh} ORDER BY s.${target.key}) AS fresh`,
      key: `${target.key}::text`,
    } as const
    await client.query(logStatement(changes, entries, log))
  }
  const { rowCount } = await client.query(
    `INSERT INTO ${target.table} (${values.map(([column]) => column).join(', ')})
     SELECT ${values.map(([, value]) => value).join(', ')}
     FROM ${fresh}`,
  )
  if (rowCount !== expected) throw new LostRace('A record appeared while it was created.')
  return expected
}

async function updateChanged(
  { client, target, shape, changes }: Batch,
  given: Given,
  log: LogMode,
): Promise<number> {
  const logged = withDerivedColumns(target, given)
  const columns = logged.columns.map(({ field }) => identifier(field.column))
  const of = (alias: string): string => columns.map((column) => `${alias}.${column}`).join(', ')
  const updated = `"old" AS MATERIALIZED (
      SELECT ${of('o')} FROM ${target.table} o JOIN ${stage} s ON ${sameRecord(shape, 'o', 's', 'key')}
      WHERE ${differs(given, 's', 'o')}
      ORDER BY o.${target.key} FOR NO KEY UPDATE OF o),
    updated AS (
      UPDATE ${target.table} t SET ${assignments(target, given, 's', 'o')}
      FROM "old" o JOIN ${stage} s ON ${sameRecord(shape, 'o', 's', 'key')}
      WHERE t.${target.key} = o.${target.key}
      RETURNING ${of('t')})`
  const entries = {
    entity: target.base.name,
    action: 'change',
    from: `updated n JOIN "old" o ON o.${target.key} = n.${target.key}`,
    key: `n.${target.key}::text`,
    changes: differences(logged, 'o', 'n'),
  } as const
  return count(client, loggedStatement(changes, updated, 'updated', entries, log))
}

async function count(client: pg.ClientBase, statement: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(statement)
  return rows[0]!.count
}
