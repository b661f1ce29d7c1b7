/** What a plan changes for stored sales orders, as SQL: the same answers as those that trials give. */
import type { DemandChange } from '../../planner/live/consequences/consequences.ts'
import { slightSeconds } from '../../planner/live/consequences/demand-change.ts'
import { epsilon } from '../../planner/timeline/profile.ts'

/** Columns of a sales order in a plan, as SQL. */
export interface PlannedDemand {
  /** What is ordered. */
  readonly quantity: string
  /** What is delivered of it; null for a sales order that the plan does not have. */
  readonly planned: string
  /** The last delivery; null when nothing is delivered. */
  readonly delivery: string
  /** An interval: how much later than due that is. */
  readonly delay: string
}

const isShort = ({ quantity, planned }: PlannedDemand): string =>
  `(${quantity} - coalesce(${planned}, 0) > ${epsilon})`

const isInTime = (demand: PlannedDemand): string =>
  `(NOT ${isShort(demand)} AND ${demand.delivery} IS NOT NULL AND ${demand.delay} <= interval '0')`

const short = (demand: PlannedDemand): string =>
  `(CASE WHEN ${isShort(demand)} THEN ${demand.quantity} - coalesce(${demand.planned}, 0) ELSE 0 END)`

/** Seconds; what is not delivered comes at infinity. */
const moment = ({ delivery }: PlannedDemand): string =>
  `coalesce(extract(epoch FROM ${delivery})::float8, 'Infinity')`

const word = (change: DemandChange): string => `'${change}'`

/** SQL: what changes, null where nothing does. Parts of a delivery that move before the last one are not stored. */
export function demandChange(was: PlannedDemand, is: PlannedDemand): string {
  const [shift, missing] = [`(${moment(is)} - ${moment(was)})`, `(${short(is)} - ${short(was)})`]
  const worse = (value: string): string =>
    `CASE WHEN ${value} > 0 THEN ${word('later')} ELSE ${word('earlier')} END`
  return `CASE WHEN ${was.planned} IS NULL AND ${is.planned} IS NULL THEN NULL
    WHEN ${was.planned} IS NULL THEN ${word('new')} WHEN ${is.planned} IS NULL THEN ${word('gone')}
    WHEN ${isInTime(was)} <> ${isInTime(is)} THEN CASE WHEN ${isInTime(is)} THEN ${word('recovered')} ELSE ${word('late')} END
    WHEN abs(${missing}) > ${epsilon} THEN ${worse(missing)}
    WHEN ${was.delivery} IS NULL AND ${is.delivery} IS NULL THEN NULL
    WHEN abs(${shift}) > ${slightSeconds} THEN ${worse(shift)} END`
}
