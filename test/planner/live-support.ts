/** Creates live plans of random networks and compares them. */
import { LivePlan } from '../../src/planner/live/live-plan.ts'
import type { Touched } from '../../src/planner/live/touched.ts'
import type { DemandRow, PlannerInput } from '../../src/planner/input.ts'
import { finish } from '../../src/planner/pauses.ts'
import type { Order } from '../../src/planner/search/plan.ts'
import type { Solution } from '../../src/planner/solution.ts'

/** Timeout of a test that makes many plans, in milliseconds. */
export const testTimeoutMs = 240_000

const none: ReadonlySet<never> = new Set()

export const touching = (
  demands: readonly string[] = [],
  orders: readonly string[] = [],
  tables: Touched['tables'] = none,
): Touched => ({ demands: new Set(demands), orders: new Set(orders), tables })

/** Returns the plan in memory, with the reasons of late sales orders. */
export function prepare(input: PlannerInput): LivePlan {
  const plan = finish(LivePlan.prepare(input))
  finish(plan.explain())
  return plan
}

const round = (value: number): number => Math.round(value * 1e6) / 1e6

const orderText = (order: Order): unknown => [
  order.operation.name,
  round(order.quantity),
  order.start,
  order.begin,
  order.end,
  order.batch,
  order.locked?.reference,
  order.owner?.operation.name,
  order.movements.map(({ buffer, date, quantity }) => [buffer.id, date, round(quantity)]),
  order.uses.map(({ resource, quantity, from }) => [resource.name, round(quantity), from]),
]

/** Returns the orders as texts, in the order of the plan. */
export const ordersOf = ({ plan }: Pick<Solution, 'plan'>): readonly string[] =>
  plan.orders.map((order) => JSON.stringify(orderText(order)))

/** Returns all data of a live plan that an attempt may change, as text. */
export function snapshotOf(live: LivePlan): string {
  const { state } = live
  const { network, plan, deliveries } = state
  return JSON.stringify({
    orders: ordersOf({ plan }).toSorted(),
    unused: plan.orders.map(({ unused }) => round(unused)),
    demands: [...deliveries]
      .map(([name, { demand, shipments }]) => [
        name,
        demand.due,
        demand.quantity,
        shipments.map(({ order, quantity }) => [order.end, round(quantity)]),
      ])
      .toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)),
    rows: [...state.rows.keys()].toSorted(),
    stock: network.buffers.map(({ stock }) =>
      [...stock.changes()].map(([date, change]) => [date, round(change)]),
    ),
    free: network.resources.all.map(({ free, buckets, setups }) => [
      [...free.changes()].map(([date, change]) => [date, round(change)]),
      buckets === undefined ? [] : [...buckets.rooms()].map(({ room }) => round(room)),
      setups?.changeovers(),
    ]),
    figures: Object.values(state.totals.figures(() => plan.orders)).map(round),
    told: network.invalid.length,
  })
}

export const withDemands = (input: PlannerInput, demands: readonly DemandRow[]): PlannerInput => ({
  ...input,
  demands,
})
