/**
 * The traits by which orders of two plans are matched: kind, owner, main demand, dates and quantity. Columns by
 * number of the order.
 */
import { pauses, type Steps } from '../pauses.ts'
import type { Demand } from '../network/nodes.ts'
import type { Order } from '../search/plan.ts'
import type { Numbering } from './numbering.ts'
import { batchOf, productOf, stockDate, typeOf } from './order-facts.ts'
import type { OrderType } from './result.ts'
import { rounded } from './rounding.ts'
import type { Pegging, Share } from './shares.ts'

export interface OrderTraits {
  readonly count: number
  readonly types: readonly OrderType[]
  /** Type, operation, item, locations, supplier, batch and the delivered demand, joined by {@link traitSeparator}. */
  readonly kinds: readonly string[]
  /** Number of the owner of a step; -1 without. */
  readonly owners: Int32Array
  /** The demand that most of the order is for; empty if it is for none. */
  readonly demands: readonly string[]
  readonly starts: Float64Array
  readonly ends: Float64Array
  readonly quantities: Float64Array
  /** Due date of the delivered demand; Infinity without. */
  readonly dues: Float64Array
  /** References of orders that are not proposals. */
  readonly existing: readonly (string | undefined)[]
}

export const traitSeparator = '\u001F'

/** The fields of a kind, in their sequence. */
export const kindFields = [
  'type',
  'operation',
  'item',
  'location',
  'origin',
  'destination',
  'supplier',
  'batch',
  'demand',
] as const

interface Analyzed {
  readonly numbering: Numbering
  readonly pegging: Pegging
  readonly demands: readonly Demand[]
  readonly delivered: ReadonlyMap<number, Demand>
  readonly owners: ReadonlyMap<Order, number>
}

export function* orderTraits({
  numbering,
  pegging,
  demands,
  delivered,
  owners,
}: Analyzed): Steps<OrderTraits> {
  const { orders, stocks, count } = numbering
  const types: OrderType[] = []
  const kinds: string[] = []
  const places = new Int32Array(count).fill(-1)
  const starts = new Float64Array(count).fill(stockDate)
  const ends = new Float64Array(count).fill(stockDate)
  const quantities = new Float64Array(count)
  const dues = new Float64Array(count).fill(Infinity)
  const existing: (string | undefined)[] = []
  const kindOf = kindMaker()
  for (let number = 0; number < orders.length; number += 1) {
    if (pauses(number)) yield
    const order = orders[number]!
    const type = typeOf(order)
    types.push(type)
    const demand = delivered.get(number)
    kinds.push(kindOf(order, type, demand))
    if (demand !== undefined) dues[number] = demand.due
    if (order.owner !== undefined) places[number] = owners.get(order.owner)!
    starts[number] = order.start
    ends[number] = order.end
    quantities[number] = rounded(order.quantity)
    existing.push(order.locked?.reference)
  }
  for (const [index, { item, location, batch, onhand }] of stocks.entries()) {
    types.push('STCK')
    kinds.push(['STCK', '', item.name, location, '', '', '', batch, ''].join(traitSeparator))
    quantities[orders.length + index] = rounded(onhand)
    existing.push(undefined)
  }
  const main = yield* mainDemands(pegging.shares, demands)
  return { count, types, kinds, owners: places, demands: main, starts, ends, quantities, dues, existing }
}

/** Creates the text of a kind once for each kind of an operation. */
function kindMaker(): (order: Order, type: OrderType, delivered: Demand | undefined) => string {
  const known = new Map<Order['operation'], Partial<Record<OrderType, string>>>()
  return (order, type, delivered) => {
    const { operation } = order
    const batch = batchOf(order) ?? ''
    const usual = batch === '' && delivered === undefined && operation.item !== undefined
    if (!usual) return kindText(order, type, batch, delivered)
    let texts = known.get(operation)
    if (texts === undefined) known.set(operation, (texts = {}))
    return (texts[type] ??= kindText(order, type, batch, undefined))
  }
}

function kindText(order: Order, type: OrderType, batch: string, delivered: Demand | undefined): string {
  const { name, item, location, origin, supplier } = order.operation
  return [
    type,
    type === 'MO' || type === 'WO' ? name : '',
    item?.name ?? productOf(order) ?? '',
    type === 'DO' ? '' : location,
    origin ?? '',
    type === 'DO' ? location : '',
    supplier ?? '',
    batch,
    delivered?.name ?? '',
  ].join(traitSeparator)
}

/** Returns the main demand of each order; orders of a chain share their shares, which are evaluated once. */
function* mainDemands(shares: Pegging['shares'], demands: readonly Demand[]): Steps<readonly string[]> {
  const known = new Map<Share, string>()
  const mains: string[] = []
  for (const [number, share] of shares.entries()) {
    if (pauses(number)) yield
    if (share === undefined) {
      mains.push('')
      continue
    }
    let main = known.get(share)
    if (main === undefined) known.set(share, (main = mainDemand(share, demands)))
    mains.push(main)
  }
  return mains
}

function mainDemand({ demands: numbers, quantities }: Share, demands: readonly Demand[]): string {
  let [main, most] = ['', 0]
  for (let index = 0; index < numbers.length; index += 1) {
    // Less than the most also after both are rounded.
    if (quantities[index]! < most - 1e-6) continue
    const quantity = rounded(quantities[index]!)
    if (quantity < most) continue
    const { name } = demands[numbers[index]!]!
    if (quantity > most || name < main) [main, most] = [name, quantity]
  }
  return main
}
