/** Converts a solution to result rows: edges between orders, demands, urgency, problems and constraints. */
import type { Demand } from '../network/nodes.ts'
import { compareNames } from '../network/operations.ts'
import type { Shipment } from '../search/delivery.ts'
import type { Order } from '../search/plan.ts'
import type { Solution } from '../solution.ts'
import type { Seconds } from '../time.ts'
import { constraintRows, type DemandPaths } from './constraint-rows.ts'
import { demandRows } from './demand-rows.ts'
import { findEdges } from './edges.ts'
import { firstReferences, numberPlan, type Numbering } from './numbering.ts'
import { orderRowsOf } from './order-rows.ts'
import { type OrderTraits, orderTraits } from './order-traits.ts'
import { planLoads } from './plan-loads.ts'
import { findProblems } from './problems.ts'
import { resourceBuckets } from './resource-buckets.ts'
import type { PartRows, PlanResult } from './result.ts'
import { type Parent, type Pegging, type Root, shareDemands } from './shares.ts'
import { finish, type Steps } from '../pauses.ts'
import { eventsByBuffer } from './stock-events.ts'
import { itemRows, movementRows } from './stock-rows.ts'
import { useRows } from './use-rows.ts'

export interface ResultOptions {
  /** Starts of the finest time buckets, ascending, with the end as the last element; days if undefined. */
  readonly bucketStarts?: readonly Seconds[]
}

/** The evaluated plan, without the references of its orders. */
export interface AnalyzedPlan {
  /** Traits of the orders and of the initial stock, by which references are assigned. */
  readonly traits: OrderTraits
  readonly numbering: Numbering
  readonly pegging: Pegging
  /** Demands by their numbers in the shares. */
  readonly demands: readonly Demand[]
  /** 1 for each order that breaks a constraint. */
  readonly infeasible: Uint8Array
  /** Returns the references for a plan without a predecessor. */
  readonly firstReferences: () => readonly string[]
  /** Filled while the constraints are read. */
  readonly paths: DemandPaths
  /** Returns the rows of the plan for a reference per order; existing orders must have their own. */
  readonly rows: (references: readonly string[]) => PlanResult
}

/** Returns the rows of a plan without a predecessor. For a large plan, the work before the first row takes seconds. */
export function planResult(solution: Solution, options: ResultOptions = {}): PlanResult {
  const analyzed = finish(analyzePlanInSteps(solution, options))
  return analyzed.rows(analyzed.firstReferences())
}

/** Evaluates the plan before the rows are built, in steps of a few milliseconds. */
export function* analyzePlanInSteps(
  solution: Solution,
  { bucketStarts }: ResultOptions = {},
): Steps<AnalyzedPlan> {
  const { network, plan } = solution
  // Sorted by name, so that the numbers of demands, and with them the order of shares, do not depend on the search.
  const deliveries = solution.deliveries.toSorted((a, b) => compareNames(a.demand, b.demand))
  const numbering = numberPlan({ network, plan })
  const stocks = yield* eventsByBuffer(network.buffers, numbering)
  const demands = deliveries.map(({ demand }) => demand)
  yield
  const { shipped, owners } = numbersOf(numbering, solution)
  const roots = deliveries.flatMap(({ demand, shipments }, index) =>
    shipments.map((shipment): Root => ({
      order: shipped.get(shipment)!,
      demand: index,
      quantity: shipment.order.quantity,
      slack: demand.due - shipment.order.end,
    })),
  )
  yield
  const parents = parentsOf(numbering, owners)
  const steps = stepsOf(numbering.orders)
  yield
  const edges = yield* findEdges(numbering, stocks)
  const pegging = yield* shareDemands(edges, numbering.count, roots, demands.length, parents)
  const delivered = new Map<number, Demand>(roots.map(({ order, demand }) => [order, demands[demand]!]))
  const { problems, infeasible } = yield* findProblems(solution, numbering, stocks)
  const traits = yield* orderTraits({ numbering, pegging, demands, delivered, owners })
  const paths: DemandPaths = new Map()
  const buckets = yield* resourceBuckets(solution, numbering, bucketStarts)
  const loads = yield* planLoads(network, plan.orders)
  return {
    traits,
    numbering,
    pegging,
    demands,
    infeasible,
    paths,
    firstReferences: () => firstReferences(numbering, solution),
    rows: (references) => ({
      orders: orderRowsOf({
        solution,
        numbering,
        references,
        pegging,
        demands,
        infeasible,
        delivered,
        owners,
        steps,
      }),
      movements: partRows((wanted) => movementRows(numbering, references, stocks, wanted)),
      uses: partRows((wanted) => useRows(numbering, references, wanted)),
      demands: again(() => demandRows(solution, references, pegging, shipped)),
      items: again(() => itemRows(numbering, stocks, network.input.settings.current)),
      problems,
      constraints: again(() => constraintRows(solution, lastSourceIn(numbering, pegging), paths)),
      resourceBuckets: again(buckets),
      loads,
    }),
  }
}

