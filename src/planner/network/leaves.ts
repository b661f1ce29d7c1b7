/** Finds the operations that run when an operation is performed, and those that an operation is a step of. */
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

/** Returns the operations that each operation is a step of, once for each time. */
export function usersOf(operations: Iterable<Operation>): ReadonlyMap<Operation, readonly Operation[]> {
  const users = new Map<Operation, Operation[]>()
  for (const user of operations)
    for (const { operation } of user.steps) {
      const known = users.get(operation)
      if (known === undefined) users.set(operation, [user])
      else known.push(user)
    }
  return users
}
