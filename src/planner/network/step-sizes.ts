/** Applies the sizes of the steps of a routing: all steps have the quantity of the routing, so their limits are its own. */
import { epsilon } from '../timeline/profile.ts'
import type { Seconds } from '../time.ts'
import { sentence } from '../sentences.ts'
import type { Operation } from './nodes.ts'
import type { InvalidData } from './rows.ts'

/**
 * Limits the lots of each routing to the sizes of its steps: to the smallest maximum, then to the common multiple and the
 * largest minimum. What the maximum excludes is reported and does not count. Steps that are no longer effective do not
 * count.
 */
export function applyStepSizes(
  operations: Iterable<Operation>,
  current: Seconds,
  invalid: InvalidData[],
): void {
  for (const routing of operations) {
    if (routing.kind !== 'routing') continue
    const { name: owner } = routing
    const report = (description: string): number => invalid.push({ entity: 'operation', owner, description })
    const sized = routing.steps
      .filter(({ operation, effectiveEnd }) => operation.steps.length === 0 && effectiveEnd > current)
      .map(({ operation }) => operation)
    const maximum = Math.min(routing.maximum, ...sized.map((step) => step.maximum))
    let multiple = 0
    for (const one of [routing, ...sized]) {
      const common = one === routing ? routing.multiple : commonMultiple(multiple, one.multiple)
      if (common <= maximum + epsilon) multiple = common
      else report(sentence('multiple_excluded', { owner, multiple: common, most: maximum }))
    }
    const most = multiple > 0 ? Math.floor(maximum / multiple + epsilon) * multiple : maximum
    // A minimum of 1 is the default.
    const least = sized.map((step) => step.minimum).filter((size) => size > 1)
    const minimum = Math.max(routing.minimum, ...least)
    if (minimum > Math.max(1, most) + epsilon) report(sentence('minimum_excluded', { owner, minimum, most }))
    Object.assign(routing, { minimum: Math.min(minimum, most), multiple, maximum })
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
