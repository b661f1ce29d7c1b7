/** Pauses of a request in which brief requests are processed. */
import type { LivePlan } from '../../planner/live/live-plan.ts'

/** What a brief request waits for that cannot be processed in a pause: an attempt, or the whole running request. */
export type WaitsFor = 'attempt' | 'request'

/** Pauses a request if that is possible now. */
export type Pause = () => Promise<void>

/**
 * Called in a pause of a request, which waits for it. `isBeside`: an attempt is being made next to the plan, so that
 * only attempts in the plan are possible.
 */
export type OnPause = (isBeside: boolean) => Promise<void>

/**
 * Returns a function that calls `onPause` if attempts can be made in the plan. After a pause, the request is processed
 * for as long as the pause has taken, so that any number of brief requests cannot stop it.
 *
 * @param now milliseconds
 */
export function pausesOf(plan: LivePlan, now: () => number, onPause: OnPause | undefined): Pause {
  let next = -Infinity
  return async () => {
    const begin = now()
    if (onPause === undefined || !plan.isFree || begin < next) return
    await onPause(plan.isBeside)
    const end = now()
    next = end + (end - begin)
  }
}
