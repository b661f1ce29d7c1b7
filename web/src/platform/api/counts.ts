/** Counts how often each value of a field occurs. */
import { queryOptions } from '@tanstack/react-query'
import { getJson } from './client.ts'
import { scenarioPath, withQuery } from './paths.ts'
import { list, number, object, otherwise, text } from './shape.ts'

const countsShape = object({ values: list(object({ value: otherwise(text, ''), count: number })) })

/** Query for the values of a field of an entity such as `output.problem`, the most frequent first. */
export const countsQuery = (scenario: string, entity: string, field: string) =>
  queryOptions({
    queryKey: ['counts', scenario, entity, field],
    queryFn: async ({ signal }) => {
      const path = scenarioPath(scenario, `/api/distinct/${entity.replace('.', '/')}/`)
      const { values } = await getJson(withQuery(path, { field, limit: 50 }), countsShape, { signal })
      return values.toSorted((a, b) => b.count - a.count)
    },
  })
