/** Divides the delay of a sales order among its causes, so that the days of all lines add up to the delay. */
import type { Constraint } from '../../platform/api/plan-trees.ts'

/** One line: a cause that costs time by itself, or several that cost time only together. */
export interface DelayShare {
  readonly reasons: readonly Constraint[]
  readonly isJoint: boolean
  /** Days that the line adds to those of the other lines; null if unknown. */
  readonly days: number | null
}

export interface DelayShares {
  /** The main cause first, as on the start page. */
  readonly lines: readonly DelayShare[]
  /** Days that no line explains; 0 if they explain all. */
  readonly rest: number
  /** Whether the lines add up to more than the delay, because some causes cost the same days. */
  readonly isOverlapping: boolean
}

/** Days below which a difference is not shown. */
const leastDays = 0.05

/** Constraints that only state that the order is late; see the query of the start page. */
const vague: ReadonlySet<string> = new Set(['overdue', 'sync demand'])

/**
 * @param reasons in any order
 * @param delayDays days late; undefined if the sales order is short
 */
export function delayShares(reasons: readonly Constraint[], delayDays: number | undefined): DelayShares {
  const single = reasons.filter(({ together }) => together === null)
  const joint = Map.groupBy(
    reasons.filter(({ together }) => together !== null),
    // Reasons that cost time only together have the same names, each in another order. Names may contain the separator.
    ({ owner, together }) => `${owner}, ${together ?? ''}`.split(', ').toSorted().join(', '),
  )
  const known = delayDays ?? Infinity
  const alone = single.reduce((sum, { days }) => sum + (days ?? 0), 0)
  let sum = alone
  let isSame = false
  const groups = [...joint.values()].map((members): DelayShare & { readonly whole: number } => {
    const whole = members[0]?.days ?? 0
    // The members that cost time alone are lines of their own.
    const further = Math.min(whole, known) - sum
    if (further < leastDays) isSame = true
    else sum += further
    return { reasons: members, isJoint: true, days: further < leastDays ? whole : further, whole }
  })
  const lines = [
    ...single.map((reason) => ({
      reasons: [reason],
      isJoint: false,
      days: reason.days,
      whole: reason.days ?? 0,
    })),
    ...groups,
  ]
  return {
    lines: lines.toSorted((a, b) => Number(isVague(a)) - Number(isVague(b)) || b.whole - a.whole),
    rest: delayDays === undefined || delayDays - sum < leastDays ? 0 : delayDays - sum,
    isOverlapping: isSame || alone > known + leastDays,
  }
}

const isVague = ({ reasons }: DelayShare): boolean => reasons.every(({ name }) => vague.has(name))
