/** How long questions with edits wait for what others have locked. */
import { DatabaseError } from 'pg'
import type pg from 'pg'
import { ServiceError } from '../../errors/service-error.ts'

/** Seconds that a question waits for records or tables that others have locked: all other questions wait behind it. */
const lockTimeoutSeconds = 3
const lockNotAvailable = '55P03'

/** Within a transaction. */
export const limitLockWait = (client: pg.ClientBase): Promise<unknown> =>
  client.query(`SET LOCAL lock_timeout TO '${lockTimeoutSeconds}s'`)

/** Throws `live_plan_unavailable` where others hold a lock for too long. */
export async function withLockTimeout<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== lockNotAvailable) throw error
    const reason = `Others have been changing the same records for more than ${lockTimeoutSeconds} seconds.`
    throw new ServiceError('live_plan_unavailable', { reason }, { cause: error })
  }
}
