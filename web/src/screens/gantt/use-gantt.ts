/** What a Gantt chart shows of a window: orders on resources where they lie, and how much capacity they use. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Query } from '../../api/paths.ts'
import { granularitiesQuery } from '../../api/reports.ts'
import { capacityQuery, timelineQuery } from '../../api/timeline.ts'
import { useScenario } from '../../app/use-scenario.ts'
import { type PlacedRow, placeRows, timeOf } from './lanes.ts'
import type { PlacedCapacity } from './strip.ts'

export interface GanttWindow {
  /** First day, and the one after the last. */
  readonly start: string
  readonly end: string
  readonly days: number
  /** Part of the name of a resource. */
  readonly search: string | undefined
}

export interface Gantt {
  readonly rows: readonly PlacedRow[]
  /** By resource; undefined where the user may not see it. */
  readonly capacity: ReadonlyMap<string, readonly PlacedCapacity[]> | undefined
  /** Granularity of the capacity; undefined for the service's own choice. */
  readonly bucket: string | undefined
  readonly pending: boolean
  readonly error: Error | null
  readonly retry: () => void
}

/** Buckets that are wide enough to be seen, by the most days for which they are. */
const buckets: readonly (readonly [number, string])[] = [
  [28, 'day'],
  [182, 'week'],
  [Infinity, 'month'],
]

/** The filter of both, by resource. */
export const foundBy = (search: string | undefined): Query =>
  search === undefined ? {} : { resource__icontains: search }

export function useGantt({ start, end, days, search }: GanttWindow): Gantt {
  const scenario = useScenario()
  const asked = { start, end, ...foundBy(search) }
  const { data, error, isPending, refetch } = useQuery(timelineQuery(scenario.name, asked))
  const { data: known } = useQuery(granularitiesQuery(scenario.name))
  const wanted = buckets.find(([most]) => days <= most)?.[1]
  const bucket = known?.find((name) => name === wanted)
  const used = useQuery(capacityQuery(scenario.name, { ...asked, bucket }, known !== undefined))
  // Its room is kept while it is read, so that rows do not move under the pointer.
  const strip = used.error === null
  const rows = useMemo(() => placeRows(data ?? [], strip), [data, strip])
  const capacity = useMemo(
    () =>
      strip
        ? new Map(
            (used.data ?? []).map(({ resource, buckets: columns }) => [
              resource,
              columns.map((column): PlacedCapacity => ({
                ...column,
                start: timeOf(column.startdate),
                end: timeOf(column.enddate),
              })),
            ]),
          )
        : undefined,
    [used.data, strip],
  )
  return { rows, capacity, bucket, pending: isPending, error, retry: () => void refetch() }
}
