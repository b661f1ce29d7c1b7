/** Makes a plan without blocking the event loop, and reports progress. */
import type { PlannerInput } from '../../planner/input.ts'
import { solveInSteps } from '../../planner/solve.ts'
import type { Solution } from '../../planner/solution.ts'
import { inTurns } from './in-turns.ts'

export interface Solving {
  /** Seconds to improve the plan after it is made; 0 by default. */
  readonly budget?: number
  /** Number of changes to try instead of seconds; 0 by default. */
  readonly budgetSteps?: number
  readonly signal?: AbortSignal | undefined
  /** Called at intervals with the progress from 0 to 1 and the current activity. */
  readonly onProgress?: (fraction: number, what: string) => void
}

/** Fraction of the progress for planning, if there is time to improve the plan. */
const planningShare = 0.3

export function solveInTurns(
  input: PlannerInput,
  { budget = 0, budgetSteps = 0, signal, onProgress }: Solving,
): Promise<Solution> {
  const spent = budgetSteps > 0 ? shareTried(budgetSteps) : budget > 0 ? shareSpent(budget) : undefined
  const steps = solveInSteps(input, spent === undefined ? {} : { improve: { spent } })
  const share = spent === undefined ? 1 : planningShare
  let [last, improving] = [0, false]
  return inTurns(steps, {
    signal,
    onStep: (value, turning) => {
      // The value starts at 0 again when the plan is made and the improvement starts.
      improving ||= value < last
      last = value
      if (!turning) return
      if (improving) onProgress?.(share + (1 - share) * value, 'Improving')
      else onProgress?.(share * value, 'Planning')
    },
  })
}

/** Returns a function that returns the share of the changes that have been tried; it is called before each of them. */
function shareTried(steps: number): () => number {
  let asked = 0
  return () => asked++ / steps
}

/** Returns a function that returns the share of the seconds that have passed since its first call. */
function shareSpent(seconds: number): () => number {
  let begun: number | undefined
  return () => {
    begun ??= performance.now()
    return (performance.now() - begun) / (1000 * seconds)
  }
}
