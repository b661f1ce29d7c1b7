/** Sort order of a list: the fields that the request contains, up to the key, so that every order is total. */
import type { Message } from '../../errors/messages.ts'
import { type Entity, keyField } from '../../model/entity.ts'
import type { Field } from '../../model/field.ts'
import { sortExpressions } from '../../database/sort-expressions.ts'
import { columnExpression } from '../record-sql.ts'

export interface Order {
  readonly field: Field
  readonly descending: boolean
}

/** Maximum number of sort fields of a list. */
const mostOrders = 20

/**
 * Parses `ordering=-due,name`. The default is the order of the key. Fields after the key do not change the order,
 * because keys are unique; they are removed.
 * @param follow finds fields of referenced records
 */
export function parseOrdering(
  entity: Entity,
  text: string,
  follow?: (name: string) => Field | undefined,
): readonly Order[] | Message {
  if (text === '') return keyOrder(entity)
  const orders: Order[] = []
  const named = text.split(',').map((name) => name.trim())
  if (named.length > mostOrders) return { code: 'too_many_values', params: { limit: mostOrders } }
  for (const name of named.filter((part) => part !== '')) {
    const plain = name.replace(/^-/, '')
    const field = entity.fieldByName.get(plain) ?? follow?.(plain)
    if (field === undefined || field.writeOnly || field.type === 'json') {
      return { code: 'unknown_order', params: { value: name.slice(0, 100) } }
    }
    if (orders.every((order) => order.field.name !== field.name))
      orders.push({ field, descending: name.startsWith('-') })
  }
  const key = keyField(entity)
  const place = orders.findIndex((order) => order.field === key)
  return place < 0 ? [...orders, { field: key, descending: false }] : orders.slice(0, place + 1)
}

const keyOrders = new WeakMap<Entity, readonly Order[]>()

/** Returns the order of the key, as the same list object for every call. */
function keyOrder(entity: Entity): readonly Order[] {
  let order = keyOrders.get(entity)
  if (order === undefined) keyOrders.set(entity, (order = [{ field: keyField(entity), descending: false }]))
  return order
}

/** Returns whether records are in the order of their key, which has an index. */
export function isKeyOrder(entity: Entity, ordering: readonly Order[]): boolean {
  return ordering[0]?.field.name === entity.key
}

/** Returns an order in the notation of the parameter; also identifies the order to which a cursor belongs. */
export function orderingText(ordering: readonly Order[]): string {
  return ordering.map(({ field, descending }) => `${descending ? '-' : ''}${field.name}`).join(',')
}

/**
 * Returns the ORDER BY list. Records without a value come last in both directions.
 * @param filled a field of which only records with a value are read: its index can then be read in both directions
 */
export function orderBy(
  ordering: readonly Order[],
  alias: string,
  { filled }: { readonly filled?: Field } = {},
): string {
  return ordering
    .flatMap(({ field, descending }) => {
      const nulls = field.nullable && field !== filled ? ' NULLS LAST' : ''
      const expressions = sortExpressions(field, columnExpression(field, alias))
      return expressions.map((expression) => `${expression}${descending ? ' DESC' : ''}${nulls}`)
    })
    .join(', ')
}
