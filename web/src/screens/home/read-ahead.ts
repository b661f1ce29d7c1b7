/** Reads the start screen while its code is loading. Errors are reported by the screen. */
import type { QueryClient } from '@tanstack/react-query'
import { entitiesQuery } from '../../platform/api/entities.ts'
import { lateOrdersQuery, planSummaryQuery } from '../../platform/api/home.ts'
import { startPagesQuery } from '../../platform/api/start-page.ts'
import { expectOpen } from '../../platform/use-scenario.ts'
import { isEmpty, seesFigures } from './seen-entities.ts'

export async function readAhead(client: QueryClient, scenario: string): Promise<void> {
  if (!(await expectOpen(client, scenario))) return
  const entities = await client.ensureQueryData(entitiesQuery(scenario))
  if (isEmpty(entities)) return
  await Promise.all([
    client.prefetchQuery(startPagesQuery(scenario)),
    ...(seesFigures(entities) ? [client.prefetchQuery(planSummaryQuery(scenario))] : []),
    ...(entities.some(({ entity }) => entity === 'input.demand')
      ? [client.prefetchQuery(lateOrdersQuery(scenario))]
      : []),
  ])
}
