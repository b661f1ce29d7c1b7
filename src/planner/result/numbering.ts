/**
 * Numbers the orders of the plan, followed by the initial stock of each buffer as an order of its own. Results are
 * arrays by these numbers.
 */
import type { Buffer } from '../network/nodes.ts'
import type { Order } from '../search/plan.ts'
import type { Solution } from '../solution.ts'

export interface Numbering {
  readonly orders: readonly Order[]
  /** Buffers with initial stock. */
  readonly stocks: readonly Buffer[]
  /** Number of orders and stocks. */
  readonly count: number
}

export function numberPlan({ network, plan }: Pick<Solution, 'network' | 'plan'>): Numbering {
  const { orders } = plan
  const stocks = network.buffers.filter(({ onhand }) => onhand !== 0)
  return { orders, stocks, count: orders.length + stocks.length }
}

/** Returns the references for a plan without a predecessor: proposed orders continue after the largest used number. */
export function firstReferences({ orders, count }: Numbering, { network }: Solution): readonly string[] {
  let next = largestNumber(network.input.orders)
  return Array.from(
    { length: count },
    (_, number) => orders[number]?.locked?.reference ?? String((next += 1)),
  )
}

/** Returns the largest reference that is a whole number; 0 if there is none. */
function largestNumber(rows: readonly { readonly reference: string }[]): number {
  let largest = 0
  for (const { reference } of rows) {
    if (!/^\d{1,15}$/.test(reference)) continue
    largest = Math.max(largest, Number(reference))
  }
  return largest
}
