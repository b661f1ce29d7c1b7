/** Finds the operations that run when an operation is performed. */
import type { Operation } from './nodes.ts'

/** Returns the operation itself, or the lowest steps below it. */
export function leavesOf(operation: Operation): readonly Operation[] {
  if (operation.steps.length === 0) return [operation]
  return [...new Set(operation.steps.flatMap((step) => leavesOf(step.operation)))]
}
