/** Reads the materials of an order, and their stock over time. */
import { queryOptions } from '@tanstack/react-query'
import { getJson } from './client.ts'
import { entityPath, type Query, scenarioPath, withQuery } from './paths.ts'
import { list, nullable, number, object, otherwise, type Shaped, text } from './shape.ts'

const materialShape = object({ item: text, location: text, quantity: number })

export type OrderMaterial = Shaped<typeof materialShape>

/** Query for the materials that an order consumes (negative quantity) and makes. */
export const orderMaterialsQuery = (scenario: string, reference: string) =>
  queryOptions({
    queryKey: ['order materials', scenario, reference],
    queryFn: ({ signal }) => {
      const query = { operationplan: reference, fields: 'item,location,quantity', ordering: 'quantity,item' }
      const path = withQuery(entityPath(scenario, 'input.operationplanmaterial'), query)
      return getJson(path, list(materialShape), { signal })
    },
    staleTime: 30_000,
  })

const stockShape = object({
  item: text,
  location: text,
  buckets: otherwise(
    list(
      object({
        bucket: text,
        startdate: text,
        enddate: text,
        endonhand: otherwise(number, 0),
        safetystock: nullable(number),
      }),
    ),
    [],
  ),
})

export type StockRow = Shaped<typeof stockShape>

const equals = (field: string, value: string) => ({ field, lookup: 'exact', value })

/** Query for the stock of materials per bucket. `query` contains the window and the buckets. */
export const stockQuery = (
  scenario: string,
  materials: readonly Pick<OrderMaterial, 'item' | 'location'>[],
  query: Query,
) =>
  queryOptions({
    queryKey: ['stock of materials', scenario, materials, query],
    queryFn: ({ signal }) => {
      const filter = JSON.stringify({
        or: materials.map(({ item, location }) => ({
          and: [equals('item', item), equals('location', location)],
        })),
      })
      const path = withQuery(scenarioPath(scenario, '/api/output/inventoryreport/'), {
        ...query,
        filter,
        shape: 'pivot',
        measures: 'endonhand,safetystock',
        limit: materials.length,
      })
      return getJson(path, list(stockShape), { signal })
    },
    enabled: materials.length > 0,
    staleTime: 30_000,
  })
