/**
 * What is added to child records that an order carries before they are written: the order, its location, and the key of
 * the row that a client has read.
 */
import type { RecordErrors } from '../../../errors/service-error.ts'
import { identifier } from '../../../database/identifiers.ts'
import type { Entity } from '../../../model/entity.ts'
import { requireEntity } from '../../../model/model.ts'
import type { NestedList } from '../../../model/nested-lists.ts'
import type { Coerced } from '../../codecs.ts'
import type { Batch } from '../batch.ts'
import { tableOf } from '../log/logged.ts'

/** What children take from the order that carries them. */
export interface Order {
  readonly location: string | null
  /** When the order consumes and when it produces, as ISO text. */
  readonly start: string | null
  readonly end: string | null
  /** Whether the order is completed or closed. */
  readonly done: boolean
}

/** The stored orders by reference. */
export async function ordersOf(
  { client, context }: Batch,
  references: readonly string[],
): Promise<ReadonlyMap<string, Order>> {
  const orders = tableOf(context, requireEntity(context.model, 'input.operationplan'))
  const { rows } = await client.query<Order & { readonly reference: string }>(
    `SELECT "reference", "location", ${isoText('startdate')} AS "start", ${isoText('enddate')} AS "end", coalesce("status" IN ('completed', 'closed'), false) AS "done"
     FROM ${orders} WHERE "reference" = ANY ($1::text[])`,
    [references],
  )
  return new Map(rows.map(({ reference, ...order }) => [reference, order]))
}

const isoText = (column: string): string => `to_char(${identifier(column)}, 'YYYY-MM-DD"T"HH24:MI:SS.US')`

interface Carrier {
  readonly key: Coerced
  readonly children: readonly unknown[]
}

/** The children of all orders in their sequence, complete enough to be written as if they had come alone. */
export async function completeChildren(
  batch: Batch,
  list: NestedList,
  child: Entity,
  parents: readonly Carrier[],
  orders: ReadonlyMap<string, Order>,
): Promise<readonly unknown[]> {
  const parentById = await parentsOfRows(batch, list, child, parents)
  return parents.flatMap(({ key, children }) => {
    const order = orders.get(String(key))
    return children.map((row) => {
      if (!isObject(row)) return row
      const { [child.key]: id, reference: _, ...given } = row
      const own = parentById.get(String(id)) === String(key) ? { [child.key]: id } : {}
      return { ...given, ...fromOrder(child, given, order), ...own, [list.parent]: key }
    })
  })
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/**
 * What a child without a location or a date of its own takes from its order: material is consumed at the start of an order
 * and produced at its end.
 */
function fromOrder(
  { fieldByName }: Entity,
  row: Readonly<Record<string, unknown>>,
  order: Order | undefined,
): Readonly<Record<string, string>> {
  const lacks = (name: string): boolean => fieldByName.has(name) && isEmpty(row[name])
  const date = Number(row['quantity']) < 0 ? order?.start : order?.end
  return {
    ...(lacks('location') && order?.location ? { location: order.location } : {}),
    ...(lacks('flowdate') && date ? { flowdate: date } : {}),
  }
}

/** Names under which clients send the order that a child is part of. */
const parentNames = (list: NestedList): readonly string[] => [list.parent, 'reference']

/** What is wrong with a child that names another order than the one that carries it. */
export function otherParent(list: NestedList, child: unknown, key: Coerced): RecordErrors | undefined {
  if (!isObject(child)) return undefined
  const named = parentNames(list).filter(
    (name) => !isEmpty(child[name]) && String(child[name]).trim() !== String(key),
  )
  if (named.length === 0) return undefined
  const message = { code: 'other_parent', params: { parent: String(key) } } as const
  return Object.fromEntries(named.map((name) => [name, [message]]))
}

/**
 * The parents of the stored rows whose keys children give. A key is a row only of the order that it belongs to: it may
 * be left over from an earlier plan, or from another scenario, and then names the row of another order.
 */
async function parentsOfRows(
  { client, context }: Batch,
  list: NestedList,
  child: Entity,
  parents: readonly Carrier[],
): Promise<ReadonlyMap<string, string>> {
  const given = parents.flatMap(({ children }) =>
    children.flatMap((row) => (isObject(row) ? [row[child.key]] : [])),
  )
  const keys = given
    .filter((id) => typeof id === 'number' || typeof id === 'string')
    .map(String)
    .filter((id) => /^\d{1,15}$/.test(id))
  if (keys.length === 0) return new Map()
  const column = identifier(child.key)
  const { rows } = await client.query<{ key: string; parent: string }>(
    `SELECT ${column}::text AS "key", ${identifier(list.parent)} AS "parent" FROM ${tableOf(context, child)}
     WHERE ${column} = ANY ($1::bigint[])`,
    [keys],
  )
  return new Map(rows.map((row) => [row.key, row.parent]))
}
