/**
 * Large plans take seconds to go through: such work pauses after a number of orders, so that whoever runs it can give others a
 * turn and hear of a cancel.
 */

/** Work in steps of some milliseconds, with a result at the end. */
export type Steps<Result> = Generator<undefined, Result>

/** Orders, movements or edges between two pauses. */
const together = 4_096

/** Whether it is time for a pause: once in so many. */
export const pauses = (index: number): boolean => index % together === together - 1

/** All steps at once, for whoever has nothing else to do. */
export function finish<Result>(steps: Steps<Result>): Result {
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}

/** The steps of work of which it is told how far it is: no farther than this. */
export function* pausing<Result>(fraction: number, steps: Steps<Result>): Generator<number, Result> {
  let step = steps.next()
  for (; step.done !== true; step = steps.next()) yield fraction
  return step.value
}
