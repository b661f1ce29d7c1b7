/** Searches records that match a text in all entities that the user may see. */
import { queryOptions } from '@tanstack/react-query'
import { getJson } from './client.ts'
import { scenarioPath, withQuery } from './paths.ts'
import { list, nullable, object, otherwise, type Shape, type Shaped, text } from './shape.ts'

/** The key of a record without a natural key is a number. */
const keyShape: Shape<string> = (value, place) =>
  text(typeof value === 'number' ? String(value) : value, place)

const hitShape = object({
  entity: text,
  /** Display name of the entity. */
  entity_label: otherwise(text, ''),
  key: keyShape,
  /** Display name of the record. */
  label: otherwise(text, ''),
  description: nullable(text),
  /** Path within the scenario. */
  route: text,
})

export type SearchHit = Shaped<typeof hitShape>

const answerShape = object({ records: list(hitShape) })

export const shortestSearch = 2

export const searchQuery = (scenario: string, words: string) =>
  queryOptions({
    queryKey: ['search', scenario, words],
    queryFn: async ({ signal }) => {
      const path = withQuery(scenarioPath(scenario, '/api/search/'), { q: words })
      return (await getJson(path, answerShape, { signal })).records
    },
    enabled: words.length >= shortestSearch,
    staleTime: 30_000,
    retry: false,
  })
