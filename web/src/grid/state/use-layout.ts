/** Reads the stored layout of a list, and stores changes of it. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '../../platform/api/endpoints.ts'
import { type Layout, readLayout } from './columns.ts'
import { layoutName, layoutQuery } from './layout.ts'

export interface StoredLayout {
  /** The stored layout; empty until it is read, and if it cannot be read. */
  readonly layout: Layout
  /** Whether reading has ended. */
  readonly settled: boolean
  /** Stores a changed layout. A failure is ignored, because it must not interrupt the user. */
  readonly change: (next: (known: Layout) => Layout) => void
}

const noLayout: Layout = {}

/** Returns a layout without some of its parts. */
export const withoutParts = (layout: Layout, names: readonly (keyof Layout)[]): Layout =>
  readLayout(
    Object.fromEntries(Object.entries(layout).filter(([name]) => !names.some((one) => one === name))),
  )

export function useLayout(entity: string): StoredLayout {
  const client = useQueryClient()
  const { data: layout = noLayout, isPending } = useQuery(layoutQuery(entity))
  const change = useCallback(
    (next: (known: Layout) => Layout): void => {
      const query = layoutQuery(entity)
      const store = async (): Promise<void> => {
        // A layout that could not be read is read first; otherwise the change alone would replace all of it.
        if (client.getQueryData(query.queryKey) === undefined) await client.fetchQuery(query)
        const body = next(client.getQueryData(query.queryKey) ?? noLayout)
        client.setQueryData(query.queryKey, body)
        await call('PUT /api/me/preferences/{name}/', { path: layoutName(entity), body })
      }
      void store().catch(() => undefined)
    },
    [client, entity],
  )
  return { layout, settled: !isPending, change }
}
