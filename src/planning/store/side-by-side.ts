/** Work of this process while the database does its own. */
import { inTurns } from '../run/in-turns.ts'
import type { Steps } from '../../planner/pauses.ts'

/**
 * Goes through the steps while the database is written to, and ends when both have ended: a statement that comes after a failure
 * would be none of the transaction. Where writing fails, the steps are not gone on with. Rejects with the error of writing, or else
 * with that of the steps.
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
