/** The movements of stock, with what is there after each, what should be, and how long it lasts. */
import { epsilon } from '../timeline/profile.ts'
import { day } from '../time.ts'
import { minimumAt } from './levels.ts'
import type { Numbering } from './numbering.ts'
import type { ItemResult, MovementResult } from './result.ts'
import { rounded } from './rounding.ts'
import type { BufferEvents, StockEvent } from './stock-events.ts'
import { stockDate } from './order-facts.ts'

/** Days for what lasts longer than is planned. */
const lasting = 999

export function* movementRows(
  { orders }: Numbering,
  references: readonly string[],
  buffers: readonly BufferEvents[],
  wanted: (number: number) => boolean,
): Generator<MovementResult> {
  for (const { buffer, stock, events } of buffers) {
    const isWanted = (stock !== undefined && wanted(stock)) || events.some(({ order }) => wanted(order))
    if (!isWanted) continue
    const item = buffer.item.name
    const { location } = buffer
    const used = consumedUntil(events)
    if (stock !== undefined && wanted(stock)) {
      yield {
        number: stock,
        operationplan: references[stock]!,
        item,
        location,
        quantity: rounded(buffer.onhand),
        flowdate: stockDate,
        onhand: rounded(buffer.onhand),
        minimum: minimumAt(buffer, stockDate),
        periodofcover: lasting,
        status: 'confirmed',
      }
    }
    let onhand = buffer.onhand
    for (let index = 0; index < events.length; index += 1) {
      const { order, date, quantity } = events[index]!
      onhand += quantity
      if (!wanted(order)) continue
      const status = orders[order]!.locked?.status
      yield {
        number: order,
        operationplan: references[order]!,
        item,
        location,
        quantity: rounded(quantity),
        flowdate: date,
        onhand: rounded(onhand),
        minimum: minimumAt(buffer, date),
        periodofcover: buffer.infinite ? lasting : coverAfter(events, used, index, onhand),
        status: status === undefined || status === 'approved' ? 'proposed' : 'confirmed',
      }
    }
  }
}

/** What has been consumed up to and with each event. */
function consumedUntil(events: readonly StockEvent[]): Float64Array {
  const used = new Float64Array(events.length)
  let sum = 0
  for (let index = 0; index < events.length; index += 1) {
    sum += Math.max(0, -events[index]!.quantity)
    used[index] = sum
  }
  return used
}

/** Days until more than `onhand` has been consumed after an event, with nothing coming in. */
function coverAfter(
  events: readonly StockEvent[],
  used: Float64Array,
  index: number,
  onhand: number,
): number {
  const exhausted = used[index]! + onhand + epsilon
  let low = index + 1
  let high = events.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (used[middle]! > exhausted) high = middle
    else low = middle + 1
  }
  if (low === events.length) return lasting
  return Math.min(lasting, Math.round(((events[low]!.date - events[index]!.date) / day) * 10) / 10)
}

/** How long the stock of each item lasts, that of all places together, with what is planned to be consumed. */
export function* itemRows(buffers: readonly BufferEvents[], current: number): Generator<ItemResult> {
  const items = Map.groupBy(buffers, ({ buffer }) => buffer.item)
  for (const [{ name }, list] of items) {
    let left = list.reduce((sum, { buffer }) => sum + Math.max(0, buffer.onhand), 0)
    const uses = list.flatMap(({ events }) => events.filter(({ quantity }) => quantity < 0))
    let cover = lasting
    for (const { date, quantity } of uses.sort((a, b) => a.date - b.date)) {
      left += quantity
      if (left >= -epsilon) continue
      cover = Math.min(lasting, Math.max(0, Math.round(((date - current) / day) * 10) / 10))
      break
    }
    yield { name, periodofcover: cover }
  }
}