/** Returns the latest predecessor of an order, ignoring the initial stock. */
function lastSourceIn(
  { orders }: Numbering,
  { edges, upstream }: Pegging,
): (order: Order) => Order | undefined {
  let numbers: ReadonlyMap<Order, number> | undefined
  return (order) => {
    numbers ??= new Map(orders.map((one, number) => [one, number]))
    const number = numbers.get(order)
    if (number === undefined) return undefined
    let last: number | undefined
    let smallest = Infinity
    for (let at = upstream.begins[number]!; at < upstream.begins[number + 1]!; at += 1) {
      const edge = upstream.list[at]!
      const producer = edges.producers[edge]!
      if (producer >= orders.length || edges.gaps[edge]! >= smallest) continue
      ;[last, smallest] = [producer, edges.gaps[edge]!]
    }
    return last === undefined ? undefined : orders[last]
  }
}

/** Returns a list whose rows are built each time it is read. */
const again = <Row>(rows: () => Iterator<Row>): Iterable<Row> => ({ [Symbol.iterator]: rows })

const partRows = <Row>(rows: (wanted: (number: number) => boolean) => Iterator<Row>): PartRows<Row> => ({
  of: (wanted) => again(() => rows(wanted)),
  [Symbol.iterator]: () => rows(() => true),
})

/** Returns the steps of the orders that own some. */
export function stepsOf(orders: readonly Order[]): ReadonlyMap<Order, readonly Order[]> {
  const steps = new Map<Order, Order[]>()
  for (const order of orders) {
    const { owner } = order
    if (owner === undefined) continue
    const known = steps.get(owner)
    if (known === undefined) steps.set(owner, [order])
    else known.push(order)
  }
  return steps
}

/** Returns the numbers of the orders that ship, and of those that own others. */
function numbersOf(
  { orders }: Numbering,
  { deliveries }: Solution,
): { readonly shipped: ReadonlyMap<Shipment, number>; readonly owners: ReadonlyMap<Order, number> } {
  const wanted = new Set<Order>(deliveries.flatMap(({ shipments }) => shipments.map(({ order }) => order)))
  const owning = new Set<Order>(orders.flatMap(({ owner }) => owner ?? []))
  const numbers = new Map<Order, number>()
  for (const [number, order] of orders.entries()) {
    if (wanted.has(order) || owning.has(order)) numbers.set(order, number)
  }
  const shipped = new Map<Shipment, number>()
  for (const { shipments } of deliveries) {
    for (const shipment of shipments) {
      const number = numbers.get(shipment.order)
      if (number !== undefined) shipped.set(shipment, number)
    }
  }
  const owners = new Map([...numbers].filter(([order]) => owning.has(order)))
  return { shipped, owners }
}

/** Returns the orders with steps, and their steps. */
function parentsOf({ orders }: Numbering, owners: ReadonlyMap<Order, number>): readonly Parent[] {
  const steps = new Map<Order, number[]>([...owners.keys()].map((owner) => [owner, []]))
  for (const [number, { owner }] of orders.entries()) if (owner !== undefined) steps.get(owner)!.push(number)
  return [...steps].map(([owner, list]) => {
    const last = list.reduce((a, b) => (orders[b]!.end > orders[a]!.end ? b : a))
    const { quantity } = orders[last]!
    return {
      order: owners.get(owner)!,
      steps: list,
      last,
      weight: quantity > 0 ? owner.quantity / quantity : 0,
    }
  })
}
