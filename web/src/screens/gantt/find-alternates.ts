/** Finds the resources that can perform an order. */
import type { QueryClient } from '@tanstack/react-query'
import { operationLoadsQuery, skilledQuery } from '../../platform/api/alternates.ts'
import type { Load } from '../../platform/api/unplanned.ts'
import type { TimelineRow } from '../../platform/api/timeline.ts'
import type { PlacedBar } from './lanes.ts'

/** Returns the names of the resources, including that of the bar. Pools are replaced by their members. */
export async function findAlternates(
  client: QueryClient,
  scenario: string,
  rows: readonly TimelineRow[],
  { resource, bar }: PlacedBar,
): Promise<ReadonlySet<string>> {
  const found = new Set([resource])
  if (bar.operation === null) return found
  const owners = new Map(rows.map(({ resource: name, owner }) => [name, owner]))
  const owner = owners.get(resource)
  const loads = await client.fetchQuery(operationLoadsQuery(scenario, bar.operation))
  const own = loads.find(
    (load) => load.resource === resource || (load.resource !== null && load.resource === owner),
  )
  if (own === undefined) return found
  // Loads with the same name are alternates.
  const alternates =
    own.name === null || own.name === '' ? [own] : loads.filter(({ name }) => name === own.name)
  for (const name of await membersOf(client, scenario, rows, alternates)) found.add(name)
  return found
}

/** Returns the names of the shown resources that can perform one of some loads. Pools are replaced by their members. */
export async function membersOf(
  client: QueryClient,
  scenario: string,
  rows: readonly TimelineRow[],
  loads: readonly Pick<Load, 'resource' | 'skill'>[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const { resource: wanted, skill } of loads) {
    const skilled =
      skill === null || skill === ''
        ? undefined
        : new Set(await client.fetchQuery(skilledQuery(scenario, skill)))
    for (const { resource: name, owner } of rows)
      if ((name === wanted || owner === wanted) && skilled?.has(name) !== false) found.add(name)
  }
  return found
}
