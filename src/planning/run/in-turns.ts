/** Runs long work without keeping the process to itself: now and then others get a turn, and a cancel is heard. */
import { setImmediate as turn } from 'node:timers/promises'

export interface Turns<Step> {
  readonly signal?: AbortSignal | undefined
  /** Told of every step, and whether others get a turn after it. */
  readonly onStep?: (step: Step, turning: boolean) => void
}

/** Milliseconds of work between two turns: a cancel is heard well within a second. */
const atOnce = 50

/** Aborting the signal rejects with its reason. */
export async function inTurns<Step, Result>(
  steps: Generator<Step, Result>,
  { signal, onStep }: Turns<Step>,
): Promise<Result> {
  let begun = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    const turning = performance.now() - begun >= atOnce
    onStep?.(step.value, turning)
    if (!turning) continue
    await turn()
    signal?.throwIfAborted()
    begun = performance.now()
  }
}
