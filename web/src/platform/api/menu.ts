/** Reads the menu of a scenario: groups of items, and the reason why an item is disabled. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Answer, call } from './endpoints.ts'

export type MenuGroup = Answer<'GET /api/menu/'>[number]
export type MenuItem = MenuGroup['items'][number]

export const menuQuery = (scenario: string, language: string) =>
  queryOptions({
    queryKey: ['menu', scenario, language],
    queryFn: ({ signal }) => call('GET /api/menu/', {}, { scenario, signal }),
    staleTime: 60_000,
  })

/** Query for the menu of a scenario; disabled for a scenario that the user may not open. */
export const useMenu = (scenario: { readonly name: string; readonly open: boolean }, language: string) =>
  useQuery({ ...menuQuery(scenario.name, language), enabled: scenario.open })

/** Returns the target of an item: a path of the app, or an external address. */
export function addressOf(
  item: MenuItem,
  scenario: string,
): { readonly path?: string; readonly href?: string } {
  if (item.route === undefined) return item.url === undefined ? {} : { href: item.url }
  if (item.route.startsWith('/app/')) return { path: item.route }
  return { path: `/app/${encodeURIComponent(scenario)}${item.route}` }
}
