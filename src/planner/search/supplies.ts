/** What an order supplies over time: a lot may arrive in several transfers. */
import type { Buffer } from '../network/nodes.ts'
import type { Seconds } from '../time.ts'
import type { Movement, Order } from './plan.ts'

/**
 * Returns whether a test holds for each supply of an order to a stock, with all that the order has supplied to it until
 * then: without the order this quantity is missing from that date on.
 */
export function everySupply(
  { movements }: Pick<Order, 'movements'>,
  test: (buffer: Buffer, date: Seconds, until: number) => boolean,
): boolean {
  const [first, ...others] = movements.filter(({ quantity }) => quantity > 0)
  if (first === undefined) return true
  if (others.length === 0) return test(first.buffer, first.date, first.quantity)
  const sums = new Map<Buffer, number>()
  return [first, ...others].toSorted(byDate).every(({ buffer, date, quantity }) => {
    const until = (sums.get(buffer) ?? 0) + quantity
    sums.set(buffer, until)
    return test(buffer, date, until)
  })
}

const byDate = (a: Movement, b: Movement): number => a.date - b.date
