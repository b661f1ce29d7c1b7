/** Loads the data of a Gantt chart: orders on resources, and capacity use. */
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Query } from '../../platform/api/paths.ts'
import { granularitiesQuery } from '../../platform/api/reports.ts'
import {
  capacityQuery,
  type CapacityRow,
  timelineQuery,
  type TimelineRow,
} from '../../platform/api/timeline.ts'
import { nowInPlan } from '../../platform/formats/instants.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { type CapacityByResource, openBuckets, percentOf, placeCapacity } from './capacity.ts'
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
  // The sequence is that of the first period, so that rows keep their places.
  const [busiest, setBusiest] = useState<readonly string[]>()
  if (busiest === undefined && used.data !== undefined) {
    setBusiest(busiestOf(used.data, timeOf(start), nowInPlan(scenario.name)))
  }
  const rows = useMemo(() => sortRows(data ?? [], sort, busiest ?? []), [data, busiest, sort])
  const isUnsorted = granularities.error === null && used.isPending
  const capacity = useMemo(() => (strip ? placeCapacity(used.data ?? []) : undefined), [used.data, strip])
  return {
    rows,
    capacity,
    bucket,
    pending: isPending || isUnsorted,
    error,
    retry: () => void refetch(),
  }
}

/** Returns the names of the resources, the most used first. */
const busiestOf = (rows: readonly CapacityRow[], from: number, now: number): readonly string[] =>
  [...placeCapacity(rows)]
    .map(([resource, columns]) => ({
      resource,
      percent: percentOf(openBuckets(columns, from, now)) ?? 0,
    }))
    .toSorted((a, b) => b.percent - a.percent)
    .map(({ resource }) => resource)
