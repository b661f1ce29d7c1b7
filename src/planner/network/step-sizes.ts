/** Applies the sizes of the steps of a routing: all steps have the quantity of the routing, so their limits are its own. */
import { epsilon } from '../timeline/profile.ts'
import type { Seconds } from '../time.ts'
import type { Operation } from './nodes.ts'

/**
 * Limits the lots of each routing to the sizes of its steps, as far as these do not exclude each other. Steps that are
 * no longer effective do not count.
 */
export function applyStepSizes(operations: Iterable<Operation>, current: Seconds): void {
  for (const routing of operations) {
    if (routing.kind !== 'routing') continue
    const sized = routing.steps
      .filter(({ operation, effectiveEnd }) => operation.steps.length === 0 && effectiveEnd > current)
      .map(({ operation }) => operation)
    const limit = (change: Partial<Sizes>): void => {
      const { minimum, multiple, maximum } = { ...routing, ...change }
      const least = multiple > 0 ? Math.ceil(minimum / multiple - epsilon) * multiple : minimum
      if (least <= maximum) Object.assign(routing, change)
    }
    for (const { minimum, multiple, maximum } of sized) {
      // A minimum of 1 is the default.
      if (minimum > 1) limit({ minimum: Math.max(routing.minimum, minimum) })
      limit({ multiple: commonMultiple(routing.multiple, multiple) })
      limit({ maximum: Math.min(routing.maximum, maximum) })
    }
  }
}

type Sizes = Pick<Operation, 'minimum' | 'multiple' | 'maximum'>

/** Returns the least common multiple of whole numbers; the first number if one of them is not whole. */
function commonMultiple(first: number, second: number): number {
  if (second <= 0 || !Number.isInteger(second)) return first
  if (first <= 0) return second
  if (!Number.isInteger(first)) return first
  let [divisor, rest] = [first, second]
  while (rest > 0) [divisor, rest] = [rest, divisor % rest]
  return (first / divisor) * second
}
