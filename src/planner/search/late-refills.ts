/**
 * Refills of safety stock that arrive late: the stock is below its minimum until then. What plans further does not
 * order a second one to bridge that time.
 */
import { levelAt } from '../calendar/step-function.ts'
import type { Network } from '../network/compile.ts'
import type { Buffer } from '../network/nodes.ts'
import type { Seconds } from '../time.ts'
import type { Order } from './plan.ts'

/** When late refills arrive, by buffer. */
export type LateRefills = ReadonlyMap<Buffer, ReadonlySet<Seconds>>

/** Seconds before a refill in which the stock is looked at. */
const justBefore = 1

/** Returns when the late refills among some orders arrive. */
export function lateRefillsOf(orders: Iterable<Order>): LateRefills {
  const late = new Map<Buffer, Set<Seconds>>()
  for (const { locked, demand, movements } of orders) {
    // A refill is a proposal that no sales order needs.
    if (locked !== undefined || demand !== undefined) continue
    for (const { buffer, date, quantity } of movements) {
      if (quantity <= 0 || !isShortBefore(buffer, date)) continue
      const known = late.get(buffer)
      if (known === undefined) late.set(buffer, new Set([date]))
      else known.add(date)
    }
  }
  return late
}

/** Returns when the same late refills arrive in the buffers of another network. */
export function lateRefillsIn({ buffers }: Network, late: LateRefills): LateRefills {
  if (late.size === 0) return late
  const known = new Map([...late].map(([buffer, dates]) => [keyOf(buffer), dates]))
  return new Map(
    buffers.flatMap((buffer) => {
      const dates = known.get(keyOf(buffer))
      return dates === undefined ? [] : [[buffer, dates] as const]
    }),
  )
}

const keyOf = ({ item, location, batch }: Buffer): string => [item.name, location, batch].join('\0')

/** Returns whether the stock of a buffer is below its minimum just before a date. */
function isShortBefore({ infinite, minimum, stock }: Buffer, date: Seconds): boolean {
  const from = date - justBefore
  const least = levelAt(minimum, from)
  return !infinite && least > 0 && stock.firstBelow(from, date, least) < date
}
