/** Records that belong to a user whom the client names: only administrators name somebody else. */
import type { EntityStorage } from '../../data/storage.ts'
import { type Entity, permissionName } from '../../model/entity.ts'
import { requireEntity } from '../../model/model.ts'
import type { Access } from '../access.ts'
import { type Standing, standingHolds } from '../rights/reach.ts'
import { standingOfActor } from './actor.ts'
import { createFaultList } from './fault-list.ts'

/** Storage of followers and notifications. Without an owner a new record is the writer's. */
export function createOwnStorage(access: Access, name: string): EntityStorage {
  return {
    prepare: async (context, _client, records) => {
      const entity = requireEntity(context.model, name)
      const owner = entity.ownerField!
      const standing = await standingOfActor(access, context.actor)
      const faults = createFaultList()
      for (const [index, record] of records.entries()) {
        const isNew = record['id'] === undefined || record['id'] === null
        if (isNew && !standing.unlimited) record[owner] ??= standing.userId
        const given = record[owner]
        if (given === undefined || given === standing.userId) continue
        if (!mayNameOthers(standing, context.scenario, entity)) {
          faults.add(index, owner, { code: 'field_not_permitted' })
        }
      }
      return faults.result()
    },
  }
}

function mayNameOthers(standing: Standing, scenario: string, entity: Entity): boolean {
  return (['add', 'change'] as const).every((action) =>
    standingHolds(standing, scenario, permissionName(entity, action)),
  )
}
