/** Storage of preferences: applies the limits of their values in the data API as on screens. */
import type { EntityStorage } from '../../data/context.ts'
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
      const byOwner = Map.groupBy(records.entries(), ([, record]) => {
        const owner = record['user'] ?? context.actor.userId
        return typeof owner === 'number' ? owner : null
      })
      for (const [userId, own] of byOwner) {
        const names = own.flatMap(([, { property }]) => (typeof property === 'string' ? [property] : []))
        const source: PreferenceSource = {
          query: ({ text, values = [] }) => client.query<PreferenceSize>(text, [...values]),
        }
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
