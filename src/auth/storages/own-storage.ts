/** Storage of records that belong to a user: new records belong to the actor, unless an administrator sets another owner. */
import type pg from 'pg'
import { qualified } from '../../database/identifiers.ts'
import type { CoercedRecord, DataContext, EntityStorage } from '../../data/context.ts'
import { schemaOf } from '../../data/relation.ts'
import { type Entity, permissionName } from '../../model/entity.ts'
import { requireEntity } from '../../model/model.ts'
import type { Access } from '../access.ts'
import { type Standing, standingHolds } from '../rights/reach.ts'
import { standingOfActor } from './actor.ts'
import { createFaultList } from './fault-list.ts'

/** Creates the storage of followers, notifications and preferences. */
export function createOwnStorage(access: Access, name: string): EntityStorage {
  return {
    prepare: async (context, client, records) => {
      const entity = requireEntity(context.model, name)
      const owner = entity.ownerField!
      const standing = await standingOfActor(access, context.actor)
      if (standing.unlimited) return undefined
      const stored = await storedIds(context, client, entity, records)
      const faults = createFaultList()
      for (const [index, record] of records.entries()) {
        if (!stored.has(Number(record['id'] ?? 0))) record[owner] ??= standing.userId
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

/** Returns the keys in the records that exist. A key that does not exist counts as not given. */
export async function storedIds(
  context: DataContext,
  client: Pick<pg.ClientBase, 'query'>,
  entity: Entity,
  records: readonly CoercedRecord[],
): Promise<ReadonlySet<number>> {
  const ids = records.flatMap(({ id }) => (typeof id === 'number' ? [id] : []))
  const { rows } = await client.query<{ id: number }>(
    `SELECT "id" FROM ${qualified(schemaOf(entity, context.scenario), entity.table)}
    WHERE "id" = ANY ($1::bigint[])`,
    [ids],
  )
  return new Set(rows.map(({ id }) => id))
}

function mayNameOthers(standing: Standing, scenario: string, entity: Entity): boolean {
  return (['add', 'change'] as const).every((action) =>
    standingHolds(standing, scenario, permissionName(entity, action)),
  )
}
