/** Returns the working time of an order: the open time of its operation and of all its resources. */
import type { WorkingTime } from '../calendar/working-time.ts'
import type { Calendars } from '../network/calendars.ts'
import { workOn } from '../network/combinations.ts'
import type { Order } from '../search/plan.ts'

export const orderWork = (calendars: Calendars, { operation, uses }: Order): WorkingTime =>
  workOn({ calendars }, operation, uses)
