/**
 * The movements of every buffer in ascending order; at the same moment, receipts come before consumption. Stored in
 * parallel arrays, one buffer after the other: there are millions of movements, and an object for each would exceed
 * the memory.
 */
import type { Buffer } from '../network/nodes.ts'
import type { Numbering } from './numbering.ts'
import { pauses, type Steps } from '../pauses.ts'

export interface StockEvents {
  /** Number of the order of each movement; see {@link Numbering}. */
  readonly orders: Int32Array
  /** Seconds. */
  readonly dates: Float64Array
  /** Negative for consumption. */
  readonly quantities: Float64Array
  readonly buffers: readonly BufferEvents[]
}

export interface BufferEvents {
  readonly buffer: Buffer
  /** Number of the order that represents the initial stock; undefined without. */
  readonly stock: number | undefined
  /** Index of the first movement of the buffer, and of the first one after it. */
  readonly from: number
  readonly until: number
}

/** Returns the movements of some buffers; `orders` of the numbering are all orders that move them. */
export function* eventsByBuffer(
  buffers: readonly Buffer[],
  { orders, stocks }: Numbering,
): Steps<StockEvents> {
  const room = buffers.reduce((most, { id }) => Math.max(most, id + 1), 0)
  const ends = new Int32Array(room)
  const isWanted = new Uint8Array(room)
  for (const { id } of buffers) isWanted[id] = 1
  for (let order = 0; order < orders.length; order += 1) {
    for (const { buffer, quantity } of orders[order]!.movements) if (quantity !== 0) ends[buffer.id]! += 1
    if (pauses(order)) yield
  }
  let count = 0
  for (const { id } of buffers) [ends[id], count] = [count, count + ends[id]!]
  const columns = columnsFor(count)
  for (let order = 0; order < orders.length; order += 1) {
    for (const { buffer, date, quantity } of orders[order]!.movements) {
      if (quantity === 0 || isWanted[buffer.id] !== 1) continue
      const place = ends[buffer.id]!
      ends[buffer.id] = place + 1
      columns.orders[place] = order
      columns.dates[place] = date
      columns.quantities[place] = quantity
    }
    if (pauses(order)) yield
  }
  const numbers = new Map(stocks.map((buffer, index) => [buffer, orders.length + index]))
  const found: BufferEvents[] = []
  const sortRange = rangeSorter(columns)
  let [from, sorted] = [0, 0]
  for (const buffer of buffers) {
    const until = ends[buffer.id]!
    sortRange(from, until)
    found.push({ buffer, stock: numbers.get(buffer), from, until })
    for (const end = sorted + until - from + 1; sorted < end; sorted += 1) if (pauses(sorted)) yield
    from = until
  }
  return { ...columns, buffers: found }
}

type Columns = Omit<StockEvents, 'buffers'>

/** Returns a function that sorts the movements from one index until another. */
function rangeSorter({ orders, dates, quantities }: Columns): (from: number, until: number) => void {
  const isBefore = (a: number, b: number): number =>
    dates[a]! - dates[b]! || quantities[b]! - quantities[a]! || orders[a]! - orders[b]!
  let sorted = columnsFor(0)
  return (from, until) => {
    const count = until - from
    if (count < 2) return
    const places: number[] = []
    for (let place = from; place < until; place += 1) places.push(place)
    places.sort(isBefore)
    if (sorted.orders.length < count) sorted = columnsFor(2 * count)
    for (let index = 0; index < count; index += 1) {
      const place = places[index]!
      sorted.orders[index] = orders[place]!
      sorted.dates[index] = dates[place]!
      sorted.quantities[index] = quantities[place]!
    }
    for (let index = 0; index < count; index += 1) {
      orders[from + index] = sorted.orders[index]!
      dates[from + index] = sorted.dates[index]!
      quantities[from + index] = sorted.quantities[index]!
    }
  }
}

const columnsFor = (count: number): Columns => ({
  orders: new Int32Array(count),
  dates: new Float64Array(count),
  quantities: new Float64Array(count),
})

/** Returns the name of a buffer on screens and in messages. */
export const bufferName = ({ item, location, batch }: Buffer): string =>
  `${item.name} @ ${location}${batch === '' ? '' : ` @ ${batch}`}`
