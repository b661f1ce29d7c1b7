/** Runs long work without blocking the process: yields to the event loop at intervals and checks for cancellation. */
import { setImmediate as turn } from 'node:timers/promises'

export interface Turns<Step> {
  readonly signal?: AbortSignal | undefined
  /** Called after every step; `turning` is true if the event loop runs after it. */
  readonly onStep?: (step: Step, turning: boolean) => void
  /** Called after the event loop has run; the work continues when it has ended. */
  readonly onTurn?: (() => Promise<void>) | undefined
  /** Milliseconds of work between two runs of the event loop; 50 by default. 0 yields after every step. */
  readonly sliceMs?: number
}

/** Default slice in milliseconds: cancellation takes well below a second. */
const usualSliceMs = 50

/** Runs the steps and returns their result. Aborting the signal ends the steps and rejects with its reason. */
export async function inTurns<Step, Result>(
  given: Generator<Step, Result>,
  { signal, onStep, onTurn, sliceMs = usualSliceMs }: Turns<Step>,
): Promise<Result> {
  using steps = given
  let begun = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    const turning = performance.now() - begun >= sliceMs
    onStep?.(step.value, turning)
    if (!turning) continue
    await turn()
    await onTurn?.()
    signal?.throwIfAborted()
    begun = performance.now()
  }
}
