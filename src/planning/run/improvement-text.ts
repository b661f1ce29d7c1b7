/** The log line with the result of improving a plan. */
import type { Solution } from '../../planner/solution.ts'

const whole = (number: number): string => Math.round(number).toLocaleString('en')

export function improvementText(improvement: Solution['improvement'], searches: number): string {
  if (improvement === undefined) return 'Nothing to improve: a plan without constraints is on time.'
  const { tried, changes, before, after } = improvement
  const gains = [
    `late or short ${whole(before.late)} → ${whole(after.late)}`,
    `short ${whole(before.shown.short)} → ${whole(after.shown.short)}`,
    `lateness ${whole(before.shown.late)} → ${whole(after.shown.late)} quantity-days`,
    `changeovers ${whole(before.changeovers)} → ${whole(after.changeovers)} hours`,
  ]
  const of = searches > 1 ? ` Best of ${searches} searches.` : ''
  return `Improved: ${whole(changes.length)} of ${whole(tried)} changes kept; ${gains.join(', ')}.${of}`
}
