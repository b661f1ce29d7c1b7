/** Searches records that match a text in all entities that the user may see. */
import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from './endpoints.ts'

export type SearchHit = Answer<'GET /api/search/'>['records'][number]

export const shortestSearch = 2

export const searchQuery = (scenario: string, words: string) =>
  queryOptions({
    queryKey: ['search', scenario, words],
    queryFn: async ({ signal }) =>
      (await call('GET /api/search/', { query: { q: words } }, { scenario, signal })).records,
    enabled: words.length >= shortestSearch,
    staleTime: 30_000,
    retry: false,
  })
