/** Facts derived from a single order: type, batch, product, interruptions; and the other data of its row. */
import type { Demand } from '../network/nodes.ts'
import type { Order } from '../search/plan.ts'
import type { Solution } from '../solution.ts'
import type { Seconds } from '../time.ts'
import type { Numbering } from './numbering.ts'
import { orderWork } from './order-work.ts'
import type { OrderType } from './result.ts'
import type { Pegging } from './shares.ts'

/** Initial stock is dated before everything that is planned. */
export const stockDate: Seconds = Date.UTC(1971, 0, 1) / 1000

const types: Readonly<Record<string, OrderType>> = { purchase: 'PO', distribution: 'DO', delivery: 'DLVR' }

export function typeOf({ operation, owner }: Pick<Order, 'operation' | 'owner'>): OrderType {
  return types[operation.kind] ?? (owner === undefined ? 'MO' : 'WO')
}

export interface OrderContext {
  readonly solution: Solution
  readonly numbering: Numbering
  /** By number. */
  readonly references: readonly string[]
  readonly pegging: Pegging
  /** Demands by their numbers in the shares. */
  readonly demands: readonly Demand[]
  readonly infeasible: Uint8Array
  /** The delivered demand of an order. */
  readonly delivered: ReadonlyMap<number, Demand>
  /** Numbers of the owners. */
  readonly owners: ReadonlyMap<Order, number>
  /** The steps of the orders that own some. */
  readonly steps: ReadonlyMap<Order, readonly Order[]>
}

/** Returns the batch of an order that moves stock of one batch, itself or by its steps. */
export const batchOf = (order: Order): string | null =>
  order.batch !== '' && movesBatch(order) ? order.batch : null

const movesBatch = ({ movements, steps }: Order): boolean =>
  movements.some(({ buffer }) => buffer.batch !== '') || steps.some(movesBatch)

/** Returns the product of an order whose operation declares none. */
export function productOf({ movements }: Order): string | null {
  return movements.find(({ quantity }) => quantity > 0)?.buffer.item.name ?? null
}

/** Returns the names of the resources of an order and of its steps, each once, sorted. */
export function resourcesOf({ steps }: Pick<OrderContext, 'steps'>, order: Order): readonly string[] {
  const owned = steps.get(order)
  const uses = owned === undefined ? order.uses : [order, ...owned].flatMap((one) => one.uses)
  const names = uses.map(({ resource }) => resource.name)
  return names.length < 2 ? names : [...new Set(names)].sort()
}

/** Returns the intervals of an order in which work is interrupted. */
export function interruptionsOf(
  { solution }: Pick<OrderContext, 'solution'>,
  order: Order,
): readonly (readonly [Seconds, Seconds])[] {
  const work = orderWork(solution.network.calendars, order)
  return work.always ? [] : work.closed(order.start, order.end)
}
