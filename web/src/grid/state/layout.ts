/** The columns, widths and frozen columns that a user last used for an entity. */
import { queryOptions } from '@tanstack/react-query'
import { getJson } from '../../platform/api/client.ts'
import { withQuery } from '../../platform/api/paths.ts'
import { anything, table } from '../../platform/api/shape.ts'
import { type Layout, readLayout } from './columns.ts'

const nameOf = (entity: string): string => `grid:${entity}`

export const layoutPath = (entity: string): string =>
  `/api/me/preferences/${encodeURIComponent(nameOf(entity))}/`

/**
 * Query for the stored layout; empty if none is stored. It is requested by prefix, so that a missing layout is not an
 * error.
 */
export const layoutQuery = (entity: string) =>
  queryOptions({
    queryKey: ['layout', entity],
    queryFn: async ({ signal }): Promise<Layout> => {
      const path = withQuery('/api/me/preferences/', { prefix: nameOf(entity) })
      return readLayout((await getJson(path, table(anything), { signal }))[nameOf(entity)])
    },
    staleTime: Infinity,
    retry: 1,
  })
