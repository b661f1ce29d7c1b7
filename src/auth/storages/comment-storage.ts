/**
 * Storage of comments: limits the comments of one user per hour, except for superusers, who may import comments of
 * many years.
 */
import type { EntityStorage } from '../../data/context.ts'
import type { Access } from '../access.ts'
import type { CommentRate } from '../comment-rate.ts'
import { isSuperuser } from '../principal.ts'
import { standingOfActor } from './actor.ts'

/** `inner` prepares the records first. */
export function createCommentStorage(access: Access, rate: CommentRate, inner: EntityStorage): EntityStorage {
  return {
    ...inner,
    prepare: async (context, client, records) => {
      const known = await inner.prepare?.(context, client, records)
      const standing = await standingOfActor(access, context.actor)
      if (standing.unlimited || isSuperuser(standing, context.scenario)) return known
      const bytes = records
        .flatMap((record) => Object.values(record))
        .reduce<number>((sum, value) => sum + (typeof value === 'string' ? Buffer.byteLength(value) : 0), 0)
      rate.admit(standing.userId, { comments: records.length, bytes })
      return known
    },
  }
}
