/** Searching records to refer to, and whether a missing one may be made. */
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getJson } from '../api/client.ts'
import { scenarioPath, withQuery } from '../api/paths.ts'
import { anything, list, object, optional, otherwise, text } from '../api/shape.ts'
import { metaIndexQuery } from './meta/entity-meta.ts'

const foundShape = list(object({ key: anything, label: otherwise(text, ''), description: optional(text) }))

/** Records of an entity whose key or words hold a text, the best first. */
export const lookupQuery = (scenario: string, entity: string, wanted: string, limit = 20) =>
  queryOptions({
    queryKey: ['lookup', scenario, entity, wanted, limit],
    queryFn: ({ signal }) =>
      getJson(
        scenarioPath(scenario, withQuery(`/api/lookup/${entity.replace('.', '/')}/`, { q: wanted, limit })),
        foundShape,
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })

export function useMayCreate(scenario: string, entity: string): boolean {
  const { i18n } = useTranslation()
  const { data } = useQuery(metaIndexQuery(scenario, i18n.language))
  return data?.find((one) => one.entity === entity)?.permissions.add ?? false
}
