/**
 * The input of the planner: the planning entities as plain rows. Names are keys, dates are seconds of planning time,
 * durations are seconds. A field that is absent or null has the default value of the entity.
 */
import type { Calendar } from './calendar/step-function.ts'
import type { Seconds } from './time.ts'

type Optional<Value> = Value | null | undefined

export interface LocationRow {
  readonly name: string
  readonly owner?: Optional<string>
  readonly available?: Optional<string>
}

export interface ItemRow {
  readonly name: string
  readonly owner?: Optional<string>
  readonly type?: Optional<string>
  readonly cost?: Optional<number>
}

export interface SupplierRow {
  readonly name: string
  readonly available?: Optional<string>
}

interface Sized {
  readonly sizeminimum?: Optional<number>
  readonly sizemultiple?: Optional<number>
  readonly sizemaximum?: Optional<number>
}

interface Effective {
  readonly effective_start?: Optional<Seconds>
  readonly effective_end?: Optional<Seconds>
}

export interface OperationRow extends Sized, Effective {
  readonly name: string
  readonly type?: Optional<string>
  readonly item?: Optional<string>
  readonly location?: Optional<string>
  readonly owner?: Optional<string>
  readonly priority?: Optional<number>
  readonly fence?: Optional<number>
  readonly posttime?: Optional<number>
  readonly cost?: Optional<number>
  readonly duration?: Optional<number>
  readonly duration_per?: Optional<number>
  readonly search?: Optional<string>
  readonly available?: Optional<string>
  readonly batchwindow?: Optional<number>
}

export interface SubOperationRow extends Effective {
  readonly operation: string
  readonly suboperation: string
  readonly priority?: Optional<number>
}

export interface OperationDependencyRow {
  readonly operation: string
  readonly blockedby: string
  readonly quantity?: Optional<number>
  readonly safety_leadtime?: Optional<number>
  readonly hard_safety_leadtime?: Optional<number>
}

export interface OperationMaterialRow extends Effective {
  readonly operation: string
  readonly item: string
  readonly location?: Optional<string>
  readonly quantity?: Optional<number>
  readonly quantity_fixed?: Optional<number>
  readonly type?: Optional<string>
  readonly name?: Optional<string>
  readonly priority?: Optional<number>
  readonly search?: Optional<string>
  readonly transferbatch?: Optional<number>
  readonly offset?: Optional<number>
}

export interface OperationResourceRow extends Effective {
  readonly operation: string
  readonly resource: string
  readonly skill?: Optional<string>
  readonly quantity?: Optional<number>
  readonly quantity_fixed?: Optional<number>
  readonly name?: Optional<string>
  readonly priority?: Optional<number>
  readonly setup?: Optional<string>
  readonly search?: Optional<string>
}

export interface ResourceRow {
  readonly name: string
  readonly owner?: Optional<string>
  readonly type?: Optional<string>
  readonly constrained?: Optional<boolean>
  readonly maximum?: Optional<number>
  readonly maximum_calendar?: Optional<string>
  readonly available?: Optional<string>
  readonly location?: Optional<string>
  readonly cost?: Optional<number>
  readonly maxearly?: Optional<number>
  readonly setupmatrix?: Optional<string>
  readonly setup?: Optional<string>
  readonly efficiency?: Optional<number>
  readonly efficiency_calendar?: Optional<string>
}

export interface SetupRuleRow {
  readonly setupmatrix: string
  readonly priority?: Optional<number>
  readonly fromsetup?: Optional<string>
  readonly tosetup?: Optional<string>
  readonly duration?: Optional<number>
  readonly cost?: Optional<number>
  readonly resource?: Optional<string>
}

export interface ResourceSkillRow extends Effective {
  readonly resource: string
  readonly skill: string
  readonly priority?: Optional<number>
}

export interface BufferRow {
  readonly item: string
  readonly location: string
  readonly batch?: Optional<string>
  readonly type?: Optional<string>
  readonly onhand?: Optional<number>
  readonly minimum?: Optional<number>
  readonly minimum_calendar?: Optional<string>
  readonly min_interval?: Optional<number>
  readonly maximum?: Optional<number>
  readonly maximum_calendar?: Optional<string>
}

interface Replenishment extends Sized, Effective {
  readonly item: string
  readonly location?: Optional<string>
  readonly leadtime?: Optional<number>
  readonly batchwindow?: Optional<number>
  readonly cost?: Optional<number>
  readonly priority?: Optional<number>
  readonly resource?: Optional<string>
  readonly resource_qty?: Optional<number>
  readonly fence?: Optional<number>
}

export interface ItemSupplierRow extends Replenishment {
  readonly supplier: string
  readonly extra_safety_leadtime?: Optional<number>
  readonly hard_safety_leadtime?: Optional<number>
}

export interface ItemDistributionRow extends Replenishment {
  readonly origin: string
}

export interface DemandRow {
  readonly name: string
  readonly item: string
  readonly location?: Optional<string>
  readonly customer?: Optional<string>
  readonly owner?: Optional<string>
  readonly quantity: number
  readonly due: Seconds
  readonly priority?: Optional<number>
  readonly status?: Optional<string>
  readonly operation?: Optional<string>
  readonly minshipment?: Optional<number>
  readonly maxlateness?: Optional<number>
  readonly policy?: Optional<string>
  readonly batch?: Optional<string>
}

