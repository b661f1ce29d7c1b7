/**
 * Plans a late demand again before some of its competitors: demands that use the same resources or materials before
 * it. Ruin and recreate after Schrimpf and others, "Record Breaking Optimization Results Using the Ruin and Recreate
 * Principle" (2000).
 */
import type { Buffer, Demand, Resource } from '../network/nodes.ts'
import type { Order } from '../search/plan.ts'
import { type Change, planAgain } from './change.ts'
import { byLevel } from './judge.ts'
import type { Revision } from './revision.ts'

/** Maximum number of orders before it that are considered. */
const nearest = 12
/** Maximum number of competing demands that are planned again. */
const mostBlockers = 6

/** Returns the change if the plan improved. */
export function recreateLate(revision: Revision, late: Demand, random: () => number): Change | undefined {
  const blockers = blockersOf(revision, late, random)
  if (blockers.length === 0) return undefined
  const mixed = random() < 0.25
  const keys = new Map(blockers.map((demand) => [demand, mixed ? random() : demand.due]))
  keys.set(late, -Infinity)
  const sequence = [late, ...blockers].toSorted((a, b) => byLevel(a, b) || keys.get(a)! - keys.get(b)!)
  return planAgain(
    revision,
    sequence.map((demand) => [demand]),
  )
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
  // Prefers the nearest orders.
  return Array.from({ length: count }, () =>
    blockers.splice(Math.floor(random() ** 2 * blockers.length), 1),
  ).flat()
}

interface Bound {
  readonly what: Resource | Buffer
  /** Orders that start before this date may compete. */
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

/** Returns the orders that start before a date, the last ones first. */
const lastBefore = (orders: ReadonlySet<Order>, by: number): readonly Order[] =>
  [...orders].filter(({ start }) => start < by).sort((a, b) => b.start - a.start)
