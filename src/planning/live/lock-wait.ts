/** Limits the time that requests with edits wait for locks of other transactions. */
import type pg from 'pg'
import { isLockTimeout } from '../../database/errors.ts'
import { ServiceError } from '../../errors/service-error.ts'

/** Timeout of a lock on records or tables, in seconds. It is short because all other requests wait behind this one. */
const lockTimeoutSeconds = 3

/** Sets the lock timeout of the current transaction. */
export const limitLockWait = (client: pg.ClientBase): Promise<unknown> =>
  client.query(`SET LOCAL lock_timeout TO '${lockTimeoutSeconds}s'`)

/** Runs the function. Throws `live_plan_unavailable` if another transaction holds a lock for too long. */
export async function withLockTimeout<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    throw new ServiceError(
      'live_plan_unavailable',
      { reason: { code: 'records_locked', params: { seconds: lockTimeoutSeconds } } },
      { cause: error },
    )
  }
}
