/** Reads the buffers behind rows of the inventory report. */
import { queryOptions } from '@tanstack/react-query'
import { getJson } from './client.ts'
import { scenarioPath, withQuery } from './paths.ts'
import { list, nullable, number, object, type Shaped, text } from './shape.ts'

const bufferShape = object({
  id: number,
  item: text,
  location: text,
  minimum: nullable(number),
  minimum_calendar: nullable(text),
  lastmodified: text,
})

export type StockBuffer = Shaped<typeof bufferShape>

/** More than one buffer per item and location differ in their batches. */
const mostBuffers = 10_000

const namesAt = (keys: readonly (readonly string[])[], part: number): readonly string[] => [
  ...new Set(keys.map((key) => key[part] ?? '')),
]

const among = (field: string, value: readonly string[]) => ({ field, lookup: 'in', value })

/** Query for the buffers of items at locations, and of the same items at the other locations of the list. */
export const buffersQuery = (scenario: string, keys: readonly (readonly string[])[]) =>
  queryOptions({
    queryKey: ['report buffers', scenario, keys],
    queryFn: async ({ signal }): Promise<readonly StockBuffer[]> => {
      const path = withQuery(scenarioPath(scenario, '/api/input/buffer/'), {
        fields: 'id,item,location,minimum,minimum_calendar,lastmodified',
        filter: JSON.stringify({
          and: [among('item', namesAt(keys, 0)), among('location', namesAt(keys, 1))],
        }),
        limit: mostBuffers,
      })
      return getJson(path, list(bufferShape), { signal })
    },
    staleTime: 60_000,
  })

const joined = (key: readonly string[]): string => key.join('\0')

/**
 * Returns a function that finds the buffers of an item at a location. Portions of a list can share items and locations,
 * so that several of them contain the same buffer: it is found once.
 */
export function buffersByPlace(
  portions: readonly (readonly StockBuffer[])[],
): (key: readonly string[]) => readonly StockBuffer[] {
  const byId = new Map(portions.flat().map((buffer) => [buffer.id, buffer]))
  const byPlace = Map.groupBy(byId.values(), ({ item, location }) => joined([item, location]))
  return (key) => byPlace.get(joined(key)) ?? []
}
