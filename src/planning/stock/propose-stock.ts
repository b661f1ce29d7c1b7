/** Proposes the safety stock of a buffer from the facts that are known about it. Pure, no I/O. */
import type { leadTimeSources, StockObstacle } from '../../model/safety-stock.ts'
import {
  fewestDemandWeeks,
  fewestWeeks,
  reorderQuantity,
  roundUp,
  safetyStock,
  type Variation,
  variationOf,
} from './safety-stock.ts'

/** Kind of the orders that replenish a buffer. */
export type SupplyKind = 'PO' | 'DO' | 'MO'

/** Calendar of a safety stock, with its lowest and highest value in the weeks from the date of the plan. */
export interface StockCalendar {
  readonly name: string
  readonly least: number
  readonly most: number
}

/** Demand, lead time and present safety stock of a buffer. */
export interface StockFacts {
  readonly id: number
  readonly item: string
  readonly location: string
  readonly description: string | null
  readonly category: string | null
  readonly subcategory: string | null
  /** Parent in the item hierarchy. */
  readonly group: string | null
  /** Value of one unit; null if unknown. */
  readonly cost: number | null
  /** Safety stock in force at the date of the plan. */
  readonly minimum: number
  /** Calendar that sets the safety stock. */
  readonly calendar: StockCalendar | null
  /** Reason that does not depend on demand or lead time. */
  readonly excluded: Extract<StockObstacle, 'unlimited' | 'batch' | 'calendar'> | null
  /** Number of weeks whose demand is known. */
  readonly weeks: number
  /** Demand of the weeks that have any. */
  readonly quantities: readonly number[]
  /** Whether all quantities are whole numbers. */
  readonly whole: boolean
  readonly supply: SupplyKind | null
  /** Standard lead time of the preferred replenishment, in days. */
  readonly standardDays: number | null
  readonly sizeMinimum: number | null
  readonly sizeMultiple: number | null
  readonly sizeMaximum: number | null
  /** Batching window in days. */
  readonly windowDays: number | null
  /** Lead times of completed orders, in days; the deviation is null for fewer than two orders. */
  readonly observed: number
  readonly observedDays: number | null
  readonly observedDeviationDays: number | null
}

export interface StockTarget {
  /** Probability that no shortage occurs until the next receipt, at least 0.5 and less than 1. */
  readonly serviceLevel: number
  /** Assumed deviation of a lead time that has not been observed often enough, as a share of the lead time. */
  readonly leadTimeVariation: number
}

/** Number of completed orders from which their lead times are used instead of the standard lead time. */
export const fewestObservations = 5

export interface StockProposal {
  readonly id: number
  readonly item: string
  readonly location: string
  readonly description: string | null
  readonly category: string | null
  readonly subcategory: string | null
  readonly group: string | null
  readonly demand: {
    readonly mean: number
    readonly deviation: number
    readonly weeks: number
    readonly weeks_with_demand: number
  }
  readonly lead_time: {
    readonly days: number
    readonly deviation_days: number
    /** `observed` from completed orders, or `standard` with an assumed deviation. */
    readonly source: (typeof leadTimeSources)[number]
    readonly orders: number
    readonly supply: SupplyKind | null
  } | null
  readonly cost: number | null
  /** Safety stock in force at the date of the plan. */
  readonly present: number
  readonly calendar: StockCalendar | null
  /** Null if there is an obstacle. */
  readonly proposed: number | null
  /** Stock at which a replenishment order is due: demand of the lead time and safety stock. */
  readonly reorder_point: number | null
  readonly reorder_quantity: number | null
  /** Change of the value of the safety stock; null without a proposal and for items without a cost. */
  readonly value_change: number | null
  readonly obstacle: StockObstacle | null
}

const daysPerWeek = 7

interface LeadTime extends Variation {
  readonly source: (typeof leadTimeSources)[number]
}

/** Returns the lead time in days: observed if enough orders are completed, else standard with an assumed deviation. */
function leadTimeOf(facts: StockFacts, { leadTimeVariation }: StockTarget): LeadTime | undefined {
  const { observed, observedDays, observedDeviationDays, standardDays } = facts
  if (observed >= fewestObservations && observedDays !== null)
    return { mean: observedDays, deviation: observedDeviationDays ?? 0, source: 'observed' }
  if (standardDays === null) return undefined
  return { mean: standardDays, deviation: standardDays * leadTimeVariation, source: 'standard' }
}

const inWeeks = ({ mean, deviation }: Variation): Variation => ({
  mean: mean / daysPerWeek,
  deviation: deviation / daysPerWeek,
})

/** Returns the first reason why no safety stock can be proposed. */
function obstacleOf(facts: StockFacts, leadTime: LeadTime | undefined): StockObstacle | null {
  if (facts.excluded !== null) return facts.excluded
  if (facts.weeks < fewestWeeks) return 'short_history'
  if (facts.quantities.length < fewestDemandWeeks) return 'rare_demand'
  return leadTime === undefined ? 'no_lead_time' : null
}

/** Returns the proposed safety stock of a buffer, or the reason why there is none. */
export function proposeStock(facts: StockFacts, target: StockTarget): StockProposal {
  const { id, item, location, description, category, subcategory, group, minimum, whole, cost } = facts
  const demand = variationOf(facts.quantities, facts.weeks)
  const leadTime = leadTimeOf(facts, target)
  const obstacle = obstacleOf(facts, leadTime)
  const weekly = leadTime === undefined ? undefined : inWeeks(leadTime)
  const proposed =
    obstacle !== null || weekly === undefined
      ? null
      : roundUp(safetyStock(target.serviceLevel, demand, weekly), whole)
  const lot = {
    minimum: facts.sizeMinimum,
    multiple: facts.sizeMultiple,
    maximum: facts.sizeMaximum,
    window: facts.windowDays === null ? null : facts.windowDays / daysPerWeek,
  }
  return {
    id,
    item,
    location,
    description,
    category,
    subcategory,
    group,
    demand: { ...demand, weeks: facts.weeks, weeks_with_demand: facts.quantities.length },
    lead_time:
      leadTime === undefined
        ? null
        : {
            days: leadTime.mean,
            deviation_days: leadTime.deviation,
            source: leadTime.source,
            orders: facts.observed,
            supply: facts.supply,
          },
    cost,
    present: minimum,
    calendar: facts.calendar,
    proposed,
    reorder_point:
      proposed === null || weekly === undefined ? null : roundUp(demand.mean * weekly.mean + proposed, whole),
    reorder_quantity: proposed === null ? null : reorderQuantity(demand.mean, lot, whole),
    value_change: proposed === null || cost === null ? null : (proposed - minimum) * cost,
    obstacle,
  }
}
