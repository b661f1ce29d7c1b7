/**
 * Limits the number of records of an entity that one user may own, because users can add their own records without a
 * permission.
 */
import type pg from 'pg'
import { identifier, qualified } from '../../database/identifiers.ts'
import type { DataContext, EntityStorage } from '../../data/context.ts'
import { schemaOf } from '../../data/relation.ts'
import type { Entity } from '../../model/entity.ts'
import { requireEntity } from '../../model/model.ts'
import { createFaultList } from './fault-list.ts'
import { storedIds } from './own-storage.ts'

/** Maximum number of follows of one user in a scenario; the inbox reads all of them at each request. */
export const mostFollows = 2_000
/** Maximum number of notifications of one user in a scenario. */
export const mostNotifications = 2_000
/** Maximum number of API keys of one user: one per program is sufficient, and each key is a credential that can leak. */
export const mostApiKeys = 100

/** Creates a storage with a limit. `inner` prepares the records first and sets their owners. */
export function createOwnerQuota<Storage extends EntityStorage>(
  name: string,
  limit: number,
  inner: Storage,
): Storage {
  return {
    ...inner,
    prepare: async (context, client, records) => {
      const known = await inner.prepare?.(context, client, records)
      const entity = requireEntity(context.model, name)
      const field = entity.ownerField!
      const stored = await storedIds(context, client, entity, records)
      const faults = createFaultList(known)
      const added = [...records.entries()].filter(([, { id }]) => !stored.has(Number(id ?? 0)))
      const byOwner = Map.groupBy(added, ([, record]) => record[field])
      const counts = await countByOwner(context, client, entity, [...byOwner.keys()])
      for (const [owner, own] of byOwner) {
        const room = Math.max(0, limit - (counts.get(owner) ?? 0))
        for (const [index] of own.slice(room))
          faults.add(index, field, { code: 'too_many_values', params: { limit } })
      }
      return faults.result()
    },
  }
}

/** Returns the number of records per owner. */
async function countByOwner(
  context: DataContext,
  client: Pick<pg.ClientBase, 'query'>,
  entity: Entity,
  owners: readonly unknown[],
): Promise<ReadonlyMap<unknown, number>> {
  const ids = owners.filter((owner) => typeof owner === 'number')
  const owner = identifier(entity.fieldByName.get(entity.ownerField!)!.column)
  const { rows } = await client.query<{ owner: number; count: number }>(
    `SELECT ${owner} AS "owner", count(*)::integer AS "count"
    FROM ${qualified(schemaOf(entity, context.scenario), entity.table)} WHERE ${owner} = ANY ($1::bigint[]) GROUP BY ${owner}`,
    [ids],
  )
  return new Map(rows.map(({ owner: user, count }) => [user, count]))
}
