/** Entities that the user may see; a small module, because the frame of all screens requests them before others are loaded. */
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/endpoints.ts'

/** Duration in milliseconds for which metadata is kept without a screen that shows it. */
export const metaKeptMs = 30 * 60_000

/** Query for the entities that the user may see in a scenario. */
export const metaIndexQuery = (scenario: string, language: string) =>
  queryOptions({
    queryKey: ['meta', scenario, language],
    queryFn: ({ signal }) => call('GET /api/meta/', {}, { scenario, signal }),
    staleTime: 60_000,
    gcTime: metaKeptMs,
  })
