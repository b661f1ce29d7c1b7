/** How a plan stands against the previous one, for the log: which of both it is, and why it is later where it is. */
import type { Comparison } from '../../planner/previous/choose.ts'
import type { Delivery } from '../../planner/search/deliver.ts'
import { type Lateness, latenessOf } from '../../planner/search/lateness.ts'

const whole = (number: number): string => Math.round(number).toLocaleString('en')

const shortText = ({ short }: Lateness): string => (short === 0 ? '' : ` and ${whole(short)} short`)

/** Quantity-days that are no difference in a log of whole ones. */
const slight = 0.5

export function comparisonTexts(
  comparison: Comparison | undefined,
  deliveries: readonly Delivery[],
): readonly string[] {
  if (comparison === undefined) return []
  const { kept, former, delivered, repaired, anew, moved, dropped, examples } = comparison
  const [first, second] = kept ? [repaired, anew] : [anew, repaired]
  const figures = `${whole(first.late)} quantity-days late${shortText(first)}`
  const other = `${whole(second.late)}${shortText(second)}`
  const chosen = kept
    ? `The previous plan is kept and repaired: ${figures}; planned anew it would be ${other}.`
    : `Planned anew: ${figures}; the previous plan, repaired, would be ${other}.`
  // What neither plan delivers makes none of them later.
  const counted = deliveries.filter(
    ({ demand, shipments }) => shipments.length > 0 || delivered.has(demand.name),
  )
  const late = latenessOf(counted)
  if (late <= former + slight) return [chosen]
  const names =
    examples.length === 0 ? '' : ` (${examples.join(', ')}${moved + dropped > examples.length ? ', …' : ''})`
  const why =
    moved + dropped === 0
      ? 'what is ordered has changed, or more urgent orders go first'
      : `${whole(moved)} of its orders cannot be so early any more and ${whole(dropped)} cannot be kept${names}`
  return [chosen, `Later than the previous plan, which was ${whole(former)} quantity-days late: ${why}.`]
}
