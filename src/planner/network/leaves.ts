/** What runs when an operation is performed. */
import type { Operation } from './nodes.ts'

/** The operations that run: an operation itself, or the last ones of the steps below it. */
export function leavesOf(operation: Operation): readonly Operation[] {
  if (operation.steps.length === 0) return [operation]
  return [...new Set(operation.steps.flatMap((step) => leavesOf(step.operation)))]
}
