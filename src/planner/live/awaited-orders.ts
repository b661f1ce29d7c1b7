/**
 * Sales orders whose orders a user has changed: they wait for these orders, also where new ones could be made sooner.
 */
import type { PlannerInput } from '../input.ts'
import type { Network } from '../network/compile.ts'
import type { Demand } from '../network/nodes.ts'
import type { Order, Plan } from '../search/plan.ts'
import type { Search } from '../search/search.ts'
import { createSearch } from '../solve.ts'
import type { LiveState } from './state.ts'
import type { Touched } from './touched.ts'

/** References of the changed orders that a sales order waits for, by its name. Deleted orders are not waited for. */
export type AwaitedOrders = ReadonlyMap<string, ReadonlySet<string>>

/** Returns which sales orders of a plan wait for changed orders that exist in the edited data. */
export function awaitedOrders(
  state: LiveState,
  changed: Touched['orders'],
  next: Pick<PlannerInput, 'orders'>,
): AwaitedOrders {
  const awaited = new Map<string, Set<string>>()
  if (changed.size === 0) return awaited
  const existing = new Set(next.orders.map(({ reference }) => reference))
  for (const order of state.plan.orders) {
    const head = order.owner ?? order
    for (const reference of [state.referenceOf(order), state.referenceOf(head)]) {
      if (reference === undefined || !changed.has(reference) || !existing.has(reference)) continue
      for (const demand of [order.demand, head.demand])
        if (demand !== undefined) addAwaited(awaited, demand.name, reference)
    }
  }
  return awaited
}

/** Adds the reference of a changed order that a sales order waits for. */
export function addAwaited(awaited: Map<string, Set<string>>, demand: string, reference: string): void {
  const known = awaited.get(demand)
  if (known === undefined) awaited.set(demand, new Set([reference]))
  else known.add(reference)
}

/**
 * Returns a search for some sales orders that waits for their changed orders instead of making more; undefined if they
 * have none.
 */
export function searchAwaiting(
  network: Network,
  plan: Plan,
  orders: readonly Order[],
  demands: readonly Demand[],
  awaited: AwaitedOrders,
): Search | undefined {
  const references = new Set(demands.flatMap(({ name }) => [...(awaited.get(name) ?? [])]))
  if (references.size === 0) return undefined
  const { settings } = network.input
  let last = settings.current
  for (const { locked, end } of orders)
    if (locked !== undefined && references.has(locked.reference)) last = Math.max(last, end)
  const autoFence = Math.max(settings.autoFence ?? 0, last - settings.current)
  return createSearch({ ...network, input: { ...network.input, settings: { ...settings, autoFence } } }, plan)
}
