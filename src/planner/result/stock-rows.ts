/** The stock movements with stock on hand, minimum and days of cover. */
import { epsilon } from '../timeline/profile.ts'
import { day } from '../time.ts'
import { minimumAt } from './levels.ts'
import type { Numbering } from './numbering.ts'
import type { ItemResult, MovementResult } from './result.ts'
import { rounded } from './rounding.ts'
import type { BufferEvents, StockEvents } from './stock-events.ts'
import { stockDate } from './order-facts.ts'

/** Days of cover if the stock lasts longer than the plan. */
const lasting = 999

export function* movementRows(
  { orders }: Numbering,
  references: readonly string[],
  stocks: StockEvents,
  wanted: (number: number) => boolean,
): Generator<MovementResult> {
  for (const list of stocks.buffers) {
    if (!isAnyWanted(stocks, list, wanted)) continue
    const { buffer, stock, from, until } = list
    const item = buffer.item.name
    const { location } = buffer
    const used = consumedUntil(stocks, list)
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
    for (let event = from; event < until; event += 1) {
      const order = stocks.orders[event]!
      const date = stocks.dates[event]!
      const quantity = stocks.quantities[event]!
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
        periodofcover: buffer.infinite ? lasting : coverAfter(stocks, list, used, event, onhand),
        status: status === undefined || status === 'approved' ? 'proposed' : 'confirmed',
      }
    }
  }
}

function isAnyWanted(
  { orders }: StockEvents,
  { stock, from, until }: BufferEvents,
  wanted: (number: number) => boolean,
): boolean {
  if (stock !== undefined && wanted(stock)) return true
  for (let event = from; event < until; event += 1) if (wanted(orders[event]!)) return true
  return false
}

/** Returns the total consumption up to each movement of a buffer. */
function consumedUntil({ quantities }: StockEvents, { from, until }: BufferEvents): Float64Array {
  const used = new Float64Array(until - from)
  let sum = 0
  for (let event = from; event < until; event += 1) {
    sum += Math.max(0, -quantities[event]!)
    used[event - from] = sum
  }
  return used
}

/** Returns the days until consumption after a movement exceeds `onhand`, without receipts. */
function coverAfter(
  { dates }: StockEvents,
  { from, until }: BufferEvents,
  used: Float64Array,
  event: number,
  onhand: number,
): number {
  const exhausted = used[event - from]! + onhand + epsilon
  let low = event + 1
  let high = until
  while (low < high) {
    const middle = (low + high) >>> 1
    if (used[middle - from]! > exhausted) high = middle
    else low = middle + 1
  }
  if (low === until) return lasting
  return Math.min(lasting, Math.round(((dates[low]! - dates[event]!) / day) * 10) / 10)
}

/**
 * Yields the days of cover of each item, over all locations: transports between them consume nothing. Unlimited stock
 * does not count.
 */
export function* itemRows(
  { orders }: Pick<Numbering, 'orders'>,
  { buffers, dates, quantities, orders: numbers }: StockEvents,
  current: number,
): Generator<ItemResult> {
  const items = Map.groupBy(buffers, ({ buffer }) => buffer.item)
  for (const [{ name }, all] of items) {
    const list = all.filter(({ buffer }) => !buffer.infinite)
    let left = list.reduce((sum, { buffer }) => sum + Math.max(0, buffer.onhand), 0)
    const uses: number[] = []
    for (const { from, until } of list) {
      for (let event = from; event < until; event += 1) {
        const { kind } = orders[numbers[event]!]!.operation
        if (quantities[event]! < 0 && kind !== 'distribution') uses.push(event)
      }
    }
    let cover = lasting
    // The movements of one buffer are already sorted by date.
    if (list.length > 1) uses.sort((a, b) => dates[a]! - dates[b]!)
    for (const event of uses) {
      left += quantities[event]!
      if (left >= -epsilon) continue
      cover = Math.min(lasting, Math.max(0, Math.round(((dates[event]! - current) / day) * 10) / 10))
      break
    }
    yield { name, periodofcover: cover }
  }
}
