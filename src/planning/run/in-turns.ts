/** Runs long work without keeping the process to itself: now and then others get a turn, and a cancel is heard. */
import { setImmediate as turn } from 'node:timers/promises'

export interface Turns<Step> {
  readonly signal?: AbortSignal | undefined
  /** Called after every step; says whether others get a turn after it. */
  readonly onStep?: (step: Step, turning: boolean) => void
  /** Milliseconds of work between two turns; 50 by default. 0 gives others a turn after every step. */
  readonly sliceMs?: number
}

/** A cancel is heard well within a second. */
const usualSliceMs = 50

/** Aborting the signal rejects with its reason. */
export async function inTurns<Step, Result>(
  steps: Generator<Step, Result>,
  { signal, onStep, sliceMs = usualSliceMs }: Turns<Step>,
): Promise<Result> {
  let begun = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    const turning = performance.now() - begun >= sliceMs
    onStep?.(step.value, turning)
    if (!turning) continue
    await turn()
    signal?.throwIfAborted()
    begun = performance.now()
  }
}
