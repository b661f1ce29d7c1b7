/** Prefetches the data of a list while its screen is loading. Errors are reported by the screen. */
import type { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { entityOf, metaIndexQuery, metaQuery } from '../../platform/meta/entity-meta.ts'
import { layoutQuery } from '../../grid/state/layout.ts'

export async function readAhead(client: QueryClient, scenario: string, route: string): Promise<void> {
  const { language } = i18next
  const index = await client.ensureQueryData(metaIndexQuery(scenario, language)).catch(() => [])
  const entity = entityOf(index, route)
  if (entity === undefined) return
  await Promise.all([
    client.prefetchQuery(metaQuery(scenario, entity, language)),
    client.prefetchQuery(layoutQuery(entity)),
  ])
}
