/** Reads the pegging of a demand or an order: the orders that supply it, and those that it supplies. */
import { queryOptions } from '@tanstack/react-query'
import { getJson } from './client.ts'
import { type Query, scenarioPath, withQuery } from './paths.ts'
import { boolean, list, nullable, number, object, otherwise, type Shaped, text } from './shape.ts'

const peggingShape = object({
  id: number,
  parent: nullable(number),
  level: number,
  reference: text,
  type: text,
  status: nullable(text),
  owner: nullable(text),
  operation: nullable(text),
  item: nullable(text),
  location: nullable(text),
  origin: nullable(text),
  destination: nullable(text),
  supplier: nullable(text),
  demand: nullable(text),
  pegged: nullable(number),
  quantity: nullable(number),
  startdate: nullable(text),
  enddate: nullable(text),
  due: nullable(text),
  delay: nullable(text),
  criticality: nullable(number),
  resources: nullable(text),
  /** The same names as a list, because a name may contain a comma. */
  resource_names: otherwise(list(text), []),
  more: otherwise(boolean, false),
})

export type PeggedOrder = Shaped<typeof peggingShape>

/** Query for the pegging of a `demand`, or of an `operationplan` with a `direction`. */
export const peggingQuery = (scenario: string, query: Query) =>
  queryOptions({
    queryKey: ['pegging', scenario, query],
    queryFn: ({ signal }) =>
      getJson(withQuery(scenarioPath(scenario, '/api/output/pegging/'), query), list(peggingShape), {
        signal,
      }),
  })
