/**
 * Plans a late demand anew together with some that are in its way, it first: those that use a resource that it uses, or
 * take from the stock that it takes from, before it does. Ruin and recreate after Schrimpf and others, "Record Breaking
 * Optimization Results Using the Ruin and Recreate Principle" (2000).
 */
import type { Buffer, Demand, Resource } from '../network/nodes.ts'
import { deliver } from '../search/deliver.ts'
import type { Order } from '../search/plan.ts'
import { byLevel } from './judge.ts'
import type { Revision } from './revision.ts'

/** Orders before it that may be in the way, the nearest. */
const nearest = 12
/** Demands in the way that are planned anew with it. */
const mostBlockers = 6

/** Whether that made the plan better. */
export function recreateLate(revision: Revision, late: Demand, random: () => number): boolean {
  const blockers = blockersOf(revision, late, random)
  if (blockers.length === 0) return false
  const mixed = random() < 0.25
  const keys = new Map(blockers.map((demand) => [demand, mixed ? random() : demand.due]))
  keys.set(late, -Infinity)
  const sequence = [late, ...blockers].toSorted((a, b) => byLevel(a, b) || keys.get(a)! - keys.get(b)!)
  return revision.attempt(sequence, () => sequence.map((demand) => deliver(revision.search, demand)))
}

function blockersOf(revision: Revision, late: Demand, random: () => number): readonly Demand[] {
  const bounds = boundsOf(revision.ordersOf(late))
  const bound = bounds[Math.floor(random() * bounds.length)]
  if (bound === undefined) return []
  const found = new Set<Demand>()
  for (const { demand } of lastBefore(revision.usersOf(bound.what), bound.by)) {
    if (demand === undefined || demand === late || byLevel(late, demand) > 0) continue
    if (revision.isFree(demand)) found.add(demand)
    if (found.size === nearest) break
  }
  const blockers = [...found]
  const count = 1 + Math.floor(random() * Math.min(mostBlockers, blockers.length))
  // The nearest more often than others.
  return Array.from({ length: count }, () =>
    blockers.splice(Math.floor(random() ** 2 * blockers.length), 1),
  ).flat()
}

interface Bound {
  readonly what: Resource | Buffer
  /** What begins before it may be in the way. */
  readonly by: number
}

function boundsOf(orders: readonly Order[]): readonly Bound[] {
  return orders.flatMap(({ uses, movements, end }) => [
    ...uses
      .filter(({ resource }) => resource.constrained)
      .map(({ resource }) => ({ what: resource, by: end })),
    ...movements.filter(({ quantity }) => quantity < 0).map(({ buffer }) => ({ what: buffer, by: end })),
  ])
}

/** The orders that begin before a moment, the last ones first. */
const lastBefore = (orders: ReadonlySet<Order>, by: number): readonly Order[] =>
  [...orders].filter(({ start }) => start < by).sort((a, b) => b.start - a.start)
