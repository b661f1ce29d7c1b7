/** Reads the exceptions while the code of their screen is loading. Errors are reported by the screen. */
import type { QueryClient } from '@tanstack/react-query'
import {
  bottleneckTotalsQuery,
  exceptionCountsQuery,
  exceptionsQuery,
} from '../../platform/api/exceptions.ts'
import { meQuery } from '../../platform/api/me.ts'
import { expectOpen } from '../../platform/use-scenario.ts'
import { type ExceptionSearch, filterOf, limitOf } from './exception-search.ts'

export async function readAhead(
  client: QueryClient,
  scenario: string,
  search: ExceptionSearch,
): Promise<void> {
  if (!(await expectOpen(client, scenario))) return
  const { username } = await client.ensureQueryData(meQuery)
  const filter = filterOf(search, username)
  const { group: _group, ...anyGroup } = filter
  await Promise.all([
    client.prefetchQuery(exceptionsQuery(scenario, filter, limitOf(search))),
    client.prefetchQuery(exceptionCountsQuery(scenario, anyGroup)),
    ...(search.by === 'bottleneck' ? [client.prefetchQuery(bottleneckTotalsQuery(scenario, filter))] : []),
  ])
}
