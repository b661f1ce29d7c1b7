/** Makes a plan without blocking the event loop, and reports progress. */
import type { PlannerInput } from '../../planner/input.ts'
import { solveInSteps } from '../../planner/solve.ts'
import type { Solution } from '../../planner/solution.ts'
import { type Budget, spentOf } from './budget.ts'
import { inTurns } from './in-turns.ts'
import { startSearches } from './search-threads.ts'

export interface Solving extends Partial<Budget> {
  /** Number of searches for improvements in threads; 1 = in this thread. */
  readonly searches?: number
  readonly signal?: AbortSignal | undefined
  /** Called at intervals with the progress from 0 to 1 and the current activity. */
  readonly onProgress?: (fraction: number, what: string) => void
}

/** Fraction of the progress for planning, if there is time to improve the plan. */
const planningShare = 0.3

export async function solveInTurns(
  input: PlannerInput,
  { budget = 0, budgetSteps = 0, searches = 1, signal, onProgress }: Solving,
): Promise<Solution> {
  const spent = spentOf({ budget, budgetSteps })
  await using threads =
    spent !== undefined && searches > 1 ? startSearches(input, { budget, budgetSteps }, searches) : undefined
  const improve = threads ?? (spent && { spent })
  const steps = solveInSteps(input, { improve })
  const share = spent === undefined ? 1 : planningShare
  let [last, improving] = [0, false]
  return await inTurns(steps, {
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
