/** Reads and stores start pages: the own one, and those of groups of users. */
import { queryOptions } from '@tanstack/react-query'
import type { StartWidget } from '../../../../src/model/start-pages.ts'
import { type Answer, call } from './endpoints.ts'
import { queryClient } from './query-client.ts'

export type StartPages = Answer<'GET /api/me/startpage/'>

const kind = 'start page'

/** Query for the own start page and that of the role, which depends on the scenario. */
export const startPagesQuery = (scenario: string) =>
  queryOptions({
    queryKey: [kind, scenario],
    queryFn: ({ signal }) => call('GET /api/me/startpage/', {}, { scenario, signal }),
    staleTime: 60_000,
  })

/**
 * Stores the page of a group, or the own one if the group is null. Without widgets, members of the group return to the
 * built-in page, the user to that of the role. Throws `ApiError`.
 */
export async function storeStartPage(
  scenario: string,
  group: string | null,
  widgets: readonly StartWidget[] | null,
): Promise<void> {
  if (group === null) {
    if (widgets === null) await call('DELETE /api/me/startpage/', {}, { scenario })
    else await call('PUT /api/me/startpage/', { body: { widgets } }, { scenario })
  } else {
    const path = { group }
    if (widgets === null) await call('DELETE /api/access/startpages/{group}/', { path }, { scenario })
    else await call('PUT /api/access/startpages/{group}/', { path, body: { widgets } }, { scenario })
  }
  await queryClient.invalidateQueries({ queryKey: [kind] })
}
