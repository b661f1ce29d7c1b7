/** Orders on resources within a window of time. */
import { queryOptions } from '@tanstack/react-query'
import { getJson } from './client.ts'
import { type Query, scenarioPath, withQuery } from './paths.ts'
import { boolean, list, nullable, number, object, otherwise, type Shaped, table, text } from './shape.ts'

const barShape = object({
  reference: text,
  type: text,
  status: nullable(text),
  operation: nullable(text),
  item: nullable(text),
  quantity: nullable(number),
  load: nullable(number),
  startdate: text,
  setupend: nullable(text),
  enddate: text,
  setup: nullable(text),
  /** Seconds. */
  delay: nullable(number),
  criticality: nullable(number),
  feasible: otherwise(boolean, true),
  due: nullable(text),
  demands: otherwise(table(number), {}),
})

const rowShape = object({
  resource: text,
  location: nullable(text),
  owner: nullable(text),
  bars: otherwise(list(barShape), []),
})

export type TimelineBar = Shaped<typeof barShape>
export type TimelineRow = Shaped<typeof rowShape>

/** Resources that are read at once. */
const mostRows = 500

export const timelineQuery = (scenario: string, query: Query) =>
  queryOptions({
    queryKey: ['timeline', scenario, query],
    queryFn: ({ signal }) =>
      getJson(
        withQuery(scenarioPath(scenario, '/api/output/timeline/'), { ...query, limit: mostRows }),
        list(rowShape),
        { signal },
      ),
    staleTime: 30_000,
  })
