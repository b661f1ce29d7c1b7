/** Finds orders outside the window of the chart, and the window that contains all. */
import type { Query } from '../../platform/api/paths.ts'
import { findOrder, orderWith, timelineDays } from '../../platform/api/timeline-orders.ts'
import { mostDays } from './gantt-search.ts'
import { placeBar, type PlacedBar } from './lanes.ts'

type Found = Awaited<ReturnType<typeof findOrder>>

const placed = (found: Found): PlacedBar | undefined => found && placeBar(found.resource, found.bar, 0)

/**
 * Returns the first order from a moment on that contains a text, or else the first one of all; undefined without any.
 * @param filter of the resources
 */
export const seekOrder = async (
  scenario: string,
  filter: Query,
  text: string,
  from: string,
): Promise<PlacedBar | undefined> => placed(await findOrder(scenario, filter, text, from))

/** Returns an order of the plan; undefined if it is on no resource. */
export const readOrder = async (scenario: string, reference: string): Promise<PlacedBar | undefined> =>
  placed(await orderWith(scenario, reference))

/** Returns the first day and the number of days of the window with all orders on the resources of a filter; undefined without orders. */
export async function wholeWindow(
  scenario: string,
  filter: Query,
): Promise<{ readonly start: string; readonly days: number } | undefined> {
  const all = await timelineDays(scenario, filter)
  return all && { ...all, days: Math.min(mostDays, all.days) }
}
