/**
 * What a plan says, as rows of the tables that hold it. Rows are made while they are read, so that a large plan is not
 * held twice: each time that a list is read they are made anew. Dates are seconds of planning time, durations are seconds.
 */
import type { Seconds } from '../time.ts'

export type OrderType = 'MO' | 'WO' | 'PO' | 'DO' | 'DLVR' | 'STCK'

/** An order that an order feeds or is fed by: how much of it, and how long before or after. */
export interface AdjacentOrder {
  readonly reference: string
  readonly quantity: number
  /** Seconds between the end of the earlier and the start of the later one. */
  readonly offset: number
}

/** What the plan knows of an order besides its dates; stored as JSON. */
export interface OrderDetail {
  /** Demand → quantity of the order that is for it. */
  readonly pegging: Readonly<Record<string, number>>
  readonly upstream_opplans: readonly AdjacentOrder[]
  readonly downstream_opplans: readonly AdjacentOrder[]
  /** Seconds between start and end in which nothing is done, because something is closed. */
  readonly unavailable?: number
  /** The stretches of that time, as [start, end]. */
  readonly interruptions?: readonly (readonly [Seconds, Seconds])[]
  readonly setup?: string
  readonly setupend?: Seconds
  readonly setuprule?: string
  /** Only there, and false, when the order breaks a constraint. */
  readonly feasible?: false
}

export interface OrderResult {
  readonly reference: string
  /** Approved, confirmed and completed orders were there before: of them only what is computed is stored. */
  readonly existing: boolean
  readonly type: OrderType
  readonly status: string
  readonly quantity: number
  readonly startdate: Seconds
  readonly enddate: Seconds
  /** Operation of manufacturing and work orders. */
  readonly operation: string | null
  /** Name of whatever is performed, generated ones too. */
  readonly name: string
  /** Reference of the order of which this is a step. */
  readonly owner: string | null
  readonly batch: string | null
  readonly item: string | null
  readonly location: string | null
  readonly origin: string | null
  readonly destination: string | null
  readonly supplier: string | null
  readonly demand: string | null
  readonly due: Seconds | null
  /** Days by which it may end later without making a demand late; 999 for what no demand needs. */
  readonly criticality: number
  /** Seconds by which it ends after the last moment that keeps all demands in time; negative when early. */
  readonly delay: number
  /** 100 less the days of delay; 100 is on time. */
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
  /** Stock after everything of that moment and this movement. */
  readonly onhand: number
  readonly minimum: number
  /** Days for which the stock after it lasts; 999 for longer than is planned. */
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
  /** Last delivery less due date; null when nothing is delivered. */
  readonly delay: number | null
  readonly plannedquantity: number
  readonly deliverydate: Seconds | null
  readonly plan: { readonly pegging: readonly DemandPegging[] }
}

export interface DemandPegging {
  /** 0 for deliveries, 1 for what they take, and so on. */
  readonly level: number
  readonly opplan: string
  readonly quantity: number
}

export interface ItemResult {
  readonly name: string
  /** Days for which the stock at all places lasts; 999 at most. */
  readonly periodofcover: number
}

/** A moment and an object at which the plan is not as it should be. */
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

/** Takes values in their order. */
export interface Mark {
  readonly text: (value: string) => void
  readonly number: (value: number) => void
  /** Stands for a value that is not there. */
  readonly nothing: () => void
}

export interface OrderRows extends Iterable<OrderResult> {
  /** The row of an order by its number: first the orders of the plan, then the stock at the start. */
  readonly at: (number: number) => OrderResult
  /** Gives the mark what the row consists of, without making it. */
  readonly mark: (number: number, mark: Mark) => void
}

/** Rows that belong to orders. */
export interface PartRows<Row> extends Iterable<Row> {
  /** Only the rows of some orders, told by their numbers. */
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
}
