/** How much later each order of a tree could end before the sales order is delivered later, and the chain that has none. */
import { dayMs } from '../../app/instants.ts'
import type { PeggedOrder } from '../../api/plan-trees.ts'

/** Of a moment in planning time, in milliseconds; not a number where there is none. */
export const momentOf = (time: string | null): number => Date.parse(`${time ?? ''}Z`)

/** Stock is there already: what stands as its dates says nothing. */
export const isStock = ({ type }: Pick<PeggedOrder, 'type'>): boolean => type === 'STCK'

export interface Slack {
  /** Milliseconds. */
  readonly slack: number
  /** It belongs to the chain that decides when the sales order is delivered. */
  readonly critical: boolean
}

/**
 * As long as a weekend: what ends on Friday evening for work that starts on Monday morning had no time to spare, and the
 * tree knows no calendars.
 */
const pauseMs = 3 * dayMs

/**
 * By the id of a row. An order is needed when the one above it starts, a delivery when the demand is due. The chain goes
 * from the delivery down to that order below which ended last, as long as nothing but a pause lies between.
 */
export function slackOf(orders: readonly PeggedOrder[]): ReadonlyMap<number, Slack> {
  const above = new Map(orders.map((order) => [order.id, order]))
  const lastBelow = new Map<number, number>()
  for (const order of orders) {
    const end = momentOf(order.enddate)
    if (order.parent === null || isStock(order) || Number.isNaN(end)) continue
    lastBelow.set(order.parent, Math.max(end, lastBelow.get(order.parent) ?? end))
  }
  const found = new Map<number, Slack>()
  // Rows come depth first: what is above is known before what is below.
  for (const order of orders) {
    const end = momentOf(order.enddate)
    if (isStock(order) || Number.isNaN(end)) continue
    const parent = order.parent === null ? undefined : above.get(order.parent)
    const need = momentOf(parent === undefined ? order.due : parent.startdate)
    const gap = Number.isNaN(need) ? 0 : Math.max(0, need - end)
    const next = parent === undefined ? undefined : found.get(parent.id)
    const critical =
      parent === undefined
        ? gap === 0
        : next?.critical === true && gap < pauseMs && lastBelow.get(parent.id) === end
    found.set(order.id, { slack: critical ? 0 : gap + (next?.slack ?? 0), critical })
  }
  return found
}
