/**
 * Storage of comments and follows, which refer to a record of any entity by name: creating or changing one requires
 * the permission to view that entity.
 */
import type pg from 'pg'
import { qualified } from '../../database/identifiers.ts'
import type { CoercedRecord, DataContext, EntityStorage } from '../../data/context.ts'
import { schemaOf } from '../../data/relation.ts'
import { recordLevel } from '../../errors/service-error.ts'
import type { Entity } from '../../model/entity.ts'
import { requireEntity } from '../../model/model.ts'
import type { Access } from '../access.ts'
import { mayViewSubject } from '../rights/subjects.ts'
import { standingOfActor } from './actor.ts'
import { createFaultList } from './fault-list.ts'

/** Creates the storage of an entity with `content_type`; `inner` prepares the records first. */
export function createSubjectStorage(access: Access, name: string, inner?: EntityStorage): EntityStorage {
  return {
    ...inner,
    prepare: async (context, client, records) => {
      const known = await inner?.prepare?.(context, client, records)
      const standing = await standingOfActor(access, context.actor)
      if (standing.unlimited) return known
      const entity = requireEntity(context.model, name)
      const stored = await storedSubjects(context, client, entity, records)
      const faults = createFaultList(known)
      for (const [index, record] of records.entries()) {
        const before = stored.get(Number(record['id'] ?? 0))
        const given = record['content_type']
        const mayView = (subject: string): boolean => mayViewSubject(standing, context.scenario, subject)
        if (typeof given === 'string' && given !== before?.subject && !mayView(given)) {
          faults.add(index, 'content_type', { code: 'not_viewable', params: { entity: given.slice(0, 100) } })
        }
        const own = entity.ownerField !== undefined && before?.owner === standing.userId
        if (before !== undefined && !own && !mayView(before.subject)) {
          faults.add(index, recordLevel, { code: 'not_permitted', params: { action: 'change' } })
        }
      }
      return faults.result()
    },
  }
}

interface StoredSubject {
  readonly subject: string
  readonly owner: number | null
}

/** Returns the subject and owner of existing records, by key. */
async function storedSubjects(
  context: DataContext,
  client: Pick<pg.ClientBase, 'query'>,
  entity: Entity,
  records: readonly CoercedRecord[],
): Promise<ReadonlyMap<number, StoredSubject>> {
  const ids = records.flatMap(({ id }) => (typeof id === 'number' ? [id] : []))
  if (ids.length === 0) return new Map()
  const { rows } = await client.query<StoredSubject & { id: number }>(
    `SELECT "id", "content_type" AS "subject", "user" AS "owner"
    FROM ${qualified(schemaOf(entity, context.scenario), entity.table)} WHERE "id" = ANY ($1::bigint[])`,
    [ids],
  )
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}
