/** The planning horizon: it extends to the last date of the data plus some time for late orders. */
import type { PlannerInput } from '../input.ts'
import { day, endOfData, endOfTime, type Seconds } from '../time.ts'

/** Time after the last date of the data in which late orders are still planned. */
const lateTime = 2 * 365 * day

export function horizonOf({ settings, demands, orders }: PlannerInput): Seconds {
  let last: Seconds = settings.current
  const reach = (date: Seconds | null | undefined): void => {
    if (typeof date === 'number' && date > last && date <= endOfData) last = date
  }
  for (const { due } of demands) reach(due)
  for (const { startdate, enddate } of orders) {
    reach(startdate)
    reach(enddate)
  }
  return Math.max(endOfTime, Math.ceil((last + lateTime) / day) * day)
}
