/**
 * Sales orders whose orders a user has changed: they wait for these orders, also where new ones could be made sooner.
 */
import type { Network } from '../network/compile.ts'
import type { Demand } from '../network/nodes.ts'
import type { Order, Plan } from '../search/plan.ts'
import type { Search } from '../search/search.ts'
import { createSearch } from '../solve.ts'
import type { LiveState } from './state.ts'
import type { Touched } from './touched.ts'

/** Changed orders, and the sales orders that wait for them. */
export interface AwaitedOrders {
  /** References of the changed orders. */
  readonly references: Touched['orders']
  /** Names of the sales orders for which they were made. */
  readonly demands: ReadonlySet<string>
}

/** Returns the sales orders of a plan that wait for changed orders. */
export function awaitedOrders(state: LiveState, references: Touched['orders']): AwaitedOrders {
  const demands = new Set<string>()
  const add = (demand: Demand | undefined): void => {
    if (demand !== undefined) demands.add(demand.name)
  }
  if (references.size > 0)
    for (const order of state.plan.orders) {
      const head = order.owner ?? order
      if (!references.has(state.referenceOf(order) ?? '') && !references.has(state.referenceOf(head) ?? ''))
        continue
      add(order.demand)
      add(head.demand)
    }
  return { references, demands }
}

/** Returns a search that waits for orders with dates of a user instead of making more. */
export function searchAwaiting(network: Network, plan: Plan, orders: readonly Order[]): Search {
  const { settings } = network.input
  const last = orders.reduce((end, order) => Math.max(end, order.end), settings.current)
  const autoFence = Math.max(settings.autoFence ?? 0, last - settings.current)
  return createSearch({ ...network, input: { ...network.input, settings: { ...settings, autoFence } } }, plan)
}
