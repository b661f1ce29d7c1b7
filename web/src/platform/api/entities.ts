/** Entities that the user may see in a scenario, in the user's language. */
import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from './endpoints.ts'

export type EntityListing = Answer<'GET /api/meta/'>[number]

/** Query for the entities, with the number of records of each. */
export const entitiesQuery = (scenario: string) =>
  queryOptions({
    queryKey: ['entities', scenario],
    queryFn: ({ signal }) => call('GET /api/meta/', { query: { counts: true } }, { scenario, signal }),
    staleTime: 30_000,
  })
