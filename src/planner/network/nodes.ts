/** The network in memory that the search uses. All references are resolved. */
import type { StepFunction } from '../calendar/step-function.ts'
import type { WorkingTime } from '../calendar/working-time.ts'
import type { Profile } from '../timeline/profile.ts'
import type { Seconds } from '../time.ts'
import type { SetupMatrix } from './setups.ts'
import type { SetupTimeline } from '../timeline/setup-timeline.ts'
import type { CapacityBuckets } from '../timeline/capacity-buckets.ts'

export interface Combination {
  readonly loads: readonly Load[]
  /** Common open time of the operation, its location and the resources. */
  readonly work: WorkingTime
  /** Requirements that it leaves out: possible only outside of their effective dates. */
  readonly omitted: readonly LoadGroup[]
  /** Whether it is possible at all times. */
  readonly always: boolean
  /** Speed of the slowest resource in percent; undefined if it changes over time. */
  readonly speed: number | undefined
}

export interface Item {
  readonly name: string
  readonly cost: number
  /** Whether the stock of different batches is kept apart. */
  readonly madeToOrder: boolean
}

/** Stock of an item at a location; for items made to order, of one batch. */
export interface Buffer {
  readonly id: number
  readonly item: Item
  readonly location: string
  readonly batch: string
  infinite: boolean
  readonly onhand: number
  /** Stock over time. */
  readonly stock: Profile
  readonly minimum: number | StepFunction
  /** 0 = no maximum. */
  readonly maximum: number | StepFunction
  /** Replenishment methods by preference; undefined until the first request. */
  methods: readonly Method[] | undefined
  /** Dates at which existing orders add supply, ascending. */
  readonly lockedSupply: Seconds[]
  /** Whether a replenishment is in progress: circular networks request the buffer again. */
  asked: boolean
}

/**
 * A replenishment method of a buffer: the quantity that an operation adds per unit (`per`) and independent of its
 * size (`fixed`).
 */
export interface Method {
  readonly operation: Operation
  readonly per: number
  readonly fixed: number
  /** Modified only to compute the gain of other effective dates. */
  effectiveStart: Seconds
  effectiveEnd: Seconds
  /** How one of several methods is chosen. */
  readonly search: SearchMode
}

export type OperationKind =
  | 'fixed_time'
  | 'time_per'
  | 'routing'
  | 'alternate'
  | 'split'
  | 'purchase'
  | 'distribution'
  | 'delivery'

export type SearchMode = 'PRIORITY' | 'MINCOST' | 'MINPENALTY' | 'MINCOSTPENALTY'

export interface Operation {
  readonly id: number
  readonly name: string
  readonly kind: OperationKind
  readonly location: string
  readonly item: Item | undefined
  readonly supplier: string | undefined
  readonly origin: string | undefined
  /** Modified only to compute the gain of a shorter duration, like `fence`, `softPost` and `hardPost`. */
  duration: number
  durationPer: number
  /** Open time of the operation and its location, without its resources. */
  work: WorkingTime
  calendars: readonly StepFunction[]
  /** For routings, the sizes are also those of their steps. */
  minimum: number
  multiple: number
  maximum: number
  /** Seconds within which proposed orders are joined. */
  batchWindow: number
  /** Working seconds from the current date in which no new order may start. */
  fence: number
  /** Desired seconds between the end of the operation and the use of its product. */
  softPost: number
  /** Required seconds between them. */
  hardPost: number
  readonly priority: number
  readonly effectiveStart: Seconds
  readonly effectiveEnd: Seconds
  readonly search: SearchMode
  readonly cost: number
  /** Groups of alternate flows; one flow of each group is used. */
  flows: readonly FlowGroup[]
  /** For routings: flows that the first and the last step perform for the routing. */
  headerFlows: readonly FlowGroup[]
  /** For routings: flows of their item that the last step performs. */
  productFlows: readonly FlowGroup[]
  loads: readonly LoadGroup[]
  /** Steps of a routing by sequence, alternates by preference, or parts of a split. */
  steps: readonly Step[]
  /** For routings with steps that are effective for a limited time: the steps from each date on, by date. */
  periods: readonly StepPeriod[]
  dependencies: readonly Dependency[]
  /** Combinations of resources; undefined until the first request. */
  combinations: readonly Combination[] | undefined
}

