/** Finds the operations that run when an operation is performed. */
import type { Seconds } from '../time.ts'
import type { Operation, Step } from './nodes.ts'

/** Returns the operation itself, or the lowest steps below it. */
export function leavesOf(operation: Operation): readonly Operation[] {
  if (operation.steps.length === 0) return [operation]
  return [...new Set(operation.steps.flatMap((step) => leavesOf(step.operation)))]
}

/** Returns the alternates that may still be used: those whose effective dates are not over; all if they are over for all. */
export function notEnded(options: readonly Step[], current: Seconds): readonly Step[] {
  const left = options.filter(({ effectiveEnd }) => effectiveEnd > current)
  return left.length > 0 ? left : options
}
