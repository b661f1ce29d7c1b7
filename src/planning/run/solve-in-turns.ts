/** Makes a plan without keeping the process to itself: now and then it lets others have a turn, and hears of a cancel. */
import { setImmediate as turn } from 'node:timers/promises'
import type { PlannerInput } from '../../planner/input.ts'
import { type Solution, solveInSteps } from '../../planner/solve.ts'

export interface Turns {
  /** Seconds to improve the plan once it is made; none by default. */
  readonly budget?: number
  readonly signal?: AbortSignal | undefined
  /** Told now and then how far it is, from 0 to 1, and what it is doing. */
  readonly onProgress?: (fraction: number, what: string) => void
}

/** Milliseconds of work between two turns: a cancel is heard well within a second. */
const atOnce = 50
/** Of the whole, where time is given to improve the plan. */
const planningShare = 0.3

export async function solveInTurns(
  input: PlannerInput,
  { budget = 0, signal, onProgress }: Turns,
): Promise<Solution> {
  const steps = solveInSteps(input, budget > 0 ? { improve: { spent: shareSpent(budget) } } : {})
  const share = budget > 0 ? planningShare : 1
  let begun = performance.now()
  let [last, improving] = [0, false]
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    // It begins anew when the plan is made and time is left.
    improving ||= step.value < last
    last = step.value
    if (performance.now() - begun < atOnce) continue
    if (improving) onProgress?.(share + (1 - share) * step.value, 'Improving')
    else onProgress?.(share * step.value, 'Planning')
    await turn()
    signal?.throwIfAborted()
    begun = performance.now()
  }
}

/** How much of so many seconds has passed since somebody first asked. */
function shareSpent(seconds: number): () => number {
  let begun: number | undefined
  return () => {
    begun ??= performance.now()
    return (performance.now() - begun) / (1000 * seconds)
  }
}
