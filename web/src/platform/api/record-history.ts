/** History of a record, newest first. */
import { queryOptions } from '@tanstack/react-query'
import { type Answer, call, entityParts } from './endpoints.ts'

export type HistoryPage = Answer<'GET /api/history/{app}/{entity}/'>
export type HistoryEntry = HistoryPage['entries'][number]

export interface HistoryOptions {
  /** Maximum number of changes. */
  readonly limit: number
  /** Value of `next` of the previous page. */
  readonly before?: number
  readonly signal: AbortSignal
}

export const recordHistoryKey = (scenario: string, entity: string, id: string) =>
  ['history', scenario, entity, id] as const

/** Returns the latest changes of a record, of which there may be none. Throws as `call`. */
export function fetchHistory(
  scenario: string,
  entity: string,
  id: string,
  { limit, before, signal }: HistoryOptions,
): Promise<HistoryPage> {
  return call(
    'GET /api/history/{app}/{entity}/',
    { path: entityParts(entity), query: { key: id, limit, ...(before === undefined ? {} : { before }) } },
    { scenario, signal },
  )
}

/** Query for the last change of a record at a version; null where it is not recorded. */
export const lastChangeQuery = (scenario: string, entity: string, id: string, version: string | null) =>
  queryOptions({
    queryKey: [...recordHistoryKey(scenario, entity, id), 'last', version],
    queryFn: async ({ signal }) =>
      (await fetchHistory(scenario, entity, id, { limit: 1, signal })).entries[0] ?? null,
  })
