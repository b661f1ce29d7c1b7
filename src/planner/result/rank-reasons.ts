/**
 * The one declaration of which constraint is the main cause of a delay, and of how many days each adds to it. The plan
 * stores both with its constraints; exceptions, reports, screens, trials and commands only show them.
 */
import type { Reason } from '../search/reason.ts'
import { bufferName } from './stock-events.ts'
import { day, type Seconds } from '../time.ts'

/** Reasons that cost time only together, or a single one. */
export interface ReasonLine {
  readonly reasons: readonly Reason[]
  /**
   * Days of the delay that the line adds to the others; 0 if they cost the same days, undefined if unknown. Together
   * the lines have the days of the delay, unless several constraints alone cost the same days.
   */
  readonly share: number | undefined
}

/**
 * A constraint that alone costs less than this share of the largest cost does not go before constraints that cost time
 * only together: an hour is not the main cause of a delay of weeks.
 */
const leastOfLargest = 0.1

/** Shares below this number of days count as 0. */
const leastDays = 0.05

const isJoint = ({ together = [] }: Reason): boolean => together.length > 0

const isWaiting = ({ kind }: Reason): boolean => kind === 'sync demand'

const costOf = ({ gain, from, to }: Reason): Seconds => gain ?? to - from

const stockOf = ({ buffer }: Reason): string => (buffer === undefined ? '' : bufferName(buffer))

const compareTexts = (one: string, other: string): number => (one < other ? -1 : Number(one > other))

function compareCosts(a: Reason, b: Reason): number {
  const [first, second] = [costOf(a), costOf(b)]
  if (first !== second) return second - first
  // The search finds them in an order that changes from plan to plan.
  return (
    compareTexts(a.kind, b.kind) || compareTexts(a.owner, b.owner) || compareTexts(stockOf(a), stockOf(b))
  )
}

const lineOf = (reason: Reason): ReasonLine => ({
  reasons: [reason],
  share: reason.gain === undefined ? undefined : reason.gain / day,
})

/**
 * Returns the reasons of a delivery as lines, the main cause first: those that cost time alone, by their time; those
 * that cost time only together with others; those that alone cost little; and last the line that a line waits for,
 * because the reasons before it are what delays that line. No reason costs more than the delay.
 *
 * @param delay seconds late; Infinity if the demand is not delivered in full
 */
export function rankReasons(reasons: readonly Reason[], delay: Seconds): readonly ReasonLine[] {
  const limited = reasons.map((reason) => ((reason.gain ?? 0) > delay ? { ...reason, gain: delay } : reason))
  const sorted = limited.toSorted(compareCosts)
  const binding = sorted.filter((reason) => !isWaiting(reason))
  const alone = binding.filter((reason) => !isJoint(reason))
  const joint = binding.filter(isJoint)
  const largest = binding[0] === undefined ? 0 : costOf(binding[0])
  const isLittle = (reason: Reason): boolean => costOf(reason) < largest * leastOfLargest
  const known = alone.reduce((sum, { gain = 0 }) => sum + gain, 0)
  const further = ((joint[0]?.gain ?? 0) - known) / day
  return [
    ...alone.filter((reason) => !isLittle(reason)).map(lineOf),
    ...(joint.length === 0 ? [] : [{ reasons: joint, share: further < leastDays ? 0 : further }]),
    ...alone.filter(isLittle).map(lineOf),
    ...sorted.filter(isWaiting).map(lineOf),
  ]
}
