/**
 * What is in the plan, numbered: first the orders, then the stock that is there at the start, an order of its own. Results
 * are lists beside these numbers. References of proposed orders continue after the largest number that is in use.
 */
import type { Buffer } from '../network/nodes.ts'
import type { Order } from '../search/plan.ts'
import type { Solution } from '../solve.ts'

export interface Numbering {
  readonly orders: readonly Order[]
  /** Buffers with stock at the start. */
  readonly stocks: readonly Buffer[]
  /** Orders and stocks together. */
  readonly count: number
  readonly references: readonly string[]
}

export function numberPlan({ network, plan }: Pick<Solution, 'network' | 'plan'>): Numbering {
  const { orders } = plan
  const stocks = network.buffers.filter(({ onhand }) => onhand !== 0)
  const count = orders.length + stocks.length
  let next = largestNumber(network.input.orders)
  const references: string[] = []
  for (const { locked } of orders) references.push(locked?.reference ?? String((next += 1)))
  for (let stock = 0; stock < stocks.length; stock += 1) references.push(String((next += 1)))
  return { orders, stocks, count, references }
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
