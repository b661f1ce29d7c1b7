/** The first of the compared plans and one of the others, whose sales orders and records are compared. */
import type { ComparedPlan } from '../../../../src/model/compared-plans.ts'
import type { FoundPlans } from './use-found-plans.ts'

export interface PlanPair {
  readonly plans: readonly ComparedPlan[]
  /** The same plans with their figures; undefined while they are read, or if they could not be. */
  readonly found: FoundPlans | undefined
  /** Place of the other plan among them. */
  readonly place: number
}

/** Returns whether the plans are of two scenarios, whose records can be compared. */
export const hasRecords = ({ plans, place }: PlanPair): boolean =>
  plans[0]?.scenario !== plans[place]?.scenario

/** Returns whether there are sales orders of both plans: the last plans of two scenarios have them. */
export const hasOrders = (pair: PlanPair): boolean =>
  hasRecords(pair) &&
  [0, pair.place].every((place) => pair.plans[place]?.id === undefined || pair.found?.[place]?.last === true)
