/** Sequence of the resources on the plan board. */
import type { TimelineRow } from '../../platform/api/timeline.ts'

/** `load`: the most used resources of the plan first; `location`: the same within each location. */
export const rowOrders = ['load', 'location', 'name'] as const
export type RowOrder = (typeof rowOrders)[number]

/**
 * Returns the rows in their sequence. Other resources follow by name.
 * @param busiest names of the most used resources, the most used first
 */
export function sortRows(
  rows: readonly TimelineRow[],
  order: RowOrder,
  busiest: readonly string[],
): readonly TimelineRow[] {
  if (order === 'name') return rows
  const ranks = new Map(busiest.map((name, rank) => [name, rank]))
  const rankOf = ({ resource }: TimelineRow): number => ranks.get(resource) ?? busiest.length
  const placeOf = ({ location }: TimelineRow): string => (order === 'location' ? (location ?? '') : '')
  return rows.toSorted((a, b) => placeOf(a).localeCompare(placeOf(b)) || rankOf(a) - rankOf(b))
}
