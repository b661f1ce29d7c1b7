/** Requests the data of a list or a record while its screen is loading. Errors are reported by the screen. */
import type { QueryClient } from '@tanstack/react-query'
import { entityOf, metaQuery } from '../../platform/meta/entity-meta.ts'
import { metaIndexQuery } from '../../platform/meta/meta-index.ts'
import { languageAhead } from '../../platform/i18n/i18n.ts'
import { expectOpen } from '../../platform/use-scenario.ts'
import { layoutQuery } from '../../grid/state/layout.ts'
import { viewsQuery } from '../../grid/state/views.ts'

/** Requests the metadata, the columns and the views of a list. */
export async function readListAhead(client: QueryClient, scenario: string, route: string): Promise<void> {
  const entity = await entityAhead(client, scenario, route)
  if (entity === undefined) return
  await Promise.all([
    client.prefetchQuery(metaQuery(scenario, entity, languageAhead())),
    client.prefetchQuery(layoutQuery(entity)),
    client.prefetchQuery(viewsQuery(scenario, entity)),
  ])
}

/** Requests the metadata of a record. */
export async function readMetaAhead(client: QueryClient, scenario: string, route: string): Promise<void> {
  const entity = await entityAhead(client, scenario, route)
  if (entity !== undefined) await client.prefetchQuery(metaQuery(scenario, entity, languageAhead()))
}

/** Returns the name of the entity; undefined if the user may not view it. */
async function entityAhead(
  client: QueryClient,
  scenario: string,
  route: string,
): Promise<string | undefined> {
  if (!(await expectOpen(client, scenario))) return undefined
  const index = await client.ensureQueryData(metaIndexQuery(scenario, languageAhead())).catch(() => [])
  return entityOf(index, route)?.entity
}
