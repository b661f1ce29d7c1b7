/** Scenarios: their label is changed with the right in that very scenario, whichever the request was sent to. */
import type { EntityStorage } from '../../data/context.ts'
import { recordLevel } from '../../errors/service-error.ts'
import type { Access } from '../access.ts'
import { standingHolds } from '../rights/reach.ts'
import { standingOfActor } from './actor.ts'
import { createFaultList } from './fault-list.ts'

export function createScenarioStorage(access: Access): EntityStorage {
  return {
    prepare: async (context, _client, records) => {
      const standing = await standingOfActor(access, context.actor)
      const faults = createFaultList()
      for (const [index, { name }] of records.entries()) {
        if (standingHolds(standing, String(name), 'common.change_scenario')) continue
        faults.add(index, recordLevel, { code: 'not_permitted', params: { action: 'change' } })
      }
      return faults.result()
    },
  }
}
