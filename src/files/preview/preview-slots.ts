/**
 * Limits the number of concurrent previews. A workbook takes memory and a CPU core while its texts are read, so the
 * limit per user is low, and the limit of all users only a little higher.
 */
import { ServiceError } from '../../errors/service-error.ts'

const mostAtOnce = 4
const mostPerUser = 2
const retrySeconds = '2'

const running = new Map<number, number>()

/** Runs a preview of a user. Throws `overloaded` with Retry-After if too many previews are running. */
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
