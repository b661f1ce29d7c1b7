/** The log line about approved orders that the plan has moved; users are responsible for these orders. */
import type { PlannerInput } from '../../planner/input.ts'
import type { Order } from '../../planner/search/plan.ts'

/** Maximum number of orders that are listed. */
const mostNamed = 10

/** Returns the log line; undefined if no order was moved. */
export function movedOrdersText(input: PlannerInput, orders: readonly Order[]): string | undefined {
  const ends = new Map(input.orders.map(({ reference, enddate }) => [reference, enddate]))
  const moved = orders.flatMap(({ locked, owner, end }) => {
    if (locked?.status !== 'approved' || owner !== undefined) return []
    const before = ends.get(locked.reference)
    return typeof before !== 'number' || before === end
      ? []
      : [`${locked.reference} (${dateText(before)} → ${dateText(end)})`]
  })
  if (moved.length === 0) return undefined
  const rest = moved.length > mostNamed ? ', …' : ''
  return `Approved orders moved: ${moved.length}: ${moved.slice(0, mostNamed).join(', ')}${rest}.`
}

/** Returns the log line about approved orders that keep the dates of others; undefined without any. */
export function overtakenText(references: readonly string[]): string | undefined {
  if (references.length === 0) return undefined
  const rest = references.length > mostNamed ? ', …' : ''
  return `Approved orders that others moved while the plan was made: ${references.length}: ${references.slice(0, mostNamed).join(', ')}${rest}. They keep these dates, which are not in the plan: run it again.`
}

/** Returns a time as `2026-11-23 08:00`. */
export const dateText = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')
