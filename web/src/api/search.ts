/** Records that match a text, over all entities that the user may see. */
import { queryOptions } from '@tanstack/react-query'
import { getJson } from './client.ts'
import { scenarioPath, withQuery } from './paths.ts'
import { list, object, otherwise, type Shaped, text } from './shape.ts'

const hitShape = object({
  entity: text,
  /** What the entity is called. */
  entity_label: otherwise(text, ''),
  key: text,
  /** What is shown of the record besides its key. */
  label: otherwise(text, ''),
  /** Below the scenario. */
  route: text,
})

export type SearchHit = Shaped<typeof hitShape>

export const shortestSearch = 2

export const searchQuery = (scenario: string, words: string) =>
  queryOptions({
    queryKey: ['search', scenario, words],
    queryFn: ({ signal }) =>
      getJson(withQuery(scenarioPath(scenario, '/api/search/'), { q: words, limit: 12 }), list(hitShape), {
        signal,
      }),
    enabled: words.length >= shortestSearch,
    staleTime: 30_000,
    retry: false,
  })
