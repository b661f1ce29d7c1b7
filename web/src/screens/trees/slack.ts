/** Computes the slack of each order of a tree before the delivery becomes later, and the critical chain without slack. */
import { timeOf } from '../../platform/calendar/days.ts'
import { dayMs } from '../../platform/formats/instants.ts'
import type { PeggedOrder } from '../../platform/api/pegging.ts'

/** The dates of stock are not meaningful. */
export const isStock = ({ type }: Pick<PeggedOrder, 'type'>): boolean => type === 'STCK'

export interface Slack {
  /** Milliseconds. */
  readonly slack: number
  /** Whether it belongs to the chain that determines the delivery date. */
  readonly critical: boolean
}

/**
 * As long as a weekend: an order that ends on Friday evening before work on Monday morning has no slack, and the tree
 * contains no calendars.
 */
const pauseMs = 3 * dayMs

/**
 * Returns the slack by row ID. An order is required when its parent starts, a delivery on the due date. The critical
 * chain follows from the delivery the child that ended last, as long as the gap is at most a pause.
 */
export function slackOf(orders: readonly PeggedOrder[]): ReadonlyMap<number, Slack> {
  const above = new Map(orders.map((order) => [order.id, order]))
  const lastBelow = new Map<number, number>()
  for (const order of orders) {
    const end = timeOf(order.enddate ?? '')
    if (order.parent === null || isStock(order) || Number.isNaN(end)) continue
    lastBelow.set(order.parent, Math.max(end, lastBelow.get(order.parent) ?? end))
  }
  const found = new Map<number, Slack>()
  // Rows are depth first: parents come before their children.
  for (const order of orders) {
    const end = timeOf(order.enddate ?? '')
    if (isStock(order) || Number.isNaN(end)) continue
    const parent = order.parent === null ? undefined : above.get(order.parent)
    const need = timeOf((parent === undefined ? order.due : parent.startdate) ?? '')
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

/** Returns the orders of a tree depth first, of the orders below each other order the critical one first. */
export function criticalFirst(
  orders: readonly PeggedOrder[],
  slack: ReadonlyMap<number, Slack>,
): readonly PeggedOrder[] {
  const below = Map.groupBy(orders, ({ parent }) => parent)
  const isCritical = ({ id }: PeggedOrder): boolean => slack.get(id)?.critical === true
  const listed: PeggedOrder[] = []
  const list = (parent: number | null): void => {
    const children = below.get(parent) ?? []
    for (const child of children.toSorted((a, b) => Number(isCritical(b)) - Number(isCritical(a)))) {
      listed.push(child)
      list(child.id)
    }
  }
  list(null)
  return listed
}
