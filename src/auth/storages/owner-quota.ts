/** How many records of an entity one user may own: everybody may add records of their own, without a right to them. */
import type pg from 'pg'
import { identifier, qualified } from '../../database/identifiers.ts'
import type { DataContext, EntityStorage } from '../../data/context.ts'
import { schemaOf } from '../../data/relation.ts'
import type { Entity } from '../../model/entity.ts'
import { requireEntity } from '../../model/model.ts'
import { createFaultList } from './fault-list.ts'
import { storedIds } from './own-storage.ts'

/** Follows of one user in a scenario: the inbox looks at all of them each time it is read. */
export const mostFollows = 2_000
/** Notifications of one user in a scenario. */
export const mostNotifications = 2_000
/** API keys of one user: programs have one each, and each of them is a credential that can leak. */
export const mostApiKeys = 100

/** A storage with a limit. `inner` looks at the records first, and names their owners. */
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

/** Records that these users own. */
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
