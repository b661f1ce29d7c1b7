/** Locks the records that a change by filter selects, so that they still match when they are changed. */
import type pg from 'pg'
import { identifier } from '../../database/identifiers.ts'
import { type Entity, keyField } from '../../model/entity.ts'
import type { DataContext } from '../context.ts'
import { tableOf } from './log/logged.ts'
import type { Selection } from './request.ts'

/** Number of keys that are fetched in one round trip. */
const keysPerFetch = 10_000

const cursor = '"matching"'

/**
 * Locks the selected records in the transaction of the client, in the order of their keys, and returns these as JSON,
 * one per line. A record that a concurrent transaction has changed is selected by its new values; fields that are read
 * from other tables are those of the begin of the statement.
 * @param onBytes called with the size of each portion of the keys
 */
export async function lockMatching(
  client: pg.ClientBase,
  context: DataContext,
  entity: Entity,
  { selection, onBytes }: { readonly selection: Selection; readonly onBytes: (bytes: number) => void },
): Promise<{ readonly keys: Buffer; readonly matched: number }> {
  const key = identifier(keyField(entity).column)
  // All records are fetched: the plan for the first ones could be slow for all.
  await client.query('SET LOCAL cursor_tuple_fraction = 1')
  await client.query(
    `DECLARE ${cursor} NO SCROLL CURSOR FOR SELECT to_json(t.${key})::text AS "key" FROM ${tableOf(context, entity)} t
      WHERE (${selection.text}) ORDER BY t.${key} FOR NO KEY UPDATE OF t`,
    [...selection.values],
  )
  const portions: Buffer[] = []
  let matched = 0
  for (;;) {
    const { rows } = await client.query<{ key: string }>(`FETCH ${keysPerFetch} FROM ${cursor}`)
    const portion = Buffer.from(rows.map((row) => `${row.key}\n`).join(''))
    onBytes(portion.length)
    portions.push(portion)
    matched += rows.length
    if (rows.length < keysPerFetch) break
  }
  await client.query(`CLOSE ${cursor}`)
  return { keys: Buffer.concat(portions), matched }
}
