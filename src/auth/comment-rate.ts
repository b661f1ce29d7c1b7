/**
 * Limits the comments of one user per hour: a comment requires only the permission to view its record, is stored
 * permanently, and sends a notification to all followers of the record. Counted per process, because only the order
 * of magnitude matters.
 */
import { ServiceError } from '../errors/service-error.ts'

export const commentsPerHour = 1_000
export const commentBytesPerHour = 2 ** 20
const hourMs = 3_600_000
/** Number of users after which entries without a remaining count are deleted. */
const maxUsers = 1_000

export interface CommentRate {
  /** Counts comments and their total size in bytes. Throws `too_many_comments`, and then counts nothing. */
  admit(userId: number, said: Said): void
}

interface Said {
  readonly comments: number
  readonly bytes: number
}

export function createCommentRate(now: () => number): CommentRate {
  const spent = new Map<number, Said & { readonly at: number }>()

  /** Returns the remaining count of a user, which decreases to zero within an hour. */
  function remaining(userId: number, at: number): Said {
    const known = spent.get(userId)
    if (known === undefined) return { comments: 0, bytes: 0 }
    const share = Math.max(0, at - known.at) / hourMs
    return {
      comments: Math.max(0, known.comments - share * commentsPerHour),
      bytes: Math.max(0, known.bytes - share * commentBytesPerHour),
    }
  }

  function deleteIdle(at: number): void {
    for (const userId of spent.keys()) {
      const { comments, bytes } = remaining(userId, at)
      if (comments === 0 && bytes === 0) spent.delete(userId)
    }
  }

  return {
    admit: (userId, said) => {
      const at = now()
      const before = remaining(userId, at)
      const sum = { comments: before.comments + said.comments, bytes: before.bytes + said.bytes }
      const excess = Math.max(
        (sum.comments - commentsPerHour) / commentsPerHour,
        (sum.bytes - commentBytesPerHour) / commentBytesPerHour,
      )
      if (excess > 0) {
        const seconds = Math.min(hourMs / 1000, Math.max(1, Math.ceil((excess * hourMs) / 1000)))
        const params = { count: commentsPerHour, limit: commentBytesPerHour, seconds }
        throw new ServiceError('too_many_comments', params, { headers: { 'Retry-After': String(seconds) } })
      }
      if (spent.size >= maxUsers) deleteIdle(at)
      spent.set(userId, { ...sum, at })
    },
  }
}
