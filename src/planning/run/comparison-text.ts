/** How a plan stands against the previous one, for the log: which of both it is, and why it is later where it is. */
import type { Comparison } from '../../planner/previous/choose.ts'
import type { Delivery } from '../../planner/search/deliver.ts'
import { latenessOf } from '../../planner/search/lateness.ts'

const whole = (number: number): string => Math.round(number).toLocaleString('en')

/** Quantity-days that are no difference in a log of whole ones. */
const slight = 0.5

export function comparisonTexts(
  comparison: Comparison | undefined,
  deliveries: readonly Delivery[],
): readonly string[] {
  if (comparison === undefined) return []
  const { kept, former, repaired, anew, moved, dropped, examples } = comparison
  const chosen = kept
    ? `The previous plan is kept and repaired: ${whole(repaired)} quantity-days late; planned anew it would be ${whole(anew)}.`
    : `Planned anew: ${whole(anew)} quantity-days late; the previous plan, repaired, would be ${whole(repaired)}.`
  const late = latenessOf(deliveries)
  if (late <= former + slight) return [chosen]
  const names =
    examples.length === 0 ? '' : ` (${examples.join(', ')}${moved + dropped > examples.length ? ', …' : ''})`
  const why =
    moved + dropped === 0
      ? 'what is ordered has changed, or more urgent orders go first'
      : `${whole(moved)} of its orders cannot be so early any more and ${whole(dropped)} cannot be kept${names}`
  return [chosen, `Later than the previous plan, which was ${whole(former)} quantity-days late: ${why}.`]
}
