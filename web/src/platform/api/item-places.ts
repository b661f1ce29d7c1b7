/** Reads the locations at which an item can be had: where it is stocked, made, bought or sent to. */
import { queryOptions } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { call, entityParts } from './endpoints.ts'

const sources = ['input.buffer', 'input.operation', 'input.itemsupplier', 'input.itemdistribution'] as const

/** Maximum number of locations per kind of source. */
const mostPlaces = 50

/** Query for the names of the locations, limited to those that the user may see. */
export const itemPlacesQuery = (scenario: string, item: string) =>
  queryOptions({
    queryKey: ['item places', scenario, item],
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      const found = await Promise.all(
        sources.map((entity) => placesIn(scenario, entity, item, signal).catch(withoutRight)),
      )
      const collator = new Intl.Collator(undefined, { numeric: true })
      return [...new Set(found.flat())].toSorted(collator.compare)
    },
    staleTime: 60_000,
  })

async function placesIn(
  scenario: string,
  entity: string,
  item: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const query = { field: 'location', limit: mostPlaces, filter: JSON.stringify(equals('item', item)) }
  const input = { path: entityParts(entity), query }
  const { values } = await call('GET /api/distinct/{app}/{entity}/', input, { scenario, signal })
  return values.flatMap(({ value }) => (typeof value === 'string' && value !== '' ? [value] : []))
}

const equals = (field: string, value: string) => ({ field, lookup: 'exact', value })

/** Users may see some of the sources only. */
function withoutRight(error: unknown): readonly string[] {
  if (error instanceof ApiError && error.status === 403) return []
  throw error
}
