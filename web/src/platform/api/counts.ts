/** Counts how often each value of a field occurs. */
import { queryOptions } from '@tanstack/react-query'
import { call, entityParts } from './endpoints.ts'

/** Query for the values of a field of an entity such as `output.problem`, the most frequent first. */
export const countsQuery = (scenario: string, entity: string, field: string) =>
  queryOptions({
    queryKey: ['counts', scenario, entity, field],
    queryFn: async ({ signal }) => {
      const input = { path: entityParts(entity), query: { field, limit: 50 } }
      const { values } = await call('GET /api/distinct/{app}/{entity}/', input, { scenario, signal })
      return values
        .map(({ value, count }) => ({ value: String(value ?? ''), count }))
        .toSorted((a, b) => b.count - a.count)
    },
  })
