/** Applies the sizes of the steps of a routing: all steps have the quantity of the routing, so their limits are its own. */
import { epsilon } from '../timeline/profile.ts'
import type { Seconds } from '../time.ts'
import { sentence, type SentenceId } from '../sentences.ts'
import type { TextParams } from '../../words/texts.ts'
import type { Operation } from './nodes.ts'
import type { Sizes } from '../search/lot-size.ts'
import { largestQuantity } from './plannable.ts'
import type { InvalidData } from './rows.ts'

/**
 * Limits the lots of each routing to the sizes of its steps: to the smallest maximum, then to the common multiple and the
 * largest minimum. What the maximum excludes, and a multiple with decimals that has no sensible common one with the
 * others, is reported with the operation that has it, and does not count. Steps that are no longer effective do not count.
 */
export function applyStepSizes(
  operations: Iterable<Operation>,
  current: Seconds,
  invalid: InvalidData[],
): void {
  const done = new Set<Operation>()
  const visit = (routing: Operation): void => {
    if (routing.kind !== 'routing' || done.has(routing)) return
    done.add(routing)
    // The sizes of a routing that is a step are those of its own steps too.
    for (const { operation } of routing.steps) visit(operation)
    const sized = routing.steps
      .filter(({ effectiveEnd }) => effectiveEnd > current)
      .map(({ operation }) => operation)
    const all = [routing, ...sized]
    const { maximum, name: limit } = all.reduce((least, one) => (one.maximum < least.maximum ? one : least))
    const report = (id: SentenceId, owner: string, params: TextParams): void => {
      const description = sentence(id, { owner, routing: routing.name, ...params })
      invalid.push({ entity: 'operation', owner, description })
    }
    let multiple = 0
    for (const one of all) {
      const common = commonMultiple(multiple, one.multiple)
      const most = Math.min(maximum, largestQuantity)
      if (common > most + epsilon)
        report('step_multiple_excluded', one.name, { multiple: one.multiple, common, limit, most })
      else if (isUnmeant(common, multiple, one.multiple))
        report('step_multiple_unmeant', one.name, { multiple: one.multiple, common })
      else multiple = common
    }
    const most = multiple > 0 ? Math.floor(maximum / multiple + epsilon) * multiple : maximum
    let { minimum } = routing
    for (const one of all) {
      // A minimum of 1 is the default.
      if (one.minimum > Math.max(1, most) + epsilon)
        report('step_minimum_excluded', one.name, { minimum: one.minimum, most })
      if (one.minimum > 1) minimum = Math.max(minimum, one.minimum)
    }
    Object.assign(routing, { minimum: Math.min(minimum, most), multiple, maximum })
  }
  for (const operation of operations) visit(operation)
}

/** The sizes of lots that obey the sizes of two operations, and whether they obey all of them. */
interface CommonSizes {
  readonly common: Sizes
  readonly isComplete: boolean
}

/** Returns the sizes of an alternate that are its own and those of the operation that it is an alternate of. */
export function commonSizes(own: Sizes, other: Sizes): CommonSizes {
  const maximum = Math.min(own.maximum, other.maximum)
  const both = commonMultiple(own.multiple, other.multiple)
  const isMeant = !isUnmeant(both, own.multiple, other.multiple)
  const multiple = [both, own.multiple, other.multiple].find(
    (one) => one <= Math.min(maximum, largestQuantity) + epsilon && (one !== both || isMeant),
  )
  const step = multiple ?? 0
  const most = step > 0 ? Math.floor(maximum / step + epsilon) * step : maximum
  const least = Math.max(own.minimum, other.minimum)
  return {
    common: { minimum: Math.min(least, most), multiple: step, maximum },
    isComplete: step === both && least <= Math.max(1, most) + epsilon,
  }
}

/** Multiples are compared in millionths. */
const decimals = 1e6

/** Lots of this many times the larger of two multiples with decimals are not meant: 0.333333 stands for a third. */
const mostTimes = 1_000

const isUnmeant = (common: number, first: number, second: number): boolean =>
  !(Number.isInteger(first) && Number.isInteger(second)) && common > mostTimes * Math.max(first, second)

/** Returns the least common multiple of two numbers; the other number if one is 0 in millionths. */
function commonMultiple(first: number, second: number): number {
  const whole = Math.round(first * decimals)
  let [divisor, rest] = [whole, Math.round(second * decimals)]
  if (divisor <= 0 || rest <= 0) return Math.max(first, second)
  while (rest > 0) [divisor, rest] = [rest, divisor % rest]
  return (whole / divisor) * second
}
