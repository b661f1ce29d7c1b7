/** Loads the code and the data of a list in parallel with its screen. */
import type { QueryClient } from '@tanstack/react-query'
import { begin } from '../../platform/begin.ts'
import { languageAhead } from '../../platform/i18n/i18n.ts'
import { metaIndexQuery } from '../../platform/meta/meta-index.ts'
import { expectOpen } from '../../platform/use-scenario.ts'

/** Requests the entities before the code of the screen is loaded and compiled, because the title of a list needs them. */
export const requestEntities = (client: QueryClient, scenario: string): void =>
  begin(async () => {
    if (await expectOpen(client, scenario))
      await client.prefetchQuery(metaIndexQuery(scenario, languageAhead()))
  })

/** @param route entity as in the address: `demand`, or `output.problem` */
export function openList(client: QueryClient, scenario: string, route: string): void {
  // Not awaited: the screen shows the data that is available.
  begin(() => import('../../grid/engine/engine.ts'))
  begin(async () => {
    const { readListAhead } = await import('./read-ahead.ts')
    await readListAhead(client, scenario, route)
  })
}
