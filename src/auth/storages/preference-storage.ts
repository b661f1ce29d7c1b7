/** Storage of preferences: applies the limits of their values in the data API as on screens. */
import type pg from 'pg'
import type { CoercedRecord, EntityStorage } from '../../data/context.ts'
import {
  largestPreference,
  mostPreferences,
  preferenceRoom,
  type PreferenceSize,
  type PreferenceSource,
} from '../preference-quota.ts'
import { createFaultList } from './fault-list.ts'

/** `inner` prepares the records first and sets their owners. */
export function createPreferenceStorage(inner: EntityStorage): EntityStorage {
  return {
    ...inner,
    prepare: async (context, client, records) => {
      const faults = createFaultList(await inner.prepare?.(context, client, records))
      const source: PreferenceSource = {
        query: ({ text, values = [] }) => client.query<PreferenceSize>(text, [...values]),
      }
      const stored = await storedOwners(client, records)
      const byOwner = Map.groupBy(records.entries(), ([, record]): number | null => {
        const known = stored.get(Number(record['id']))
        if (record['user'] === undefined && known !== undefined) return known.user
        const owner = record['user'] ?? context.actor.userId
        return typeof owner === 'number' ? owner : null
      })
      for (const [userId, own] of byOwner) {
        const names = own
          .flatMap(([, { id, property }]) => [property, stored.get(Number(id))?.property])
          .filter((name) => typeof name === 'string')
        const room = await preferenceRoom(source, { userId, names })
        let { values, bytes } = room
        for (const [index, { value }] of own) {
          if (value === undefined) continue
          const size = Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value))
          values -= 1
          bytes -= size
          if (size > largestPreference)
            faults.add(index, 'value', { code: 'value_too_large', params: { limit: largestPreference } })
          else if (values < 0)
            faults.add(index, 'value', { code: 'too_many_values', params: { limit: mostPreferences } })
          else if (bytes < 0)
            faults.add(index, 'value', { code: 'value_too_large', params: { limit: room.bytes } })
        }
      }
      return faults.result()
    },
  }
}

interface StoredOwner {
  readonly user: number | null
  readonly property: string
}

/** Returns owner and name of the stored preferences that the records change by their id. */
async function storedOwners(
  client: Pick<pg.ClientBase, 'query'>,
  records: readonly CoercedRecord[],
): Promise<ReadonlyMap<number, StoredOwner>> {
  const ids = records.flatMap(({ id }) => (typeof id === 'number' ? [id] : []))
  if (ids.length === 0) return new Map()
  const { rows } = await client.query<StoredOwner & { readonly id: number }>(
    'SELECT "id", "user", "property" FROM control."userpreference" WHERE "id" = ANY ($1::bigint[])',
    [ids],
  )
  return new Map(rows.map(({ id, ...owner }) => [id, owner]))
}
