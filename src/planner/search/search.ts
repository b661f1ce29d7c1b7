/** What the parts of the search share. They ask each other through it, since asking goes in circles. */
import type { Calendars } from '../network/calendars.ts'
import type { Network } from '../network/compile.ts'
import type { Buffer, Demand, Operation } from '../network/nodes.ts'
import type { PlannerSettings } from '../input.ts'
import type { Seconds } from '../time.ts'
import type { Dividing } from './dividing.ts'
import type { Order, Plan } from './plan.ts'

/** Why something is not possible sooner. */
export interface Reason {
  readonly kind:
    | 'lead time'
    | 'capacity'
    | 'await supply'
    | 'no supply'
    | 'circle'
    | 'sync demand'
    | 'never open'
    | 'missing reference'
    | 'never enough'
    | 'too many lots'
  /** Name of the operation, resource or item that binds. */
  readonly owner: string
  /** What is wrong, in words, where the kind and the owner do not say it. */
  readonly detail?: string
  /** Seconds by which the demand would be sooner, were nothing but this relaxed, or all of `together`. */
  readonly gain?: number
  /** What has to be relaxed as well for any gain, by names. */
  readonly together?: readonly string[]
  /** Whether the owner is a resource, where the kind leaves that open. */
  readonly ofResource?: boolean
  /** The buffer that is waited for. */
  readonly buffer?: Buffer
  readonly operation: Operation | undefined
  readonly from: Seconds
  readonly to: Seconds
}

/** For whom something is planned; handed down to everything that is planned for it. */
export interface Purpose {
  readonly demand: Demand | undefined
  readonly batch: string
  /** The routing order of which an order is a step. */
  readonly owner: Order | undefined
}

/** When something is to be done. */
export interface Place {
  /** It should end by then; `-never` for as soon as possible. */
  readonly end: Seconds
  /** It may not start before. */
  readonly from: Seconds
  /** When it can only end later than this, it is not planned at all. */
  readonly limit: Seconds
}

export interface Search {
  readonly network: Network
  readonly calendars: Calendars
  readonly settings: PlannerSettings
  readonly plan: Plan
  readonly dividing: Dividing
  /** Names of the resources that an order may run on; undefined for all that it can. */
  only?: ReadonlySet<string> | undefined
  /** What has kept the last answer from being on time. */
  reason: Reason | undefined
  /**
   * Whether orders obey the constraints; only look for alternates that do, and are planned for their dates where there
   * is none; or are planned for their dates without asking for anything.
   */
  readonly mode: 'constrained' | 'alternates' | 'unconstrained'
  /**
   * Plans supply of `quantity` for use from `date` on, or as soon as possible after it. Answers from when on the
   * quantity is free; `never`, with nothing planned, when that is later than `limit`.
   */
  supply(buffer: Buffer, quantity: number, date: Seconds, limit: Seconds, purpose: Purpose): Seconds
  /** Plans an operation of any kind; answers the order that ends last, undefined when it cannot be by the limit. */
  perform(operation: Operation, quantity: number, place: Place, purpose: Purpose): Order | undefined
}
