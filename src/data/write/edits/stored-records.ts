/** Reads stored records to compare edits with them. */
import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { identifier } from '../../../database/identifiers.ts'
import { type Entity, keyField } from '../../../model/entity.ts'
import type { Field } from '../../../model/field.ts'
import { codecFor, isInvalid } from '../../codecs.ts'
import type { DataContext } from '../../context.ts'
import { recordJson, visibleFields } from '../../record-sql.ts'
import { relationOf } from '../../relation.ts'
import { typeFilter } from '../batch.ts'
import { tableOf } from '../log/logged.ts'

/** Returns a key given by a client as it is stored; undefined if no record can have it. */
export function parseKey(context: DataContext, entity: Entity, value: unknown): string | number | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const key = codecFor(context.model, keyField(entity)).parse(value, context)
  return typeof key === 'number' || (typeof key === 'string' && key !== '') ? key : undefined
}

export type StoredRecord = Readonly<Record<string, unknown>>

/**
 * Returns the records with these keys in the format of the data API, by key as text.
 * @param names fields that the records contain; all visible ones by default
 * @param lock whether to prevent changes by other transactions until this transaction ends
 */
export async function readRecordsByKey(
  client: pg.ClientBase,
  context: DataContext,
  entity: Entity,
  keys: readonly string[],
  { lock, names }: { readonly lock: boolean; readonly names?: ReadonlySet<string> },
): Promise<ReadonlyMap<string, StoredRecord>> {
  if (keys.length === 0) return new Map()
  const key = identifier(keyField(entity).column)
  const found = `t.${key} = ANY ($1::${keyField(entity).type === 'identity' ? 'bigint' : 'text'}[])${typeFilter(entity)}`
  if (lock) {
    await client.query(
      `SELECT FROM ${tableOf(context, entity)} t WHERE ${found} ORDER BY t.${key} FOR NO KEY UPDATE`,
      [keys],
    )
  }
  const fields = names && visibleFields(entity).filter(({ name }) => names.has(name))
  const { rows } = await client.query<{ key: string; record: string }>(
    `SELECT t.${key}::text AS "key", ${recordJson(context, entity, 't', fields)} AS "record"
    FROM ${relationOf(context, entity)} t WHERE ${found}`,
    [keys],
  )
  return new Map(rows.map(({ key: name, record }): [string, StoredRecord] => [name, JSON.parse(record)]))
}

/** Returns whether two values, in the notation of clients, are stored as the same value. */
export function sameValue(context: DataContext, field: Field, one: unknown, other: unknown): boolean {
  if (isDeepStrictEqual(one, other)) return true
  const codec = codecFor(context.model, field)
  const [left, right] = [codec.parse(one, context), codec.parse(other, context)]
  return isInvalid(left) || isInvalid(right) ? false : left === right
}
