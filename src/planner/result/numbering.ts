/**
 * What is in the plan, numbered: first the orders, then the stock that is there at the start, an order of its own. Results
 * are lists beside these numbers.
 */
import type { Buffer } from '../network/nodes.ts'
import type { Order } from '../search/plan.ts'
import type { Solution } from '../solution.ts'

export interface Numbering {
  readonly orders: readonly Order[]
  /** Buffers with stock at the start. */
  readonly stocks: readonly Buffer[]
  /** Orders and stocks together. */
  readonly count: number
}

export function numberPlan({ network, plan }: Pick<Solution, 'network' | 'plan'>): Numbering {
  const { orders } = plan
  const stocks = network.buffers.filter(({ onhand }) => onhand !== 0)
  return { orders, stocks, count: orders.length + stocks.length }
}

/** References for a plan that no other plan precedes: proposed orders continue after the largest number that is in use. */
export function firstReferences({ orders, count }: Numbering, { network }: Solution): readonly string[] {
  let next = largestNumber(network.input.orders)
  return Array.from(
    { length: count },
    (_, number) => orders[number]?.locked?.reference ?? String((next += 1)),
  )
}

/** Of the references that are whole numbers the largest; 0 if there is none. */
function largestNumber(rows: readonly { readonly reference: string }[]): number {
  let largest = 0
  for (const { reference } of rows) {
    if (!/^\d{1,15}$/.test(reference)) continue
    largest = Math.max(largest, Number(reference))
  }
  return largest
}
