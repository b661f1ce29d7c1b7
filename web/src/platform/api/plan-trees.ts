/** Reads the plan of a demand, why it is late, and how an item is made, bought or moved. */
import { queryOptions } from '@tanstack/react-query'
import { getJson } from './client.ts'
import { entityPath, type Query, scenarioPath, withQuery } from './paths.ts'
import { boolean, list, nullable, number, object, otherwise, type Shaped, text } from './shape.ts'

const plannedDemandShape = object({
  customer: nullable(text),
  item: nullable(text),
  item__cost: nullable(number),
  quantity: number,
  due: nullable(text),
  deliverydate: nullable(text),
  delay: nullable(text),
  status: nullable(text),
})

/** Query for a sales order with its planned delivery and the cost of its item; empty if it does not exist. */
export const plannedDemandQuery = (scenario: string, name: string) =>
  queryOptions({
    queryKey: ['planned demand', scenario, name],
    queryFn: ({ signal }) => {
      const fields = 'customer,item,item__cost,quantity,due,deliverydate,delay,status'
      const path = withQuery(entityPath(scenario, 'input.demand'), { name, fields, limit: 1 })
      return getJson(path, list(plannedDemandShape), { signal })
    },
  })

const supplyShape = object({
  id: number,
  parent: nullable(number),
  level: number,
  kind: text,
  item: nullable(text),
  location: nullable(text),
  operation: nullable(text),
  resource: nullable(text),
  supplier: nullable(text),
  origin: nullable(text),
  quantity: nullable(number),
  total: nullable(number),
  leadtime: nullable(text),
  duration_per: nullable(text),
  priority: nullable(number),
  circular: otherwise(boolean, false),
  more: otherwise(boolean, false),
})

export type SupplyNode = Shaped<typeof supplyShape>

/**
 * Query for the supply path of an `item`, `operation`, `resource` or `demand`; `direction=downstream` for where it is
 * used.
 */
export const supplyPathQuery = (scenario: string, query: Query) =>
  queryOptions({
    queryKey: ['supply path', scenario, query],
    queryFn: ({ signal }) =>
      getJson(withQuery(scenarioPath(scenario, '/api/output/supplypath/'), query), list(supplyShape), {
        signal,
      }),
  })

const constraintShape = object({
  name: text,
  entity: text,
  owner: text,
  description: text,
  days: nullable(number),
  together: nullable(text),
  rank: nullable(number),
  share: nullable(number),
  startdate: text,
  enddate: text,
})

export type Constraint = Shaped<typeof constraintShape>

/** Query for the reasons why a demand is late or short, the main cause first. */
export const reasonsQuery = (scenario: string, demand: string) =>
  queryOptions({
    queryKey: ['reasons', scenario, demand],
    queryFn: ({ signal }) =>
      getJson(
        // Numbers tell no order: a plan that is stored as a difference numbers only what is new.
        withQuery(scenarioPath(scenario, '/api/output/constraint/'), { demand, ordering: 'rank,id' }),
        list(constraintShape),
        { signal },
      ),
  })
