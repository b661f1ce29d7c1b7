/** Makes a plan without keeping the process to itself: now and then it lets others have a turn, and hears of a cancel. */
import { setImmediate as turn } from 'node:timers/promises'
import type { PlannerInput } from '../../planner/input.ts'
import { type Solution, solveInSteps } from '../../planner/solve.ts'

export interface Turns {
  readonly signal?: AbortSignal | undefined
  /** Told now and then how much has been planned, from 0 to 1. */
  readonly onProgress?: (fraction: number) => void
}

/** Milliseconds of work between two turns: a cancel is heard well within a second. */
const atOnce = 50

export async function solveInTurns(input: PlannerInput, { signal, onProgress }: Turns): Promise<Solution> {
  const steps = solveInSteps(input)
  let begun = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    if (performance.now() - begun < atOnce) continue
    onProgress?.(step.value)
    await turn()
    signal?.throwIfAborted()
    begun = performance.now()
  }
}
