/** Scenarios: their label is changed with the right in that very scenario, whichever the request was sent to. */
import type { EntityStorage } from '../../data/context.ts'
import { recordLevel } from '../../errors/service-error.ts'
import type { Message } from '../../errors/messages.ts'
import { listScenarios } from '../../scenarios/registry.ts'
import type { Database } from '../../database/database.ts'
import type { Access } from '../access.ts'
import { standingHolds } from '../rights/reach.ts'
import { standingOfActor } from './actor.ts'
import { createFaultList } from './fault-list.ts'

const right = 'common.change_scenario'
const none: ReadonlySet<string> = new Set()

const freeScenarios = async (database: Database): Promise<ReadonlySet<string>> =>
  new Set((await listScenarios(database)).filter(({ hasSchema }) => !hasSchema).map(({ name }) => name))

export function createScenarioStorage(access: Access): EntityStorage {
  return {
    prepare: async (context, _client, records) => {
      const standing = await standingOfActor(access, context.actor)
      const faults = createFaultList()
      const may = (scenario: string): boolean => standingHolds(standing, scenario, right)
      const refused = [...records.entries()].filter(([, { name }]) => !may(String(name)))
      // Nobody has rights in a scenario that is free. Who may not change scenarios here does not learn which are.
      const free = refused.length > 0 && may(context.scenario) ? await freeScenarios(context.database) : none
      for (const [index, { name }] of refused) {
        const value = String(name)
        const fault: Message = free.has(value)
          ? { code: 'scenario_is_free', params: { value } }
          : { code: 'not_permitted', params: { action: 'change' } }
        faults.add(index, recordLevel, fault)
      }
      return faults.result()
    },
  }
}
