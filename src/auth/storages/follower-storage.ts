/** Storage of follows: one user may have so many, since the inbox looks at all of them each time it is read. */
import type pg from 'pg'
import { qualified } from '../../database/identifiers.ts'
import type { DataContext, EntityStorage } from '../../data/context.ts'
import { schemaOf } from '../../data/relation.ts'
import type { Entity } from '../../model/entity.ts'
import { requireEntity } from '../../model/model.ts'
import { createFaultList } from './fault-list.ts'
import { storedIds } from './own-storage.ts'

/** Follows of one user in a scenario. */
export const mostFollows = 2_000

/** `inner` looks at the records first, and names their owners. */
export function createFollowerStorage(inner: EntityStorage): EntityStorage {
  return {
    ...inner,
    prepare: async (context, client, records) => {
      const known = await inner.prepare?.(context, client, records)
      const entity = requireEntity(context.model, 'common.follower')
      const stored = await storedIds(context, client, entity, records)
      const faults = createFaultList(known)
      const added = [...records.entries()].filter(([, { id }]) => !stored.has(Number(id ?? 0)))
      const byOwner = Map.groupBy(added, ([, { user }]) => user)
      const counts = await followCounts(context, client, entity, [...byOwner.keys()])
      for (const [owner, own] of byOwner) {
        const room = Math.max(0, mostFollows - (counts.get(owner) ?? 0))
        for (const [index] of own.slice(room))
          faults.add(index, 'user', { code: 'too_many_values', params: { limit: mostFollows } })
      }
      return faults.result()
    },
  }
}

/** Follows that these users have. */
async function followCounts(
  context: DataContext,
  client: Pick<pg.ClientBase, 'query'>,
  entity: Entity,
  owners: readonly unknown[],
): Promise<ReadonlyMap<unknown, number>> {
  const ids = owners.filter((owner) => typeof owner === 'number')
  const { rows } = await client.query<{ user: number; count: number }>(
    `SELECT "user", count(*)::integer AS "count" FROM ${qualified(schemaOf(entity, context.scenario), entity.table)}
    WHERE "user" = ANY ($1::bigint[]) GROUP BY "user"`,
    [ids],
  )
  return new Map(rows.map(({ user, count }) => [user, count]))
}
