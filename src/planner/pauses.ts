/**
 * Processing a large plan takes seconds. Such work pauses after a fixed number of orders, so that the caller can run
 * other work and check for cancellation.
 */

/** Work in steps of a few milliseconds that returns a result at the end. */
export type Steps<Result> = Generator<undefined, Result>

/** Number of orders, movements or edges between two pauses. */
const together = 4_096

/** Returns whether to pause after the item at `index`. */
export const pauses = (index: number, every = together): boolean => index % every === every - 1

/** Runs all steps without a pause. */
export function finish<Result>(steps: Steps<Result>): Result {
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}

/** Runs steps that report no progress of their own; yields the constant `fraction` after each of them. */
export function* pausing<Result>(
  fraction: number,
  steps: Generator<unknown, Result>,
): Generator<number, Result> {
  let step = steps.next()
  for (; step.done !== true; step = steps.next()) yield fraction
  return step.value
}
