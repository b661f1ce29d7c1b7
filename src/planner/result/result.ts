/**
 * The result rows of a plan, in the form of the tables that store them. Rows are built each time a list is read, so
 * that a large plan is not held in memory twice. Dates are seconds of planning time, durations are seconds.
 */
import type { Seconds } from '../time.ts'
import type { ResourceLoad } from './plan-loads.ts'

export type OrderType = 'MO' | 'WO' | 'PO' | 'DO' | 'DLVR' | 'STCK'

/** A predecessor or successor of an order, with quantity and time between them. */
export interface AdjacentOrder {
  readonly reference: string
  readonly quantity: number
  /** Seconds between the end of the earlier and the start of the later order. */
  readonly offset: number
}

/** Computed details of an order, stored as JSON. */
export interface OrderDetail {
  /** Demand → quantity of the order for it. */
  readonly pegging: Readonly<Record<string, number>>
  readonly upstream_opplans: readonly AdjacentOrder[]
  readonly downstream_opplans: readonly AdjacentOrder[]
  /** Seconds between start and end without work, because a calendar is closed. */
  readonly unavailable?: number
  /** The intervals without work, as [start, end]. */
  readonly interruptions?: readonly (readonly [Seconds, Seconds])[]
  readonly setup?: string
  readonly setupend?: Seconds
  readonly setuprule?: string
  /** Present, and false, only if the order breaks a constraint. */
  readonly feasible?: false
}

export interface OrderResult {
  readonly reference: string
  /** Whether it is an existing (approved, confirmed or completed) order, of which only computed fields are stored. */
  readonly existing: boolean
  readonly type: OrderType
  readonly status: string
  readonly quantity: number
  readonly startdate: Seconds
  readonly enddate: Seconds
  /** Operation of manufacturing and work orders. */
  readonly operation: string | null
  /** Name of the operation, including generated ones. */
  readonly name: string
  /** Reference of the owner of a step. */
  readonly owner: string | null
  readonly batch: string | null
  readonly item: string | null
  readonly location: string | null
  readonly origin: string | null
  readonly destination: string | null
  readonly supplier: string | null
  readonly demand: string | null
  readonly due: Seconds | null
  /** Names of the resources on which it is planned, each once, sorted. */
  readonly resources: readonly string[]
  /** Days by which it may end later without making a demand late; 999 if no demand requires it. */
  readonly criticality: number
  /** Seconds by which it ends after the latest date that keeps all demands on time; negative if it is early. */
  readonly delay: number
  /** 100 minus the days of delay; 100 = on time. */
  readonly color: number
  readonly plan: OrderDetail
}

export interface MovementResult {
  /** Number of the order; see {@link OrderRows}. */
  readonly number: number
  readonly operationplan: string
  readonly item: string
  readonly location: string
  readonly quantity: number
  readonly flowdate: Seconds
  /** Stock after all movements of that moment up to this one. */
  readonly onhand: number
  readonly minimum: number
  /** Days of cover of the stock after it; 999 if it lasts longer than the plan. */
  readonly periodofcover: number
  readonly status: 'proposed' | 'confirmed' | 'closed'
}

export interface UseResult {
  /** Number of the order; see {@link OrderRows}. */
  readonly number: number
  readonly operationplan: string
  readonly resource: string
  readonly quantity: number
  readonly setup: string | null
  readonly status: 'proposed' | 'confirmed' | 'closed'
}

export interface DemandResult {
  readonly name: string
  /** Last delivery minus due date; null if nothing is delivered. */
  readonly delay: number | null
  readonly plannedquantity: number
  readonly deliverydate: Seconds | null
  readonly plan: { readonly pegging: readonly DemandPegging[] }
}

export interface DemandPegging {
  /** 0 for deliveries, 1 for their direct predecessors, and so on. */
  readonly level: number
  readonly opplan: string
  readonly quantity: number
}

export interface ItemResult {
  readonly name: string
  /** Days of cover of the stock at all locations; at most 999. */
  readonly periodofcover: number
}

/** A problem of the plan: a date and an object. */
export interface ProblemResult {
  readonly entity: 'demand' | 'material' | 'capacity' | 'operation'
  readonly owner: string
  readonly name: string
  readonly description: string
  readonly startdate: Seconds
  readonly enddate: Seconds
}

/** Why a demand is late or short. */
export interface ConstraintResult extends ProblemResult {
  readonly demand: string
  readonly item: string
  /** Days by which the demand would be earlier without the constraint and those of `together`; undefined if unknown. */
  readonly days?: number
  /** Names of other constraints that must be relaxed as well for any gain, separated by commas. */
  readonly together?: string
  /** Place of the cause of the delay, 1 for the main cause; constraints that cost time only together have the same. */
  readonly rank: number
  /** Days of the delay that all constraints of the rank add to the others; undefined if unknown. */
  readonly share?: number
}

/** Hours of a resource in a time bucket, times its size. */
export interface ResourceBucketResult {
  readonly resource: string
  readonly startdate: Seconds
  readonly available: number
  readonly unavailable: number
  readonly setup: number
  readonly load: number
  readonly free: number
  readonly load_confirmed: number
}

/** Receives values in sequence, for a digest. */
export interface Mark {
  readonly text: (value: string) => void
  readonly number: (value: number) => void
  /** Marks a missing value. */
  readonly nothing: () => void
}

export interface OrderRows extends Iterable<OrderResult> {
  /** Returns the row of an order by its number: first the orders of the plan, then the initial stock. */
  readonly at: (number: number) => OrderResult
  /** Passes the values of the row to the mark without building the row. */
  readonly mark: (number: number, mark: Mark) => void
}

/** Rows that belong to orders. */
export interface PartRows<Row> extends Iterable<Row> {
  /** Returns only the rows of the orders with these numbers. */
  readonly of: (wanted: (number: number) => boolean) => Iterable<Row>
}

export interface PlanResult {
  readonly orders: OrderRows
  readonly movements: PartRows<MovementResult>
  readonly uses: PartRows<UseResult>
  readonly demands: Iterable<DemandResult>
  readonly items: Iterable<ItemResult>
  readonly problems: Iterable<ProblemResult>
  readonly constraints: Iterable<ConstraintResult>
  readonly resourceBuckets: Iterable<ResourceBucketResult>
  /** Load and capacity of each resource, to which the utilization refers. */
  readonly loads: ReadonlyMap<string, ResourceLoad>
}