/** An existing order: approved, confirmed or completed. The planner itself creates the proposed ones. */
export interface OrderRow {
  readonly reference: string
  readonly type: string
  readonly status: string
  readonly quantity: number
  readonly quantity_completed?: Optional<number>
  readonly startdate?: Optional<Seconds>
  readonly enddate?: Optional<Seconds>
  readonly operation?: Optional<string>
  readonly owner?: Optional<string>
  readonly batch?: Optional<string>
  readonly item?: Optional<string>
  readonly location?: Optional<string>
  readonly origin?: Optional<string>
  readonly destination?: Optional<string>
  readonly supplier?: Optional<string>
  readonly demand?: Optional<string>
}

/** A proposal of the previous plan, with its dates and resources. */
export interface PreviousOrderRow extends Omit<OrderRow, 'status' | 'quantity_completed'> {
  /**
   * The only demand that it was made for; absent if it was made for several. `demand` is the demand that a delivery
   * order ships.
   */
  readonly pegged?: Optional<string>
  readonly resources: readonly string[]
  /** Names of the items that it consumes, if its operation has alternate materials. */
  readonly materials?: readonly string[]
}

/** The resource that an existing order runs on, where the operation allows several. */
export interface OrderResourceRow {
  readonly operationplan: string
  readonly resource: string
}

/** The constraints that proposed orders obey. Material availability is obeyed whenever one of them is set. */
export interface Constraints {
  readonly capacity: boolean
  readonly manufacturingLeadTime: boolean
  readonly purchasingLeadTime: boolean
}

export interface PlannerSettings {
  readonly current: Seconds
  /**
   * Date from which proposals of the stored plan that start before `current` have begun: a plan in memory keeps their dates.
   * By default none has.
   */
  readonly begunFrom?: Seconds | undefined
  /**
   * 1: demands are late or short where constraints require it. 2: all demands are planned on their due dates, and
   * constraints only choose between alternates. A plan without any constraint is always of type 2.
   */
  readonly plantype: 1 | 2
  readonly constraints: Constraints
  /**
   * Seconds within which the planner waits for open supply instead of proposing new supply
   * (`plan.autoFenceOperations`). If undefined, a constrained plan waits only when new supply would not be available
   * earlier, and an unconstrained plan always waits.
   */
  readonly autoFence: number | undefined
  /** Whether approved orders may be moved to an earlier date for demands that would otherwise wait for them. */
  readonly moveApprovedEarly: boolean
  /** Whether approved orders that are infeasible on their dates may be moved to a later date. */
  readonly moveApprovedLate: boolean
  /** Seconds between the end of the supply of a demand and its due date (`plan.administrativeLeadtime`). */
  readonly administrativeLeadTime: number
  /** Duration of a generated delivery operation, in seconds. */
  readonly deliveryDuration: number
  /**
   * Whether a less urgent demand may be planned before a more urgent one if that reduces the weighted lateness
   * (`plan.priority_as_weight`). Otherwise a less urgent demand never takes supply or capacity from a more urgent
   * one.
   */
  readonly priorityAsWeight?: boolean
  /** Seconds from the start of the plan within which changes against the previous plan have a cost (`plan.frozenHorizon`). */
  readonly frozenHorizon?: number
  /** Quantity-days of lateness that a change of an order inside the frozen horizon must save (`plan.stability`). */
  readonly stability?: number | undefined
  /** Smallest part into which an order, lot or shipment is divided (`plan.smallestLot`); undefined = no limit. */
  readonly smallestLot?: number | undefined
  /**
   * Maximum number of parts into which a demand or a lot is divided (`plan.maximumParts`); undefined = the default
   * limits.
   */
  readonly maximumParts?: number | undefined
}

export interface PlannerInput {
  readonly settings: PlannerSettings
  readonly calendars: readonly Calendar[]
  readonly locations: readonly LocationRow[]
  readonly items: readonly ItemRow[]
  readonly suppliers: readonly SupplierRow[]
  readonly operations: readonly OperationRow[]
  readonly suboperations: readonly SubOperationRow[]
  readonly dependencies: readonly OperationDependencyRow[]
  readonly materials: readonly OperationMaterialRow[]
  readonly resources: readonly ResourceRow[]
  readonly loads: readonly OperationResourceRow[]
  readonly setupRules: readonly SetupRuleRow[]
  readonly skills: readonly ResourceSkillRow[]
  readonly buffers: readonly BufferRow[]
  readonly itemSuppliers: readonly ItemSupplierRow[]
  readonly itemDistributions: readonly ItemDistributionRow[]
  readonly demands: readonly DemandRow[]
  readonly orders: readonly OrderRow[]
  readonly orderResources?: readonly OrderResourceRow[]
  /** Proposals of the previous plan, so that the new plan is not worse than it; empty to ignore the previous plan. */
  readonly previous?: readonly PreviousOrderRow[]
}

/** Rows of all tables of an input, which can be filled. */
export type InputRows = {
  -readonly [Table in Exclude<keyof PlannerInput, 'settings' | 'previous'>]-?: NonNullable<
    PlannerInput[Table]
  >[number][]
}

/** Returns the rows of an empty scenario. */
export const emptyRows = (): InputRows => ({
  calendars: [],
  locations: [],
  items: [],
  suppliers: [],
  operations: [],
  suboperations: [],
  dependencies: [],
  materials: [],
  resources: [],
  loads: [],
  setupRules: [],
  skills: [],
  buffers: [],
  itemSuppliers: [],
  itemDistributions: [],
  demands: [],
  orders: [],
  orderResources: [],
})
