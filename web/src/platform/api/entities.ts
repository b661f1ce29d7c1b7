/** Entities that the user may see in a scenario, in the user's language. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { heading } from '../meta/entity-meta.ts'
import { type Answer, call } from './endpoints.ts'

export type EntityListing = Answer<'GET /api/meta/'>[number]

/** Query for the entities, with the number of records of each. */
export const entitiesQuery = (scenario: string) =>
  queryOptions({
    queryKey: ['entities', scenario],
    queryFn: ({ signal }) => call('GET /api/meta/', { query: { counts: true } }, { scenario, signal }),
    staleTime: 30_000,
  })

/** Returns the labels of the entities of a scenario; empty until they are known. */
export function useEntityLabels(scenario: string): ReadonlyMap<string, string> {
  const { data = [] } = useQuery(entitiesQuery(scenario))
  return new Map(data.map(({ entity, label_plural: label }) => [entity, heading(label)]))
}
