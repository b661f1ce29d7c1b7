/** Log lines that compare a plan with the previous one: which of both was chosen, and why deliveries are later. */
import type { Comparison } from '../../planner/solution.ts'
import type { Delivery } from '../../planner/search/delivery.ts'
import { type Lateness, latenessOf } from '../../planner/lateness.ts'

const whole = (number: number): string => Math.round(number).toLocaleString('en')

const shortText = ({ short }: Lateness): string => (short === 0 ? '' : ` and ${whole(short)} short`)

/** Smaller differences in quantity-days are ignored, because the log shows whole numbers. */
const slight = 0.5

const figure = (lateness: Lateness): string => `${whole(lateness.late)}${shortText(lateness)}`

/** Returns the line that names the chosen plan and the lateness of the others. */
function chosenText({ kept, frozen, repaired, anew, changes }: Comparison): string {
  const late = (lateness: Lateness): string =>
    `${whole(lateness.late)} quantity-days late${shortText(lateness)}`
  if (kept)
    return `The previous plan is kept and repaired: ${late(repaired)}; planned anew it would be ${figure(anew)}.`
  const changed = (count: number): string =>
    `${whole(count)} order${Math.round(count) === 1 ? '' : 's'} inside the frozen horizon`
  const other = `the previous plan, repaired, would be ${figure(repaired)}`
  if (frozen?.kept === true)
    return `Planned anew except inside the frozen horizon: ${late(frozen)}; planned anew as a whole it would be ${figure(anew)} and change ${changed(changes.anew)} instead of ${whole(changes.chosen)}; ${other}.`
  const calmer =
    frozen === undefined ? '' : `; without changing ${changed(changes.anew)} it would be ${figure(frozen)}`
  return `Planned anew: ${late(anew)}${calmer}; ${other}.`
}

export function comparisonTexts(
  comparison: Comparison | undefined,
  deliveries: readonly Delivery[],
): readonly string[] {
  if (comparison === undefined) return []
  const { former, delivered, moved, dropped, examples } = comparison
  const chosen = chosenText(comparison)
  // Sales orders that neither plan delivers do not make the new plan later.
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
