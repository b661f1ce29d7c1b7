/** The rows of a plan as cells of the tables that hold them. */
import type { Cell } from '../../data/write/computed/copy-rows.ts'
import type {
  ConstraintResult,
  DemandResult,
  ItemResult,
  MovementResult,
  OrderResult,
  ProblemResult,
  ResourceBucketResult,
  UseResult,
} from '../../planner/result/result.ts'
import { interval, optionalTimestamp, timestamp } from './cells.ts'

/** How rows of a kind are written: the columns, and the cells of a row in their order. */
export interface RowShape<Row> {
  readonly columns: readonly string[]
  readonly cells: (row: Row) => readonly Cell[]
}

export const orderShape: RowShape<OrderResult> = {
  columns: [
    'reference',
    'type',
    'status',
    'quantity',
    'startdate',
    'enddate',
    'operation',
    'name',
    'owner',
    'batch',
    'item',
    'location',
    'origin',
    'destination',
    'supplier',
    'demand',
    'due',
    'criticality',
    'delay',
    'color',
    'demands',
    'plan',
  ],
  cells: (order) => [
    order.reference,
    order.type,
    order.status,
    order.quantity,
    timestamp(order.startdate),
    timestamp(order.enddate),
    order.operation,
    order.name,
    order.owner,
    order.batch,
    order.item,
    order.location,
    order.origin,
    order.destination,
    order.supplier,
    order.demand,
    optionalTimestamp(order.due),
    order.criticality,
    interval(order.delay),
    order.color,
    demandsOf(order),
    JSON.stringify(order.plan),
  ],
}

/** Names of the demands that an order is for; null when it is for none. */
const demandsOf = ({ plan }: OrderResult): string | null =>
  Object.keys(plan.pegging).toSorted().join(', ') || null

/** What is stored of an order that was there before. */
export const existingShape: RowShape<OrderResult> = {
  columns: ['reference', 'name', 'startdate', 'enddate', 'criticality', 'delay', 'color', 'demands', 'plan'],
  cells: (order) => [
    order.reference,
    order.name,
    timestamp(order.startdate),
    timestamp(order.enddate),
    order.criticality,
    interval(order.delay),
    order.color,
    demandsOf(order),
    JSON.stringify(order.plan),
  ],
}

export const movementShape: RowShape<MovementResult> = {
  columns: [
    'operationplan',
    'item',
    'location',
    'quantity',
    'flowdate',
    'onhand',
    'minimum',
    'periodofcover',
    'status',
  ],
  cells: (movement) => [
    movement.operationplan,
    movement.item,
    movement.location,
    movement.quantity,
    timestamp(movement.flowdate),
    movement.onhand,
    movement.minimum,
    movement.periodofcover,
    movement.status,
  ],
}

export const useShape: RowShape<UseResult> = {
  columns: ['operationplan', 'resource', 'quantity', 'setup', 'status'],
  cells: (use) => [use.operationplan, use.resource, use.quantity, use.setup, use.status],
}

export const demandShape: RowShape<DemandResult> = {
  columns: ['name', 'delay', 'plannedquantity', 'deliverydate', 'plan'],
  cells: (demand) => [
    demand.name,
    demand.delay === null ? null : interval(demand.delay),
    demand.plannedquantity,
    optionalTimestamp(demand.deliverydate),
    JSON.stringify(demand.plan),
  ],
}

export const itemShape: RowShape<ItemResult> = {
  columns: ['name', 'periodofcover'],
  cells: (item) => [item.name, Math.round(item.periodofcover)],
}

export const problemShape: RowShape<ProblemResult> = {
  columns: ['entity', 'owner', 'name', 'description', 'startdate', 'enddate'],
  cells: (problem) => [
    problem.entity,
    problem.owner,
    problem.name,
    problem.description,
    timestamp(problem.startdate),
    timestamp(problem.enddate),
  ],
}

/** The item of a demand may be what it lacks. */
export type StoredConstraint = Omit<ConstraintResult, 'item'> & { readonly item: string | null }

export const constraintShape: RowShape<StoredConstraint> = {
  columns: ['demand', 'item', ...problemShape.columns],
  cells: (constraint) => [constraint.demand, constraint.item, ...problemShape.cells(constraint)],
}

export const resourceBucketShape: RowShape<ResourceBucketResult> = {
  columns: ['resource', 'startdate', 'available', 'unavailable', 'setup', 'load', 'free', 'load_confirmed'],
  cells: (bucket) => [
    bucket.resource,
    timestamp(bucket.startdate),
    bucket.available,
    bucket.unavailable,
    bucket.setup,
    bucket.load,
    bucket.free,
    bucket.load_confirmed,
  ],
}
