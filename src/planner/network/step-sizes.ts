/** Applies the sizes of the steps of a routing: all steps have the quantity of the routing, so their limits are its own. */
import type { Operation } from './nodes.ts'

/** Limits the lots of each routing to the sizes of its steps, as far as these do not exclude each other. */
export function applyStepSizes(operations: Iterable<Operation>): void {
  for (const routing of operations) {
    if (routing.kind !== 'routing') continue
    const sized = routing.steps.map(({ operation }) => operation).filter(({ steps }) => steps.length === 0)
    for (const { minimum, multiple } of sized) {
      // A minimum of 1 is the default.
      if (minimum > 1 && minimum <= routing.maximum) routing.minimum = Math.max(routing.minimum, minimum)
      const common = commonMultiple(routing.multiple, multiple)
      if (common <= routing.maximum) routing.multiple = common
    }
    for (const { maximum } of sized)
      if (maximum >= Math.max(routing.minimum, routing.multiple))
        routing.maximum = Math.min(routing.maximum, maximum)
  }
}

/** Returns the least common multiple of whole numbers; the first number if one of them is not whole. */
function commonMultiple(first: number, second: number): number {
  if (second <= 0 || !Number.isInteger(second)) return first
  if (first <= 0) return second
  if (!Number.isInteger(first)) return first
  let [divisor, rest] = [first, second]
  while (rest > 0) [divisor, rest] = [rest, divisor % rest]
  return (first / divisor) * second
}
