/** Reads the orders on resources within a time window, and the used capacity. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getJson, getStart } from './client.ts'
import { type Query, scenarioPath, withQuery } from './paths.ts'
import { boolean, list, nullable, number, object, otherwise, type Shaped, table, text } from './shape.ts'

/** Fields of an order in each answer of the timeline. */
export const timelineOrderFields = {
  reference: text,
  type: text,
  status: nullable(text),
  operation: nullable(text),
  item: nullable(text),
  quantity: nullable(number),
  startdate: text,
  enddate: text,
} as const

const barShape = object({
  ...timelineOrderFields,
  load: nullable(number),
  setupend: nullable(text),
  setup: nullable(text),
  /** Seconds. */
  delay: nullable(number),
  criticality: nullable(number),
  feasible: otherwise(boolean, true),
  due: nullable(text),
  demands: otherwise(table(number), {}),
  customers: otherwise(list(text), []),
})

const rowShape = object({
  resource: text,
  location: nullable(text),
  owner: nullable(text),
  category: nullable(text),
  bars: otherwise(list(barShape), []),
})

export type TimelineBar = Shaped<typeof barShape>
export type TimelineRow = Shaped<typeof rowShape>

/** Maximum number of resources per request. */
const mostRows = 2_000

export const timelineQuery = (scenario: string, query: Query) =>
  queryOptions({
    queryKey: ['timeline', scenario, query],
    queryFn: ({ signal }) =>
      getStart(
        withQuery(scenarioPath(scenario, '/api/output/timeline/'), { ...query, limit: mostRows }),
        list(rowShape),
        { signal },
      ),
    // The previous window stays visible and usable until the next one is read.
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })

const capacityShape = object({
  bucket: text,
  startdate: text,
  enddate: text,
  available: otherwise(number, 0),
  load: otherwise(number, 0),
})

const capacityRowShape = object({ resource: text, buckets: otherwise(list(capacityShape), []) })

/** Capacity and load of a resource in a time bucket. */
export type CapacityBucket = Shaped<typeof capacityShape>

export type CapacityRow = Shaped<typeof capacityRowShape>

/** Query for capacity and load per resource and bucket; empty if the user may not see them. */
export const capacityQuery = (scenario: string, query: Query, enabled: boolean) =>
  queryOptions({
    queryKey: ['timeline capacity', scenario, query],
    queryFn: ({ signal }) =>
      getJson(
        withQuery(scenarioPath(scenario, '/api/output/capacityreport/'), {
          ...query,
          shape: 'pivot',
          measures: 'available,load',
          limit: mostRows,
        }),
        list(capacityRowShape),
        { signal },
      ),
    enabled,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
