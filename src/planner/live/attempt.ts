/** An attempt: edits that are tried in the plan in memory. */
import type { Delivery } from '../search/delivery.ts'
import type { Order } from '../search/plan.ts'
import type { Solution } from '../solution.ts'
import type { Consequences } from './consequences/consequences.ts'
import type { PlanDifference } from './difference/plan-difference.ts'
import type { LiveState } from './state.ts'

export interface AttemptOptions {
  /**
   * `repair`: orders keep their dates except those that the edits touch, those that no longer fit, and the orders
   * that depend on them; late sales orders become earlier where edits add supply or capacity. `replan`: the plan that
   * {@link solveInSteps} makes of the edited data.
   */
  readonly mode: 'repair' | 'replan'
  /**
   * Whether a touched sales order displaces less urgent ones if it would be late otherwise, as does one that loses its
   * place to an edit.
   */
  readonly displace: boolean
  /** Whether a repair plans late sales orders again that edits can make earlier; true by default. */
  readonly advance?: boolean
  /** Whether a repair finds the reasons of sales orders that stay late or become late (default), or of earlier ones too. */
  readonly explain?: boolean | 'all'
}

/** A plan with edits, until it is closed or kept. */
export interface Attempt {
  /** Mode that was used: a repair that is not possible becomes a replan. */
  readonly mode: 'repair' | 'replan'
  readonly consequences: Consequences
  /** The plan with the edits. */
  readonly state: LiveState
  /** Returns the delivery of a sales order with the edits; undefined if it is not planned. */
  deliveryOf(name: string): Delivery | undefined
  /** Returns the whole plan, to be stored or analyzed before the attempt is closed. */
  solution(): Solution
  /** Returns the difference to the stored plan; undefined if it is not known and the whole plan has to be stored. */
  difference(): PlanDifference | undefined
  /** Returns the reference of an order of the solution; undefined for an order that is not in the base plan. */
  referenceOf(order: Order): string | undefined
  /** Undoes the edits: the plan is the same as before. */
  close(): void
  /** Makes the plan with the edits the base of further attempts. */
  keep(): void
}
