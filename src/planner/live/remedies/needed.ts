/**
 * What an on-time delivery of a late sales order would need: work of the resources and supply of the items that delay
 * it, with the date by which each would be needed.
 */
import type { Seconds } from '../../time.ts'
import type { Order } from '../../search/plan.ts'
import { loadOf } from '../../result/plan-loads.ts'
import type { Situation } from './remedy.ts'

export interface Need {
  /** `capacity`: hours of a resource; `supply`: quantity of an item. */
  readonly code: 'capacity' | 'supply'
  /** Name of the resource or the item. */
  readonly owner: string
  /** Hours, or quantity. */
  readonly amount: number
  readonly by: Seconds
}

/** Returns what would be needed, the most important first. */
export function needsOf({ live, delivery, chain, lateness }: Situation): readonly Need[] {
  const { network, input } = live.state
  const { current } = input.settings
  // Everything would have to be finished earlier by the lateness of the sales order.
  const by = (orders: readonly Order[], pick: (...dates: number[]) => number): Seconds =>
    Math.max(current, pick(...orders.map(({ end }) => end)) - lateness)
  const found = new Map<string, Need>()
  const own = chain.filter(({ demand, locked }) => demand === delivery.demand && locked === undefined)
  for (const { kind, owner, operation, buffer } of delivery.reasons) {
    if (kind === 'capacity') {
      const resource = network.resources.all.find(({ name }) => name === owner)
      const orders = own.filter(({ uses }) => uses.some((use) => use.resource === resource))
      if (resource === undefined || resource.buckets !== undefined || orders.length === 0) continue
      const amount = loadOf(network, resource, orders).load
      found.set(owner, { code: 'capacity', owner, amount, by: by(orders, Math.max) })
    } else if (kind === 'await supply' || operation?.kind === 'purchase') {
      const item = buffer?.item.name ?? operation?.item?.name ?? owner
      const orders = chain.filter(
        (order) =>
          order.operation.item?.name === item &&
          (order.operation.kind === 'purchase' || order.locked !== undefined),
      )
      if (orders.length === 0) continue
      const supplied = orders.reduce((sum, { quantity }) => sum + quantity, 0)
      // A purchase may also be for other sales orders.
      const amount = Math.min(supplied, usedBy(own, item) || supplied)
      found.set(item, { code: 'supply', owner: item, amount, by: by(orders, Math.min) })
    }
  }
  return [...found.values()].filter(({ amount }) => amount > 0)
}

/** Returns the quantity of an item that orders consume. */
function usedBy(orders: readonly Order[], item: string): number {
  let used = 0
  for (const { movements } of orders)
    for (const { buffer, quantity } of movements)
      if (buffer.item.name === item && quantity < 0) used -= quantity
  return used
}
