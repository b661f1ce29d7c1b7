/** Comments as users write them. Entries of the audit trail, which look like comments, are made by the service alone. */
import type pg from 'pg'
import { qualified } from '../../database/identifiers.ts'
import type { CoercedRecord, DataContext, EntityStorage } from '../../data/context.ts'
import { schemaOf } from '../../data/relation.ts'
import { requireEntity } from '../../model/model.ts'
import { createFaultList } from './fault-list.ts'

/** Types of comments that say what a user did. */
const audited: ReadonlySet<unknown> = new Set(['add', 'change', 'delete'])
const written = ['comment', 'follower']

/** Rejects comments that a user passes off as entries of the audit trail; stored ones keep their type. */
export function createCommentStorage(inner: EntityStorage): EntityStorage {
  return {
    ...inner,
    prepare: async (context, client, records) => {
      const known = await inner.prepare?.(context, client, records)
      const { channel } = context.actor
      const forged = records.flatMap(({ type, id }, index) =>
        audited.has(type) ? [{ index, type: String(type), id }] : [],
      )
      if (forged.length === 0 || (channel !== 'api' && channel !== 'ui')) return known
      const stored = await storedTypes(context, client, forged)
      const faults = createFaultList(known)
      for (const { index, type, id } of forged) {
        if (stored.get(Number(id ?? 0)) === type) continue
        faults.add(index, 'type', {
          code: 'not_one_of',
          params: { value: type, known: written.join(', ') },
        })
      }
      return faults.result()
    },
  }
}

/** The types of the comments that exist, by key. */
async function storedTypes(
  context: DataContext,
  client: Pick<pg.ClientBase, 'query'>,
  records: readonly Pick<CoercedRecord, 'id'>[],
): Promise<ReadonlyMap<number, string>> {
  const entity = requireEntity(context.model, 'common.comment')
  const ids = records.flatMap(({ id }) => (typeof id === 'number' ? [id] : []))
  if (ids.length === 0) return new Map()
  const { rows } = await client.query<{ id: number; type: string }>(
    `SELECT "id", "type" FROM ${qualified(schemaOf(entity, context.scenario), entity.table)} WHERE "id" = ANY ($1::bigint[])`,
    [ids],
  )
  return new Map(rows.map(({ id, type }) => [id, type]))
}
