/**
 * Storage of comments: requires the records that they refer to, and limits the comments of one user per hour, except
 * for superusers, who may import comments of many years.
 */
import type { EntityStorage } from '../../data/context.ts'
import type { Access } from '../access.ts'
import type { CommentRate } from '../comment-rate.ts'
import { isSuperuser } from '../principal.ts'
import { standingOfActor } from './actor.ts'
import { checkCommented } from './commented-records.ts'
import { createFaultList } from './fault-list.ts'

/** `inner` prepares the records first. */
export function createCommentStorage(access: Access, rate: CommentRate, inner: EntityStorage): EntityStorage {
  return {
    ...inner,
    prepare: async (context, client, records) => {
      const known = await inner.prepare?.(context, client, records)
      const standing = await standingOfActor(access, context.actor)
      if (standing.unlimited) return known
      if (!isSuperuser(standing, context.scenario)) {
        const bytes = records
          .flatMap((record) => Object.values(record))
          .reduce<number>((sum, value) => sum + (typeof value === 'string' ? Buffer.byteLength(value) : 0), 0)
        rate.admit(standing.userId, { comments: records.length, bytes })
      }
      const faults = createFaultList(known)
      await checkCommented(context, client, records, faults)
      return faults.result()
    },
  }
}
