/** The columns, widths and frozen columns that a user last used for an entity. */
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../platform/api/endpoints.ts'
import { type Layout, readLayout } from './columns.ts'

/** Returns the path parameter of the stored value with the layout of a list. */
export const layoutName = (entity: string) => ({ name: `grid:${entity}` })

/**
 * Query for the stored layout; empty if none is stored. It is requested by prefix, so that a missing layout is not an
 * error.
 */
export const layoutQuery = (entity: string) =>
  queryOptions({
    queryKey: ['layout', entity],
    queryFn: async ({ signal }): Promise<Layout> => {
      const { name } = layoutName(entity)
      const stored = await call('GET /api/me/preferences/', { query: { prefix: name } }, { signal })
      return readLayout(stored[name])
    },
    staleTime: Infinity,
    retry: 1,
  })
