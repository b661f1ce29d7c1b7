/** Runs calculations of this process while the database executes statements. */
import { inTurns } from '../run/in-turns.ts'
import type { Steps } from '../../planner/pauses.ts'

/**
 * Runs the steps while the database writes, and returns when both have ended, because a statement after a failure
 * would be outside the transaction. `write` receives the result of the steps, for writes that need it. If writing
 * fails, the steps are stopped. Rejects with the error of writing, otherwise with that of the steps.
 */
export async function sideBySide<Written, Result>(
  write: (computing: Promise<Result>) => Promise<Written>,
  steps: Steps<Result>,
  signal?: AbortSignal,
): Promise<readonly [Written, Result]> {
  const failed = new AbortController()
  const stop = signal === undefined ? failed.signal : AbortSignal.any([signal, failed.signal])
  const computing = inTurns(steps, { signal: stop, sliceMs: 0 })
  const writing = write(computing).catch((error: unknown) => {
    failed.abort(error)
    throw error
  })
  const [written, result] = await Promise.allSettled([writing, computing])
  if (written.status === 'rejected') throw written.reason
  if (result.status === 'rejected') throw result.reason
  return [written.value, result.value]
}
