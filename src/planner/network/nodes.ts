/** The network in memory: what the search walks over. Everything is resolved, nothing is looked up by name. */
import type { StepFunction } from '../calendar/step-function.ts'
import type { WorkingTime } from '../calendar/working-time.ts'
import type { Profile } from '../timeline/profile.ts'
import type { Seconds } from '../time.ts'
import type { SetupMatrix } from './setups.ts'
import type { SetupTimeline } from '../timeline/setup-timeline.ts'
import type { CapacityBuckets } from '../timeline/capacity-buckets.ts'

export interface Combination {
  readonly loads: readonly Load[]
  /** Open time of the operation, its place and the resources. */
  readonly work: WorkingTime
  /** Whether all loads hold at all times. */
  readonly always: boolean
  /** Percent of normal speed of the slowest resource; undefined where it changes over time. */
  readonly speed: number | undefined
}

export interface Item {
  readonly name: string
  readonly cost: number
  /** Stock of different batches is kept apart. */
  readonly madeToOrder: boolean
}

/** Stock of an item at a location, of one batch for items made to order. */
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
  /** 0 where there is no maximum. */
  readonly maximum: number | StepFunction
  /** Ways of refilling it, the preferred first; undefined until somebody asks. */
  methods: readonly Method[] | undefined
  /** When orders that are not ours to change bring supply, ascending. */
  readonly lockedSupply: Seconds[]
  /** Whether it is being refilled at the moment: a circle in the network asks for itself. */
  asked: boolean
}

/** A way of refilling a buffer: how much an operation brings into it per unit and regardless of its size. */
export interface Method {
  readonly operation: Operation
  readonly per: number
  readonly fixed: number
  readonly effectiveStart: Seconds
  readonly effectiveEnd: Seconds
  /** How one of several ways is chosen. */
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
  /** Changed only while it is asked what a shorter one would gain, as those of `fence`, `softPost` and `hardPost`. */
  duration: number
  durationPer: number
  /** Open time of the operation and its place; resources add theirs. */
  work: WorkingTime
  calendars: readonly StepFunction[]
  readonly minimum: number
  readonly multiple: number
  readonly maximum: number
  /** Seconds within which proposed orders are joined. */
  readonly batchWindow: number
  /** Working seconds from now in which nothing new may start. */
  fence: number
  /** Seconds by which it should end before its product is needed, if that is possible. */
  softPost: number
  /** Seconds by which it must. */
  hardPost: number
  readonly priority: number
  readonly effectiveStart: Seconds
  readonly effectiveEnd: Seconds
  readonly search: SearchMode
  readonly cost: number
  /** Groups of alternate flows; of each group one is used. */
  flows: readonly FlowGroup[]
  /** Of a routing: what its first and last steps move for it. */
  headerFlows: readonly FlowGroup[]
  loads: readonly LoadGroup[]
  /** Steps of a routing in sequence, options of an alternate by preference, parts of a split. */
  steps: readonly Step[]
  dependencies: readonly Dependency[]
  /** Resources that it can run on together; undefined until somebody asks. */
  combinations: readonly Combination[] | undefined
}

export interface Step {
  readonly operation: Operation
  /** Sequence, preference or share. */
  readonly priority: number
  readonly effectiveStart: Seconds
  readonly effectiveEnd: Seconds
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
  /** Stock of items that are not made to order. */
  readonly buffer: Buffer | undefined
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

export interface Load {
  readonly resource: Resource
  readonly quantity: number
  readonly fixed: number
  readonly setup: string | undefined
  /** When this resource can do it. */
  readonly effectiveStart: Seconds
  readonly effectiveEnd: Seconds
  /** When it has to be done by any resource at all. */
  readonly neededStart: Seconds
  readonly neededEnd: Seconds
  readonly priority: number
}

export interface LoadGroup {
  readonly search: SearchMode
  /** The same for groups that are done by several members of one pool together: each takes another member. */
  readonly pool?: object
  /** Why nothing can do it, where nothing can. */
  readonly fault?: { readonly kind: 'missing reference' | 'never enough'; readonly detail: string }
  /** Resources that can do it, by preference: alternates, members of a pool with the skill. */
  readonly loads: readonly Load[]
}

export interface Resource {
  readonly id: number
  readonly name: string
  /** Whether its capacity is obeyed. Changed only while it is asked what would be gained without. */
  constrained: boolean
  /** It can do any amount of work at once. */
  readonly infinite: boolean
  /** Free capacity over time. */
  readonly free: Profile
  /** Capacity over time; constant ones have one step. */
  readonly capacity: StepFunction
  readonly calendars: readonly StepFunction[]
  readonly maxEarly: number
  readonly cost: number
  /** Percent. */
  readonly efficiency: number | StepFunction
  readonly matrix: SetupMatrix | undefined
  /** Where changeovers count: what runs on it, in sequence. */
  setups: SetupTimeline | undefined
  /** Where capacity is counted per bucket. */
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
  /** What delivers it; undefined when that is not known. */
  readonly delivery: Operation | undefined
  /** Why it is not known how it is delivered. */
  readonly fault: string | undefined
}