export interface Step {
  readonly operation: Operation
  /** Sequence, preference or share. */
  readonly priority: number
  readonly effectiveStart: Seconds
  readonly effectiveEnd: Seconds
}

export interface StepPeriod {
  /** Date of the end of a routing from which it consists of these steps. */
  readonly from: Seconds
  readonly steps: readonly Step[]
}

export interface Dependency {
  readonly on: Operation
  readonly quantity: number
  readonly softLead: number
  readonly hardLead: number
}

export interface Flow {
  readonly item: Item
  readonly location: string
  /** The buffer, for items that are not made to order. */
  readonly buffer: Buffer | undefined
  /**
   * Quantity per unit of the operation and quantity independent of its size, both in the direction of the flow. The
   * fixed one is negative for what is lost at the start (scrap) or was taken before.
   */
  readonly per: number
  readonly fixed: number
  readonly at: 'start' | 'end' | 'transfer_batch'
  readonly transferBatch: number
  readonly offset: number
  readonly effectiveStart: Seconds
  readonly effectiveEnd: Seconds
  readonly priority: number
}

export interface FlowGroup {
  readonly consumes: boolean
  readonly search: SearchMode
  /** By preference. */
  readonly flows: readonly Flow[]
}

/** Effective dates of a requirement, with any resource. */
export interface Need {
  readonly neededStart: Seconds
  readonly neededEnd: Seconds
}

export interface Load extends Need {
  readonly resource: Resource
  readonly quantity: number
  readonly fixed: number
  readonly setup: string | undefined
  /** Effective dates of this resource. */
  readonly effectiveStart: Seconds
  readonly effectiveEnd: Seconds
  readonly priority: number
}

export interface LoadGroup {
  readonly search: SearchMode
  /** Same object for groups that several members of one pool perform together; each group uses another member. */
  readonly pool?: object
  /** Why no resource can perform the group, and when it is required. */
  readonly fault?: {
    readonly kind: 'missing reference' | 'never enough'
    readonly detail: string
    readonly needed: readonly Need[]
  }
  /** Possible resources by preference: alternates, or members of a pool with the skill. */
  readonly loads: readonly Load[]
}

export interface Resource {
  readonly id: number
  readonly name: string
  /** Whether its capacity is obeyed. Modified only to compute the gain of unlimited capacity. */
  constrained: boolean
  /** Whether its capacity is unlimited. */
  readonly infinite: boolean
  /** Free capacity over time. */
  readonly free: Profile
  /** Capacity over time; a constant capacity has one step. */
  readonly capacity: StepFunction
  readonly calendars: readonly StepFunction[]
  readonly maxEarly: number
  readonly cost: number
  /** Percent. */
  readonly efficiency: number | StepFunction
  readonly matrix: SetupMatrix | undefined
  /** Runs in sequence, for resources with changeovers. */
  setups: SetupTimeline | undefined
  /** Capacity per bucket, for resources of that type. */
  readonly buckets: CapacityBuckets | undefined
}

export interface Demand {
  readonly name: string
  readonly item: Item
  readonly owner: string | undefined
  readonly quantity: number
  readonly due: Seconds
  readonly priority: number
  readonly firm: boolean
  readonly minimumShipment: number
  readonly maximumLateness: number
  readonly policy: string
  readonly batch: string
  /** The delivery operation; undefined if it is unknown. */
  readonly delivery: Operation | undefined
  /** Why the delivery operation is unknown. */
  readonly fault: string | undefined
}
