/** Remedy: a purchase or an awaited order some days earlier than planned. */
import { isLate } from '../../../rules/late.ts'
import type { OrderRow } from '../../input.ts'
import { rowOf } from '../../previous/proposals.ts'
import type { Order } from '../../search/plan.ts'
import { day } from '../../time.ts'
import { combine } from './combine.ts'
import { editOf, putOrder } from './put-order.ts'
import { type Action, type Candidate, type Situation, touchedBy } from './remedy.ts'

/** Maximum number of orders considered, the latest first. */
const mostOrders = 8
/** Maximum number if only resources seem to delay the sales order. */
const mostIdle = 2
/** Shares of the lateness by which an order is expedited. */
const shares = [0.25, 0.5, 0.75, 1] as const

export const expedite: Action = (situation) =>
  expeditedOrders(situation).map((order) => {
    const most = mostDays(situation, order)
    const amounts = new Set(shares.map((share) => Math.max(1, Math.ceil(most * share))))
    return [...amounts].map((days) => sooner(situation, { order, days }))
  })

/**
 * Returns the candidate that expedites all orders by the largest amounts; undefined without any. If it does not help,
 * none of them helps alone.
 */
export function expediteAll(situation: Situation): Candidate | undefined {
  const orders = expeditedOrders(situation)
  // Supply after the due date certainly delays the sales order.
  const tooLate = orders.filter(isTooLate(situation))
  const needed = tooLate.length > 0 ? tooLate : orders
  return needed
    .map((order) => sooner(situation, { order, days: mostDays(situation, order) }))
    .reduce<Candidate | undefined>(
      (all, one) => (all === undefined ? one : (combine(all, one) ?? all)),
      undefined,
    )
}

/** Tells whether an order supplies the sales order only when it is late. */
const isTooLate =
  ({ delivery }: Situation) =>
  ({ end }: Order): boolean =>
    isLate(delivery.demand.due, end)

/** Returns the orders that may delay the sales order, the most important first. */
function expeditedOrders(situation: Situation): readonly Order[] {
  const gaining = situation.delivery.reasons.filter(({ gain }) => (gain ?? 0) > 0)
  const isReported = ({ operation: { name, item } }: Order): boolean =>
    gaining.some(
      ({ kind, owner }) =>
        (kind === 'lead time' && owner === name) || (kind === 'await supply' && owner === item?.name),
    )
  // Earlier supply does not help if only resources delay the sales order.
  const isOnly = gaining.length > 0 && gaining.every(({ kind }) => kind === 'capacity')
  const orders = expeditable(situation)
  const wanted = isOnly ? orders.filter(isTooLate(situation)) : orders
  return wanted
    .toSorted((a, b) => Number(isReported(b)) - Number(isReported(a)) || b.end - a.end)
    .slice(0, isOnly ? mostIdle : mostOrders)
}

/** Returns the purchases and awaited orders that supply the sales order in the future. */
function expeditable({ chain, live }: Situation): readonly Order[] {
  const { current } = live.input.settings
  return chain.filter(
    ({ operation, locked, end, owner }) =>
      owner === undefined &&
      end > current + day &&
      locked?.status !== 'completed' &&
      (operation.kind === 'purchase' || (locked !== undefined && operation.kind === 'distribution')),
  )
}

/** An order that arrives a number of days earlier. */
export interface Sooner {
  readonly order: Order
  readonly days: number
}

/**
 * Returns the orders that would have to be ordered in the past to arrive earlier by the lateness of the sales order,
 * those with the least time left first.
 */
export function lateSupply(situation: Situation): readonly Sooner[] {
  const { lateness, live } = situation
  const { current } = live.input.settings
  return expeditable(situation)
    .filter(({ start }) => start < current + lateness)
    .toSorted((a, b) => a.start - b.start)
    .slice(0, mostLate)
    .map((order) => ({ order, days: mostDays(situation, order) }))
}

/** Maximum number of orders that are expedited together. */
const mostLate = 12

/** Returns the days by which an order can be earlier, at most the lateness of the sales order. */
const mostDays = ({ lateness, live }: Situation, { end }: Order): number =>
  Math.min(Math.ceil(lateness / day), Math.floor((end - live.input.settings.current) / day))

/** Returns the candidate that expedites an order. */
export function sooner({ live }: Situation, { order, days }: Sooner): Candidate {
  const { state, input } = live
  const { current } = input.settings
  const row = orderRow(live, order)
  const enddate = Math.max(current, order.end - days * day)
  const startdate = Math.min(Math.max(current, order.start - days * day), enddate)
  const put: OrderRow = { ...row, startdate, enddate }
  const reference = state.keyOf(order)
  return {
    kind: 'expedite',
    summary: {
      code: order.locked === undefined ? 'expedite_purchase' : 'expedite_order',
      values: { reference, item: row.item ?? null, supplier: row.supplier ?? null, enddate, days },
    },
    edits: [editOf(put, ['status', 'startdate', 'enddate'])],
    apply: putOrder(put),
    touched: touchedBy({ orders: new Set([reference]) }),
    displace: false,
    effort: days,
    costs: [],
  }
}

/** Returns the row of an order as an approved one; for an existing order its own row. */
function orderRow({ state, input }: Situation['live'], order: Order): OrderRow {
  const known = order.locked?.reference
  const own = known === undefined ? undefined : input.orders.find(({ reference }) => reference === known)
  if (own !== undefined) return own
  const {
    resources: _resources,
    pegged: _pegged,
    demand: _demand,
    ...row
  } = rowOf(order, { get: (one) => state.keyOf(one) }, undefined)
  return { ...row, status: 'approved' }
}
