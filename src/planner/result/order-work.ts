/** When an order could work: while its operation and everything that it uses is open. */
import type { WorkingTime } from '../calendar/working-time.ts'
import type { Calendars } from '../network/calendars.ts'
import type { Order } from '../search/plan.ts'

export function orderWork(calendars: Calendars, { operation, uses }: Order): WorkingTime {
  if (uses.every(({ resource }) => resource.calendars.length === 0)) return operation.work
  return calendars.work([...operation.calendars, ...uses.flatMap(({ resource }) => resource.calendars)])
}
