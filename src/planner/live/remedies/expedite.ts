/** Remedy: a purchase or an awaited order some days earlier than planned. */
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

export const expedite: Action = (situation) => {
  const { chain, lateness, live } = situation
  const { current } = live.input.settings
  const orders = chain.filter(
    ({ operation, locked, end, owner }) =>
      owner === undefined &&
      end > current + day &&
      locked?.status !== 'completed' &&
      (operation.kind === 'purchase' || (locked !== undefined && operation.kind === 'distribution')),
  )
  const gaining = situation.delivery.reasons.filter(({ gain }) => (gain ?? 0) > 0)
  const isReported = ({ operation: { name, item } }: Order): boolean =>
    gaining.some(
      ({ kind, owner }) =>
        (kind === 'lead time' && owner === name) || (kind === 'await supply' && owner === item?.name),
    )
  // Earlier supply does not help if only resources delay the sales order.
  const isOnly = gaining.length > 0 && gaining.every(({ kind }) => kind === 'capacity')
  const wanted = isOnly ? orders.filter(({ end }) => end > situation.delivery.demand.due) : orders
  const latest = wanted
    .toSorted((a, b) => Number(isReported(b)) - Number(isReported(a)) || b.end - a.end)
    .slice(0, isOnly ? mostIdle : mostOrders)
  const families = latest.map((order) => {
    const most = Math.min(Math.ceil(lateness / day), Math.floor((order.end - current) / day))
    const amounts = new Set(shares.map((share) => Math.max(1, Math.ceil(most * share))))
    return [...amounts].map((days) => sooner(situation, order, days))
  })
  // Supply after the due date certainly delays the sales order.
  const isAfterDue = latest.map(({ end }) => end > situation.delivery.demand.due)
  const needed = families.filter((_family, at) => isAfterDue[at] === true || !isAfterDue.includes(true))
  const all = everything(needed.flatMap((family) => family.at(-1) ?? []))
  return all === undefined ? families : [...families, [all]]
}

/** Combines all candidates: lines that ship together wait for the slowest one, and work waits for all its materials. */
function everything(candidates: readonly Candidate[]): Candidate | undefined {
  if (candidates.length < 2) return undefined
  return candidates.reduce((all, candidate) => combine(all, candidate) ?? all)
}

function sooner({ live }: Situation, order: Order, days: number): Candidate {
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
    cost: null,
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
