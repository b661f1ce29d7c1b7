/** Prefetches the data of a list while its screen is loading. Errors are reported by the screen. */
import type { QueryClient } from '@tanstack/react-query'
import { entityOf, metaIndexQuery, metaQuery } from '../../platform/meta/entity-meta.ts'
import { languageAhead } from '../../platform/i18n/i18n.ts'
import { expectOpen } from '../../platform/use-scenario.ts'
import { layoutQuery } from '../../grid/state/layout.ts'
import { viewsQuery } from '../../grid/state/views.ts'

export async function readAhead(client: QueryClient, scenario: string, route: string): Promise<void> {
  if (!(await expectOpen(client, scenario))) return
  const language = languageAhead()
  const index = await client.ensureQueryData(metaIndexQuery(scenario, language)).catch(() => [])
  const entity = entityOf(index, route)?.entity
  if (entity === undefined) return
  await Promise.all([
    client.prefetchQuery(metaQuery(scenario, entity, language)),
    client.prefetchQuery(layoutQuery(entity)),
    client.prefetchQuery(viewsQuery(scenario, entity)),
  ])
}
