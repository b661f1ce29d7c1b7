/** The budget of an improvement, in seconds or in number of changes. */

export interface Budget {
  /** Seconds to improve the plan after it is made; 0 for none. */
  readonly budget: number
  /** Number of changes to try instead of seconds; 0 for none. */
  readonly budgetSteps: number
}

/** Returns a function that returns the used share of the budget, called before each change; undefined without a budget. */
export function spentOf({ budget, budgetSteps }: Budget): (() => number) | undefined {
  if (budgetSteps > 0) return shareTried(budgetSteps)
  return budget > 0 ? shareSpent(budget) : undefined
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
