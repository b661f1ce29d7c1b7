/** The columns of the tables that store a plan, with their values from the rows of the plan. */
import type { OrderRow } from '../../planner/input.ts'
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
import { type Column, duration, json, moment, number, RowShape, text } from './row-shape.ts'

/** Columns that the planner computes for every order, including those of users. */
const computed: readonly Column<OrderResult>[] = [
  number('criticality', (order) => order.criticality),
  duration('delay', (order) => order.delay),
  number('color', (order) => order.color),
  text('demands', demandsOf),
  text('resource_names', ({ resources }) => (resources.length === 0 ? null : resources.join(', '))),
  json('plan', (order) => order.plan),
]

export const orderShape = new RowShape<OrderResult>([
  text('reference', (order) => order.reference),
  text('type', (order) => order.type),
  text('status', (order) => order.status),
  number('quantity', (order) => order.quantity),
  moment('startdate', (order) => order.startdate),
  moment('enddate', (order) => order.enddate),
  text('operation', (order) => order.operation),
  text('name', (order) => order.name),
  text('owner', (order) => order.owner),
  text('batch', (order) => order.batch),
  text('item', (order) => order.item),
  text('location', (order) => order.location),
  text('origin', (order) => order.origin),
  text('destination', (order) => order.destination),
  text('supplier', (order) => order.supplier),
  text('demand', (order) => order.demand),
  moment('due', (order) => order.due),
  ...computed,
])

/** Returns the names of the demands that an order is for; null without any. */
function demandsOf({ plan }: OrderResult): string | null {
  const names = Object.keys(plan.pegging)
  return names.length === 0 ? null : names.length === 1 ? names[0]! : names.sort().join(', ')
}

/** Columns that are stored for existing orders. */
export const existingShape = new RowShape<OrderResult>([
  text('reference', (order) => order.reference),
  text('name', (order) => order.name),
  moment('startdate', (order) => order.startdate),
  moment('enddate', (order) => order.enddate),
  ...computed,
])

/** The dates of orders as they were loaded. */
export const loadedShape = new RowShape<OrderRow>([
  text('reference', (order) => order.reference),
  moment('startdate', (order) => order.startdate ?? null),
  moment('enddate', (order) => order.enddate ?? null),
])

export const movementShape = new RowShape<MovementResult>(
  [
    text('operationplan', (movement) => movement.operationplan),
    text('item', (movement) => movement.item),
    text('location', (movement) => movement.location),
    moment('flowdate', (movement) => movement.flowdate),
    number('quantity', (movement) => movement.quantity),
    number('onhand', (movement) => movement.onhand),
    number('minimum', (movement) => movement.minimum),
    number('periodofcover', (movement) => movement.periodofcover),
    text('status', (movement) => movement.status),
  ],
  3,
)

export const useShape = new RowShape<UseResult>(
  [
    text('operationplan', (use) => use.operationplan),
    text('resource', (use) => use.resource),
    number('quantity', (use) => use.quantity),
    text('setup', (use) => use.setup),
    text('status', (use) => use.status),
  ],
  2,
)

export const demandShape = new RowShape<DemandResult>([
  text('name', (demand) => demand.name),
  duration('delay', (demand) => demand.delay),
  number('plannedquantity', (demand) => demand.plannedquantity),
  moment('deliverydate', (demand) => demand.deliverydate),
  json('plan', (demand) => demand.plan),
])

export const itemShape = new RowShape<ItemResult>([
  text('name', (item) => item.name),
  number('periodofcover', (item) => Math.round(item.periodofcover)),
])

const problemColumns = <Row extends ProblemResult>(): readonly Column<Row>[] => [
  text('entity', (problem) => problem.entity),
  text('owner', (problem) => problem.owner),
  text('name', (problem) => problem.name),
  text('description', (problem) => problem.description),
  moment('startdate', (problem) => problem.startdate),
  moment('enddate', (problem) => problem.enddate),
]

export const problemShape = new RowShape<ProblemResult>(problemColumns())

/** The item is null if the demand has none. */
export type StoredConstraint = Omit<ConstraintResult, 'item'> & { readonly item: string | null }

export const constraintShape = new RowShape<StoredConstraint>([
  text('demand', (constraint) => constraint.demand),
  text('item', (constraint) => constraint.item),
  ...problemColumns<StoredConstraint>(),
  number('days', (constraint) => constraint.days ?? null),
  text('together', (constraint) => constraint.together ?? null),
  number('rank', (constraint) => constraint.rank),
  number('share', (constraint) => constraint.share ?? null),
])

export const resourceBucketShape = new RowShape<ResourceBucketResult>(
  [
    text('resource', (bucket) => bucket.resource),
    moment('startdate', (bucket) => bucket.startdate),
    number('available', (bucket) => bucket.available),
    number('unavailable', (bucket) => bucket.unavailable),
    number('setup', (bucket) => bucket.setup),
    number('load', (bucket) => bucket.load),
    number('free', (bucket) => bucket.free),
    number('load_confirmed', (bucket) => bucket.load_confirmed),
  ],
  2,
)
