/** Finds the existing records among those given. */
import type pg from 'pg'
import { identifier } from '../../../database/identifiers.ts'
import { type Entity, keyField } from '../../../model/entity.ts'
import type { DataContext } from '../../context.ts'
import type { Selection } from '../request.ts'
import { tableOf } from '../log/logged.ts'

/** Returns the keys, as texts, of the selected records, and locks them until the transaction ends. */
export async function fetchKeys(
  client: pg.ClientBase,
  context: DataContext,
  entity: Entity,
  { text, values }: Selection,
): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ key: string }>(
    `SELECT t.${identifier(keyField(entity).column)}::text AS "key" FROM ${tableOf(context, entity)} AS t
     WHERE ${text} FOR UPDATE`,
    [...values],
  )
  return new Set(rows.map(({ key }) => key))
}
