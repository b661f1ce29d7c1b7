/** The sentence about the deliveries that a plan changes, in the log of a plan and of a promotion. */
import type { ChangeCounts } from '../store/demand-change.ts'

const whole = (number: number): string => number.toLocaleString('en')

/** Returns the sentence about the sales orders that a plan changes against another one. */
export function changeCountsText(
  against: string,
  { recovered, late, earlier, later, worst }: ChangeCounts,
): string {
  const more = late > worst.length ? ', …' : ''
  const names = late === 0 ? '' : ` (${worst.join(', ')}${more})`
  return `Sales orders against ${against}: ${whole(recovered)} on time again, ${whole(late)} newly late or short${names}; of the others ${whole(earlier)} earlier, ${whole(later)} later.`
}
