/** Reads the menu of a scenario: groups of items, and the reason why an item is disabled. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getJson } from './client.ts'
import { scenarioPath } from './paths.ts'
import { boolean, list, object, optional, otherwise, type Shaped, text } from './shape.ts'

const itemShape = object({
  id: otherwise(text, ''),
  label: text,
  /** `entity`, `report`, `page`, `task` or `link`. */
  kind: otherwise(text, 'link'),
  entity: optional(text),
  page: optional(text),
  task: optional(text),
  /** Path within the scenario, or a full path if it starts with `/app/`. */
  route: optional(text),
  /** Address outside the app. */
  url: optional(text),
  enabled: boolean,
  reason: optional(text),
})

const groupShape = object({ id: otherwise(text, ''), group: text, items: list(itemShape) })

export type MenuItem = Shaped<typeof itemShape>
export type MenuGroup = Shaped<typeof groupShape>

export const menuQuery = (scenario: string, language: string) =>
  queryOptions({
    queryKey: ['menu', scenario, language],
    queryFn: ({ signal }) => getJson(scenarioPath(scenario, '/api/menu/'), list(groupShape), { signal }),
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
