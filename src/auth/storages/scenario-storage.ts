/**
 * Storage of scenarios: changing a label requires the permission in that scenario, whichever scenario the request
 * addresses.
 */
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
      // Users have no permissions in a free scenario. Actors who may not change scenarios here must not learn which
      // are free.
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
