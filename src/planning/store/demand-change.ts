/** SQL of the change of stored sales orders from one plan to another, with the same results as those of trials. */
import type { DemandChange } from '../../planner/live/consequences/consequences.ts'
import { slightSeconds } from '../../planner/live/consequences/demand-change.ts'
import { epsilon } from '../../planner/timeline/profile.ts'
import { isLateSql } from '../../rules/late.ts'

/** Columns of a planned sales order, as SQL. */
export interface PlannedDemand {
  /** Whether the plan does not deliver it in full; its quantity may have been edited since. */
  readonly isShort: string
  /** Ordered quantity. */
  readonly quantity: string
  /** Quantity that is delivered; null for a sales order that is not in the plan. */
  readonly planned: string
  /** Date of the last delivery; null without deliveries. */
  readonly delivery: string
  /** Lateness of the last delivery, as an interval. */
  readonly delay: string
}

const isInTime = (demand: PlannedDemand): string =>
  `(NOT ${demand.isShort} AND ${demand.delivery} IS NOT NULL AND NOT ${isLateSql(demand.delay)})`

const short = (demand: PlannedDemand): string =>
  `(CASE WHEN ${demand.isShort} THEN greatest(${demand.quantity} - coalesce(${demand.planned}, 0), 0) ELSE 0 END)`

/** Returns the last delivery in seconds; infinity without deliveries. */
const moment = ({ delivery }: PlannedDemand): string =>
  `coalesce(extract(epoch FROM ${delivery})::float8, 'Infinity')`

const word = (change: DemandChange): string => `'${change}'`

/**
 * Returns SQL of the change, null without one. Changes of partial deliveries before the last one are not detected,
 * because these are not stored.
 */
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

/** Numbers of sales orders by change. Those that are new or gone are not counted. */
export interface ChangeCounts {
  /** Number of sales orders that were late or short and are now in full on time. */
  readonly recovered: number
  /** Number of sales orders that were in full on time and are now late or short. */
  readonly late: number
  /** Number of other sales orders with an earlier or later delivery, or with more or less delivered. */
  readonly earlier: number
  readonly later: number
  /** Names of some of those that are late now, the most urgent first. */
  readonly worst: readonly string[]
}

/** Maximum number of names in each list. */
export const mostNames = 5

const counted = (change: DemandChange): string =>
  `count(*) FILTER (WHERE "change" = ${word(change)}) AS "${change}"`

/** SQL of the columns of `ChangeCounts` from rows with `name`, `priority` and `change`. */
export const changeCounts = `${(['recovered', 'late', 'earlier', 'later'] as const).map(counted).join(', ')},
  coalesce((array_agg("name" ORDER BY "priority", "name")
    FILTER (WHERE "change" = ${word('late')}))[1:${mostNames}], '{}') AS "worst"`

/** Returns SQL of the names, as `owner`, of the sales orders that a stored plan does not deliver in full. */
export const shortDemands = (problems: string): string =>
  `SELECT DISTINCT "owner" FROM ${problems} WHERE "entity" = 'demand' AND "name" IN ('short', 'unplanned')`

/** Returns SQL of sales orders, with `is_short`: whether their stored plan does not deliver them in full. */
export const withShortness = (demands: string, problems: string): string =>
  `SELECT d.*, p."owner" IS NOT NULL AS "is_short"
    FROM ${demands} AS d LEFT JOIN (${shortDemands(problems)}) AS p ON p."owner" = d."name"`

/** Returns SQL of whether a plan that is being made for the ordered quantity does not deliver it in full. */
export const isMissing = (quantity: string, planned: string): string =>
  `(${quantity} - coalesce(${planned}, 0) > ${epsilon})`

/** Returns the columns of a planned sales order in a row; `isShort` is SQL of whether its plan does not deliver it in full. */
export const planOf = (row: string, isShort = `${row}."is_short"`): PlannedDemand => ({
  isShort,
  quantity: `${row}."quantity"`,
  planned: `${row}."plannedquantity"`,
  delivery: `${row}."deliverydate"`,
  delay: `${row}."delay"`,
})
