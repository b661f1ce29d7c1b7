/**
 * How much one user may say within an hour: a comment needs no more than the right to view its record, is kept for good, and
 * is told to everybody who follows that record. Counted in this process, since it is a matter of the order of magnitude.
 */
import { ServiceError } from '../errors/service-error.ts'

export const commentsPerHour = 1_000
export const commentBytesPerHour = 2 ** 20
const hourMs = 3_600_000
/** Users that are remembered before those who have room again are forgotten. */
const capacity = 1_000

export interface CommentRate {
  /** Counts comments, and bytes of all that is said. Throws `too_many_comments`, and then counts nothing. */
  admit(userId: number, said: Said): void
}

interface Said {
  readonly comments: number
  readonly bytes: number
}

export function createCommentRate(now: () => number): CommentRate {
  const spent = new Map<number, Said & { readonly at: number }>()

  /** What counts still: an hour's worth is forgotten within an hour. */
  function remaining(userId: number, at: number): Said {
    const known = spent.get(userId)
    if (known === undefined) return { comments: 0, bytes: 0 }
    const share = Math.max(0, at - known.at) / hourMs
    return {
      comments: Math.max(0, known.comments - share * commentsPerHour),
      bytes: Math.max(0, known.bytes - share * commentBytesPerHour),
    }
  }

  function forgetIdle(at: number): void {
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
      if (spent.size >= capacity) forgetIdle(at)
      spent.set(userId, { ...sum, at })
    },
  }
}
