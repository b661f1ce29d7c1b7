/** Loads the data that determine the capacity of resources: resources, locations and calendars. */
import type { DataContext } from '../../data/context.ts'
import { tablesOf } from '../../data/relation.ts'
import type { CapacityInput } from '../../planner/result/resource-capacity.ts'
import { readCalendars } from '../../data/calendars/read-calendars.ts'
import { readTable } from './load-scenario.ts'
import { locations, resources } from './tables.ts'

export function loadCapacity(context: DataContext): Promise<CapacityInput> {
  const table = tablesOf(context)
  return context.home.withTransaction(
    async (client) => ({
      calendars: await readCalendars(client, table),
      locations: await readTable(client, table(locations.entity), locations),
      resources: await readTable(client, table(resources.entity), resources),
    }),
    { isolation: 'repeatable read', readOnly: true, signal: context.signal },
  )
}
