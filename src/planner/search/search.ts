/** The state that the parts of the search share. They call each other through it, because the calls are circular. */
import type { Calendars } from '../network/calendars.ts'
import type { Network } from '../network/compile.ts'
import type { Buffer, Demand, Operation } from '../network/nodes.ts'
import type { PlannerSettings } from '../input.ts'
import type { Seconds } from '../time.ts'
import type { Reason } from './reason.ts'
import type { RequestLimits } from './request-limits.ts'
import type { Order, Plan } from './plan.ts'

/** What an order is planned for; passed on to all orders planned for it. */
export interface Purpose {
  readonly demand: Demand | undefined
  readonly batch: string
  /** The routing order of a step. */
  readonly owner: Order | undefined
  /** Multiple of the order for which its materials are requested, if equal orders follow it; default 1. */
  readonly together?: number
}

/** Requested dates of an order. */
export interface Place {
  /** Desired end; `-never` = as early as possible. */
  readonly end: Seconds
  /** Date by which an order without a desired end was wanted; it determines the parts of a split. */
  readonly wantedBy?: Seconds | undefined
  /** Earliest start. */
  readonly from: Seconds
  /** Latest end; an order that cannot end by then is not planned. */
  readonly limit: Seconds
}

/** A quantity that is required from a buffer. */
export interface Requirement {
  readonly buffer: Buffer
  readonly quantity: number
  /** Date from which the quantity is required. */
  readonly date: Seconds
  /** Latest date of the supply: nothing is planned if the quantity cannot be available by then. */
  readonly limit: Seconds
  /** What the supply is planned for. */
  readonly purpose: Purpose
}

/** How readily demands are divided into shipments. */
export interface Division {
  /** Quantity-days that a partial shipment must save for a small order without a minimum shipment. */
  readonly leastSaving: number
  /** Estimated delay of other orders per unit of the resource time that the shipments of a demand take. */
  readonly costOfTime: number
  /** Lot times within which demands of the same item are made in the same lot; 0 = each in a lot of its own. */
  readonly lotTimes: number
}

/** The demands that are still to be planned. */
export interface Waiting {
  /** Records that demands are still to be planned, because their plan was taken back. */
  add(demands: readonly Demand[]): void
  /** Records that a demand is being planned. */
  begin(demand: Demand): void
  /**
   * Returns the quantities that may be made at once if a quantity is missing, the largest first and the missing one
   * last: with what waiting demands need soon, or with that of fewer of them, but not more than the lots that are
   * necessary anyway can be.
   */
  amounts(requirement: Requirement, missing: number): readonly [number, ...number[]]
}

export interface Search {
  readonly network: Network
  readonly calendars: Calendars
  readonly settings: PlannerSettings
  readonly plan: Plan
  readonly limits: RequestLimits
  /** Number of supplies that are being planned, each for the one before. */
  readonly levels: { open: number }
  /** How readily demands are divided into shipments; attempts to plan all demands differ in it. */
  division: Division
  /** Demands that are still to be planned, if lots are made for several of them. */
  waiting?: Waiting | undefined
  /** Names of the resources that orders may run on; undefined = all. */
  only?: ReadonlySet<string> | undefined
  /** Names of the alternate materials that orders of an operation consume; undefined = any. */
  materials?: { readonly operation: Operation; readonly items: ReadonlySet<string> } | undefined
  /** The operation whose lots leave out the desired time after it, because they would be late. */
  withoutSoftPost?: Operation | undefined
  /** Why the last result was not on time. */
  reason: Reason | undefined
  /**
   * `constrained`: orders obey the constraints. `alternates`: alternates that obey the constraints are preferred;
   * without one, the order is planned on its date. `unconstrained`: orders are planned on their dates without any
   * check.
   */
  readonly mode: 'constrained' | 'alternates' | 'unconstrained'
  /**
   * Plans supply for use from the date of the requirement on, or as early as possible after it. Returns the date from
   * which the quantity is available; `never`, with nothing planned, if that is after the limit.
   */
  supply(requirement: Requirement): Seconds
  /** Plans an operation of any kind. Returns the order that ends last; undefined if it is not possible by the limit. */
  perform(operation: Operation, quantity: number, place: Place, purpose: Purpose): Order | undefined
  /** The same for a step that is planned beside those that it depends on. */
  performStep(operation: Operation, quantity: number, place: Place, purpose: Purpose): Order | undefined
}
