/** Searches records to refer to, and checks whether a missing one may be created. */
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call, entityParts } from '../platform/api/endpoints.ts'
import { metaIndexQuery } from '../platform/meta/meta-index.ts'

/** Searches the records of an entity whose key or texts contain a text, the best match first. */
export const findMatches = (
  scenario: string,
  entity: string,
  wanted: string,
  { limit = 20, signal }: { readonly limit?: number; readonly signal?: AbortSignal } = {},
) =>
  call(
    'GET /api/lookup/{app}/{entity}/',
    { path: entityParts(entity), query: { q: wanted, limit } },
    { scenario, ...(signal === undefined ? {} : { signal }) },
  )

/** Query for the same records. */
export const lookupQuery = (scenario: string, entity: string, wanted: string, limit = 20) =>
  queryOptions({
    queryKey: ['lookup', scenario, entity, wanted, limit],
    queryFn: ({ signal }) => findMatches(scenario, entity, wanted, { limit, signal }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })

export function useMayCreate(scenario: string, entity: string): boolean {
  const { i18n } = useTranslation()
  const { data } = useQuery(metaIndexQuery(scenario, i18n.language))
  return data?.find((one) => one.entity === entity)?.permissions.add ?? false
}

/**
 * Returns the key that a typed text means: the same text in any case, or else the only key found, or the first one;
 * undefined if none is meant.
 */
export function meantKey(
  keys: readonly string[],
  typed: string,
  otherwise: 'exact' | 'only' | 'first',
): string | undefined {
  const lower = typed.toLowerCase()
  const same = keys.includes(typed) ? typed : keys.find((key) => key.toLowerCase() === lower)
  if (same !== undefined) return same
  return otherwise === 'first' || (otherwise === 'only' && keys.length === 1) ? keys[0] : undefined
}
