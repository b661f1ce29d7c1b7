/**
 * How many files are previewed at a time: a workbook takes memory and a core while its texts are read, so that one user
 * has few previews at once, and all users together not many more.
 */
import { ServiceError } from '../../errors/service-error.ts'

const mostAtOnce = 4
const mostPerUser = 2
const retrySeconds = '2'

const running = new Map<number, number>()

/** Runs a preview of a user. Throws `overloaded` with Retry-After when there are too many at this time. */
export async function withPreviewSlot<Result>(userId: number, run: () => Promise<Result>): Promise<Result> {
  const own = running.get(userId) ?? 0
  const all = [...running.values()].reduce((sum, count) => sum + count, 0)
  if (own >= mostPerUser || all >= mostAtOnce) {
    throw new ServiceError('overloaded', {}, { headers: { 'Retry-After': retrySeconds } })
  }
  running.set(userId, own + 1)
  try {
    return await run()
  } finally {
    const left = (running.get(userId) ?? 1) - 1
    if (left === 0) running.delete(userId)
    else running.set(userId, left)
  }
}
