/** Scenarios: their label is changed with the right in that very scenario, whichever the request was sent to. */
import type pg from 'pg'
import type { DataContext, EntityStorage } from '../../data/context.ts'
import { relationOf } from '../../data/relation.ts'
import { recordLevel } from '../../errors/service-error.ts'
import type { Message } from '../../errors/messages.ts'
import { requireEntity } from '../../model/model.ts'
import type { Access } from '../access.ts'
import { standingHolds } from '../rights/reach.ts'
import { standingOfActor } from './actor.ts'
import { createFaultList } from './fault-list.ts'

const right = 'common.change_scenario'
const none: ReadonlySet<string> = new Set()

async function freeScenarios(context: DataContext, client: pg.ClientBase): Promise<ReadonlySet<string>> {
  const relation = relationOf(context, requireEntity(context.model, 'common.scenario'))
  const { rows } = await client.query<{ name: string }>(
    `SELECT s."name" FROM ${relation} AS s WHERE s."status" = 'Free'`,
  )
  return new Set(rows.map(({ name }) => name))
}

export function createScenarioStorage(access: Access): EntityStorage {
  return {
    prepare: async (context, client, records) => {
      const standing = await standingOfActor(access, context.actor)
      const faults = createFaultList()
      const may = (scenario: string): boolean => standingHolds(standing, scenario, right)
      const refused = [...records.entries()].filter(([, { name }]) => !may(String(name)))
      // Nobody has rights in a scenario that is free. Who may not change scenarios here does not learn which are.
      const free = refused.length > 0 && may(context.scenario) ? await freeScenarios(context, client) : none
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
