/** Users whose names match a text and who may view the records of an entity. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useScenario } from '../use-scenario.ts'
import { call, entityParts } from './endpoints.ts'

/** @param text part of a name; undefined while no users are wanted */
export function useUserSuggestions(entity: string, text: string | undefined) {
  const { name: scenario } = useScenario()
  return useQuery({
    queryKey: ['mentions', scenario, entity, text],
    queryFn: ({ signal }) =>
      call(
        'GET /api/mentions/{app}/{entity}/',
        { path: entityParts(entity), query: { q: text ?? '' } },
        { scenario, signal },
      ),
    enabled: text !== undefined,
    placeholderData: keepPreviousData,
    // Users without permission for the suggestions can still type names.
    retry: false,
    staleTime: 60_000,
  })
}
