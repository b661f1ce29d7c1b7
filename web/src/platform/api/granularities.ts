/** Reads the granularities of time buckets. */
import { queryOptions } from '@tanstack/react-query'
import { getJson } from './client.ts'
import { scenarioPath } from './paths.ts'
import { list, object, text } from './shape.ts'

const bucketShape = object({ name: text })

/** Query for the existing granularities, the finest first. */
export const granularitiesQuery = (scenario: string) =>
  queryOptions({
    queryKey: ['granularities', scenario],
    queryFn: async ({ signal }) => {
      const path = scenarioPath(scenario, '/api/common/bucket/?fields=name&ordering=-level')
      return (await getJson(path, list(bucketShape), { signal })).map(({ name }) => name)
    },
    staleTime: 300_000,
  })
