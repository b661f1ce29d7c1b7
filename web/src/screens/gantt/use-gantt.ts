/** Loads the data of a Gantt chart: orders on resources, and capacity use. */
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Query } from '../../platform/api/paths.ts'
import { granularitiesQuery } from '../../platform/api/granularities.ts'
import { capacityQuery, timelineQuery, type TimelineRow } from '../../platform/api/timeline.ts'
import { nowInPlan } from '../../platform/formats/instants.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { type BottleneckOrder, nextOrder } from './bottleneck-order.ts'
import { type CapacityByResource, placeCapacity } from './capacity.ts'
import type { RowOrder } from './gantt-search.ts'
import { sortRows } from './sort-rows.ts'
import { timeOf } from '../../platform/calendar/days.ts'

export interface GanttWindow {
  /** First day, and the day after the last. */
  readonly start: string
  readonly end: string
  readonly days: number
  /** Part of a resource name. */
  readonly search: string | undefined
  readonly sort: RowOrder
}

export interface Gantt {
  /** Resources in the sequence of the chart. */
  readonly rows: readonly TimelineRow[]
  /** Number of resources of the filter, of which the first are shown. */
  readonly total: number
  /** Capacity by resource; undefined without the right to view it. */
  readonly capacity: CapacityByResource | undefined
  /** Time bucket of the capacity; undefined = default of the service. */
  readonly bucket: string | undefined
  readonly pending: boolean
  readonly error: Error | null
  readonly retry: () => void
}

/** Time buckets with sufficient width, by the maximum number of days. */
const buckets: readonly (readonly [number, string])[] = [
  [56, 'day'],
  [182, 'week'],
  [Infinity, 'month'],
]

/** Returns the common filter by resource. */
export const foundBy = (search: string | undefined): Query =>
  search === undefined ? {} : { resource__icontains: search }

export function useGantt({ start, end, days, search, sort }: GanttWindow): Gantt {
  const scenario = useScenario()
  const asked = { start, end, ...foundBy(search) }
  const { data, error, isPending, refetch } = useQuery(timelineQuery(scenario.name, asked))
  const granularities = useQuery(granularitiesQuery(scenario.name))
  const known = granularities.data
  const wanted = buckets.find(([most]) => days <= most)?.[1]
  const bucket = known?.find((name) => name === wanted)
  const used = useQuery(capacityQuery(scenario.name, { ...asked, bucket }, known !== undefined))
  // The space of the strip is reserved while loading, so that rows do not move.
  const strip = used.error === null
  const [order, setOrder] = useState<BottleneckOrder>()
  if (used.data !== undefined && !used.isPlaceholderData) {
    const period = [start, end, bucket].join(' ')
    const read = { search, period, from: timeOf(start), rows: used.data }
    const next = nextOrder(order, read, nowInPlan(scenario.name))
    if (next !== order) setOrder(next)
  }
  const busiest = order?.busiest
  const rows = useMemo(() => sortRows(data?.rows ?? [], sort, busiest ?? []), [data, busiest, sort])
  const isUnsorted = granularities.error === null && used.isPending
  const capacity = useMemo(() => (strip ? placeCapacity(used.data ?? []) : undefined), [used.data, strip])
  return {
    rows,
    total: data?.total ?? 0,
    capacity,
    bucket,
    pending: isPending || isUnsorted,
    error,
    retry: () => void refetch(),
  }
}
