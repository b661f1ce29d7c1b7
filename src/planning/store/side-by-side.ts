/** Runs calculations of this process while the database executes statements. */
import { inTurns } from '../run/in-turns.ts'
import type { Steps } from '../../planner/pauses.ts'

/**
 * Runs the steps while the database writes, and returns when both have ended, because a statement after a failure
 * would be outside the transaction. If writing fails, the steps are stopped. Rejects with the error of writing,
 * otherwise with that of the steps.
 */
export async function sideBySide<Written, Result>(
  writing: Promise<Written>,
  steps: Steps<Result>,
  signal?: AbortSignal,
): Promise<readonly [Written, Result]> {
  const failed = new AbortController()
  const stopping = writing.catch((error: unknown) => {
    failed.abort(error)
    throw error
  })
  const stop = signal === undefined ? failed.signal : AbortSignal.any([signal, failed.signal])
  const [written, result] = await Promise.allSettled([stopping, inTurns(steps, { signal: stop, sliceMs: 0 })])
  if (written.status === 'rejected') throw written.reason
  if (result.status === 'rejected') throw result.reason
  return [written.value, result.value]
}
