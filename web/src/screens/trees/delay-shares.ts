/** Lists the causes of the delay of a sales order as lines, with the ranks and shares that the plan has stored. */
import type { Constraint } from '../../platform/api/plan-trees.ts'

/** One line: a cause that costs time by itself, or several that cost time only together. */
export interface DelayShare {
  readonly reasons: readonly Constraint[]
  readonly isJoint: boolean
  /** Days that the line adds to those of the other lines; null if unknown. */
  readonly days: number | null
  /** Days that the line costs by itself; null if unknown. */
  readonly whole: number | null
}

export interface DelayShares {
  /** The main cause first. */
  readonly lines: readonly DelayShare[]
  /** Days that no line explains; 0 if they explain all. */
  readonly rest: number
  /** Whether the lines add up to more than the delay, because some causes cost the same days. */
  readonly isOverlapping: boolean
}

/** Days below which a difference is not shown. */
const leastDays = 0.05

/**
 * @param reasons sorted by rank
 * @param delayDays days late; undefined if the sales order is short
 */
export function delayShares(reasons: readonly Constraint[], delayDays: number | undefined): DelayShares {
  // A reason without a rank is of a plan that an earlier release has stored.
  const lines = [...Map.groupBy(reasons, (reason) => reason.rank ?? reason).values()].map(toLine)
  const sum = lines.reduce((days, line) => days + (line.days ?? 0), 0)
  return {
    lines: lines.map((line) => (line.days === 0 ? { ...line, days: line.whole } : line)),
    rest: delayDays === undefined || delayDays - sum < leastDays ? 0 : delayDays - sum,
    isOverlapping:
      lines.some(({ days }) => days === 0) || (delayDays !== undefined && sum > delayDays + leastDays),
  }
}

function toLine(reasons: readonly Constraint[]): DelayShare {
  const [first] = reasons
  return {
    reasons,
    isJoint: (first?.together ?? null) !== null,
    days: first?.share ?? null,
    whole: first?.days ?? null,
  }
}
