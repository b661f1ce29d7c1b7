/** Entry point of a thread that makes a plan and searches for improvements of it from a seed of its own. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Improvement } from '../../planner/improve/improve.ts'
import { objectiveOf } from '../../planner/improve/objective.ts'
import type { PlannerInput } from '../../planner/input.ts'
import { solveInSteps } from '../../planner/solve.ts'
import { type Budget, spentOf } from './budget.ts'

export interface SearchRequest extends Budget {
  readonly input: PlannerInput
  readonly seed: number
  /** The used share of the budget, in thousandths, at the index of the thread. */
  readonly progress: Int32Array
  readonly index: number
}

export interface SearchResult {
  readonly index: number
  readonly improvement: Improvement
  /** Weighted quantity-days of lateness of the improved plan. */
  readonly objective: number
}

function search({ input, seed, progress, index, ...budget }: SearchRequest): SearchResult | undefined {
  const spent = spentOf(budget)
  if (spent === undefined) return undefined
  const results: SearchResult[] = []
  const steps = solveInSteps(input, {
    improve: {
      seed,
      spent: () => {
        const share = spent()
        Atomics.store(progress, index, Math.min(1000, Math.round(share * 1000)))
        return share
      },
      onImproved: (improvement, deliveries) => {
        results.push({ index, improvement, objective: objectiveOf(deliveries) })
      },
    },
  })
  // Only the improvement is needed: the plan is finished where the best changes are repeated.
  while (results.length === 0 && steps.next().done !== true);
  return results[0]
}

if (parentPort !== null) {
  const request: SearchRequest = workerData
  parentPort.postMessage(search(request), [])
}
