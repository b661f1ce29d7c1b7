/** Loads the names of late sales orders, highest lateness first. */
import { queryOptions } from '@tanstack/react-query'
import { getJson } from '../../platform/api/client.ts'
import { lateOrders } from '../../platform/api/home.ts'
import { entityPath, withQuery } from '../../platform/api/paths.ts'
import { list, object, text } from '../../platform/api/shape.ts'

const ordersShape = list(object({ name: text }))

export const lateOrderNamesQuery = (scenario: string) =>
  queryOptions({
    queryKey: ['names of late orders', scenario],
    queryFn: async ({ signal }) => {
      const query = { ...lateOrders, limit: 200, fields: 'name' }
      const path = withQuery(entityPath(scenario, 'input.demand'), query)
      return (await getJson(path, ordersShape, { signal })).map(({ name }) => name)
    },
    staleTime: 60_000,
  })
