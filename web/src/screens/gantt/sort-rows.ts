/** Sequence and groups of the resources on the plan board. */
import type { TimelineRow } from '../../platform/api/timeline.ts'
import type { RowGrouping, RowOrder } from './gantt-search.ts'

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
  return rows.toSorted((a, b) => rankOf(a) - rankOf(b))
}

export interface RowGroup {
  /** Empty for resources without a group. */
  readonly name: string
  readonly rows: readonly TimelineRow[]
}

/**
 * Returns the groups by name, the resources without a group last. A pool belongs to its own group. Rows keep their
 * sequence.
 * @param skills main skills by resource
 */
export function groupRows(
  rows: readonly TimelineRow[],
  by: RowGrouping,
  skills: ReadonlyMap<string, string>,
): readonly RowGroup[] {
  const pools = new Set(rows.map(({ owner }) => owner))
  const nameOf: Readonly<Record<RowGrouping, (row: TimelineRow) => string | null | undefined>> = {
    location: ({ location }) => location,
    pool: ({ resource, owner }) => owner ?? (pools.has(resource) ? resource : null),
    category: ({ category }) => category,
    skill: ({ resource }) => skills.get(resource),
  }
  const groups = Map.groupBy(rows, (row) => nameOf[by](row) ?? '')
  return [...groups]
    .map(([name, members]) => ({ name, rows: members }))
    .toSorted((a, b) => Number(a.name === '') - Number(b.name === '') || a.name.localeCompare(b.name))
}
