/**
 * Completes the child records of an order before they are written: adds the order, its location, and the key of the
 * row that a client has read.
 */
import type { RecordErrors } from '../../../errors/service-error.ts'
import { identifier } from '../../../database/identifiers.ts'
import type { Entity } from '../../../model/entity.ts'
import { requireEntity } from '../../../model/model.ts'
import type { NestedList } from '../../../model/nested-lists.ts'
import type { Coerced } from '../../codecs.ts'
import type { Batch } from '../batch.ts'
import { tableOf } from '../log/logged.ts'
import { isObject } from '../../../model/values/json.ts'

/** Values that children inherit from their order. */
export interface Order {
  readonly location: string | null
  /** Start and end of the order as ISO text: it consumes at its start and produces at its end. */
  readonly start: string | null
  readonly end: string | null
  /** Whether the order is completed or closed. */
  readonly done: boolean
}

/** Returns the stored orders by reference. */
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

/**
 * Returns the children of all orders in their sequence, completed so that they can be written like records of their
 * own.
 */
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

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/**
 * Returns the values that a child without a location or a date inherits from its order: material is consumed at the
 * start of an order and produced at its end.
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

/** Names of the fields by which clients give the order of a child. */
const parentNames = (list: NestedList): readonly string[] => [list.parent, 'reference']

/** Returns the errors of a child that names another order than its parent; undefined if there are none. */
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
 * Returns the parents of the stored rows whose keys children contain. A key is used only if its row belongs to the
 * same order: it may come from an earlier plan or from another scenario, and may then be the key of a row of another
 * order.
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
