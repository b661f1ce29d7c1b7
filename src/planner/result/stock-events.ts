/** The movements of every buffer in the order in which they happen: of one moment, what comes before what goes. */
import type { Buffer } from '../network/nodes.ts'
import type { Seconds } from '../time.ts'
import type { Numbering } from './numbering.ts'
import { pauses, type Steps } from '../pauses.ts'

export interface StockEvent {
  /** Number of the order; see {@link Numbering}. */
  readonly order: number
  readonly date: Seconds
  /** Negative for consumption. */
  readonly quantity: number
}

export interface BufferEvents {
  readonly buffer: Buffer
  /** Number of the order that is the stock at the start; undefined without. */
  readonly stock: number | undefined
  readonly events: readonly StockEvent[]
}

export function* eventsByBuffer(
  buffers: readonly Buffer[],
  { orders, stocks }: Numbering,
): Steps<readonly BufferEvents[]> {
  const lists: StockEvent[][] = buffers.map(() => [])
  for (let order = 0; order < orders.length; order += 1) {
    for (const { buffer, date, quantity } of orders[order]!.movements) {
      if (quantity === 0) continue
      lists[buffer.id]!.push({ order, date, quantity })
    }
    if (pauses(order)) yield
  }
  const numbers = new Map(stocks.map((buffer, index) => [buffer, orders.length + index]))
  const found: BufferEvents[] = []
  let sorted = 0
  for (const buffer of buffers) {
    const events = lists[buffer.id]!
    events.sort((a, b) => a.date - b.date || b.quantity - a.quantity || a.order - b.order)
    found.push({ buffer, stock: numbers.get(buffer), events })
    for (const until = sorted + events.length + 1; sorted < until; sorted += 1) if (pauses(sorted)) yield
  }
  return found
}

/** Name of a buffer as planners know it. */
export const bufferName = ({ item, location, batch }: Buffer): string =>
  `${item.name} @ ${location}${batch === '' ? '' : ` @ ${batch}`}`
