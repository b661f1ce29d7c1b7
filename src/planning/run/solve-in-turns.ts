/** Makes a plan in turns with others, and tells how far it is. */
import type { PlannerInput } from '../../planner/input.ts'
import { solveInSteps } from '../../planner/solve.ts'
import type { Solution } from '../../planner/solution.ts'
import { inTurns } from './in-turns.ts'

export interface Solving {
  /** Seconds to improve the plan once it is made; none by default. */
  readonly budget?: number
  /** Changes to try instead of seconds; none by default. */
  readonly budgetSteps?: number
  readonly signal?: AbortSignal | undefined
  /** Told now and then how far it is, from 0 to 1, and what it is doing. */
  readonly onProgress?: (fraction: number, what: string) => void
}

/** Of the whole, where time is given to improve the plan. */
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
      // It begins anew when the plan is made and time is left.
      improving ||= value < last
      last = value
      if (!turning) return
      if (improving) onProgress?.(share + (1 - share) * value, 'Improving')
      else onProgress?.(share * value, 'Planning')
    },
  })
}

/** How much of so many changes has been tried: it is asked before each of them. */
function shareTried(steps: number): () => number {
  let asked = 0
  return () => asked++ / steps
}

/** How much of so many seconds has passed since somebody first asked. */
function shareSpent(seconds: number): () => number {
  let begun: number | undefined
  return () => {
    begun ??= performance.now()
    return (performance.now() - begun) / (1000 * seconds)
  }
}
