/** Reads sales orders without a plan, with the operations and resources that can make them. */
import { queryOptions } from '@tanstack/react-query'
import { plannedFilter } from '../../../../src/rules/planned-status.ts'
import { getJson, getStart, type ListStart } from './client.ts'
import { entityPath, withQuery } from './paths.ts'
import { list, nullable, number, object, type Shape, type Shaped, text } from './shape.ts'

const demandShape = object({
  name: text,
  item: nullable(text),
  location: nullable(text),
  customer: nullable(text),
  quantity: number,
  due: text,
})

type Demand = Shaped<typeof demandShape>

const operationShape = object({
  name: text,
  priority: nullable(number),
  type: nullable(text),
  item: nullable(text),
  location: nullable(text),
  owner: nullable(text),
})

type Operation = Shaped<typeof operationShape>

const loadShape = object({ operation: text, resource: nullable(text), skill: nullable(text) })

/** A resource, or a pool of resources, that an operation needs. */
export type Load = Shaped<typeof loadShape>

/** An operation that makes the item of a sales order. */
export interface Production {
  readonly operation: string
  /** Whether it has steps; the planner selects their resources. */
  readonly isRouting: boolean
  /** Resources of the operation, or of its steps. */
  readonly loads: readonly Load[]
}

export interface UnplannedDemand {
  readonly demand: Demand
  /** Undefined if no operation makes the item. */
  readonly production: Production | undefined
}

/** Maximum number of sales orders per request. */
const mostDemands = 50

/** Maximum number of names per request, because proxies limit the length of an address. */
const mostNames = 50

/** Query for open sales orders without a delivery in the plan, the earliest due date first. */
export const unplannedQuery = (scenario: string) =>
  queryOptions({
    // Invalidated together with the chart.
    queryKey: ['timeline', scenario, 'unplanned'],
    queryFn: async ({ signal }): Promise<ListStart<UnplannedDemand>> => {
      /** Reads the records with one of the names in a field; those of one name are in their order. */
      const readAny = async <Row>(
        entity: string,
        [field, names]: readonly [string, readonly string[]],
        shape: Shape<Row>,
        { fields, ordering }: { readonly fields: string; readonly ordering: string },
      ): Promise<readonly Row[]> => {
        const portions = Array.from({ length: Math.ceil(names.length / mostNames) }, (_, at) =>
          names.slice(at * mostNames, (at + 1) * mostNames),
        )
        const answers = portions.map((value) => {
          const query = { filter: JSON.stringify({ field, lookup: 'in', value }), fields, ordering }
          return getJson(withQuery(entityPath(scenario, entity), query), list(shape), { signal })
        })
        return (await Promise.all(answers)).flat()
      }
      const { rows: demands, total } = await getStart(
        withQuery(entityPath(scenario, 'input.demand'), {
          deliverydate__isnull: 'true',
          filter: plannedFilter,
          quantity__gt: 0,
          fields: 'name,item,location,customer,quantity,due',
          ordering: 'due,name',
          limit: mostDemands,
        }),
        list(demandShape),
        { signal },
      )
      const items = [...new Set(demands.flatMap(({ item }) => item ?? []))]
      const ofOperations = { fields: 'name,priority,type,item,location,owner', ordering: 'priority' }
      const makers = await readAny('input.operation', ['item', items], operationShape, ofOperations)
      const steps = await readAny(
        'input.operation',
        ['owner', makers.map(({ name }) => name)],
        operationShape,
        ofOperations,
      )
      const loads = await readAny(
        'input.operationresource',
        ['operation', [...makers, ...steps].map(({ name }) => name)],
        loadShape,
        { fields: 'operation,resource,skill', ordering: 'operation' },
      )
      const rows = demands.map((demand) => ({
        demand,
        production: productionOf(demand, makers, steps, loads),
      }))
      return { rows, total }
    },
    staleTime: 30_000,
  })

/** Returns the operation with the lowest priority number, the order of the operations; 0 excludes one. */
function productionOf(
  { item, location }: Demand,
  makers: readonly Operation[],
  steps: readonly Operation[],
  loads: readonly Load[],
): Production | undefined {
  const maker = makers.find(
    (one) =>
      one.priority !== 0 &&
      one.owner === null &&
      one.item === item &&
      (location === null || one.location === location),
  )
  if (maker === undefined) return undefined
  const isRouting = maker.type === 'routing'
  const parts = isRouting ? steps.filter(({ owner }) => owner === maker.name) : [maker]
  const names = new Set(parts.map(({ name }) => name))
  return {
    operation: maker.name,
    isRouting,
    loads: loads.filter(({ operation }) => names.has(operation)),
  }
}
