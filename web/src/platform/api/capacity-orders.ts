/** Reads the orders that use a resource within a window, and the capacity of the resource in it. */
import { queryOptions } from '@tanstack/react-query'
import { getJson, getStart } from './client.ts'
import { type Query, scenarioPath, withQuery } from './paths.ts'
import { list, nullable, number, object, type Shaped, text } from './shape.ts'

const orderShape = object({
  reference: text,
  resource: text,
  item: nullable(text),
  load: number,
  setup: number,
  quantity: nullable(number),
  status: nullable(text),
  operation: nullable(text),
  startdate: text,
  enddate: text,
  due: nullable(text),
  /** By how much it is later than what it is for requires, as a duration; negative if it is early. */
  delay: nullable(text),
  demands: nullable(text),
})

export type CapacityOrder = Shaped<typeof orderShape>

/** Maximum number of orders on the screen. */
const mostOrders = 500

/** Query for the orders of a resource. */
export const capacityOrdersQuery = (scenario: string, resource: string, query: Query) =>
  queryOptions({
    queryKey: ['capacity orders', scenario, resource, query],
    queryFn: ({ signal }) => {
      const path = scenarioPath(scenario, '/api/output/capacityorders/')
      return getStart(withQuery(path, { ...query, resource, limit: mostOrders }), list(orderShape), {
        signal,
      })
    },
  })

const figuresShape = object({
  available: nullable(number),
  setup: nullable(number),
  load: nullable(number),
  free: nullable(number),
  utilization: nullable(number),
})

const totalShape = object({ unit: nullable(text), total: figuresShape })

export type CapacityFigures = Shaped<typeof totalShape>

/** Names of the figures, in the order of the report. */
export const capacityFigures = ['available', 'load', 'setup', 'free', 'utilization'] as const

/**
 * Query for the capacity figures of a resource and their unit; null if the report does not contain the resource.
 * @param query the window, and buckets that start and end with it
 */
export const capacityFiguresQuery = (scenario: string, resource: string, query: Query) =>
  queryOptions({
    queryKey: ['capacity figures', scenario, resource, query],
    queryFn: async ({ signal }): Promise<CapacityFigures | null> => {
      const measures = capacityFigures.join(',')
      const path = withQuery(scenarioPath(scenario, '/api/output/capacityreport/'), {
        ...query,
        resource,
        measures,
        shape: 'total',
      })
      return (await getJson(path, list(totalShape), { signal }))[0] ?? null
    },
  })
