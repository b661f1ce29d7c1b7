/** What an order costs and disturbs, for choices between alternates and between resources. */
import type { Resource } from '../network/nodes.ts'
import { efficiencyAt } from '../network/resources.ts'
import { hour, type Seconds } from '../time.ts'

/** Cost of work, and penalty of what it disturbs. */
export interface Costs {
  cost: number
  penalty: number
}

/** Use of a resource by an order. */
interface ResourceUse {
  readonly resource: Resource
  /** Setups before and during the order; undefined for work that runs with any. */
  readonly changeover: { readonly from: string; readonly to: string } | undefined
  readonly start: Seconds
  /** End of the changeover at the start. */
  readonly begin: Seconds
  readonly end: Seconds
  /** Desired end: ending before it is a penalty. Infinite without one. */
  readonly wanted: Seconds
  /** Work at normal speed, in seconds. */
  readonly seconds: number
}

/** Share of the cost of a resource that each hour counts by which an order ends early, of a cost of at least 1. */
const earlyShare = 0.05

/**
 * Returns the cost of the hours on a resource, and the penalty: hours and cost of the changeover, and the hours by which
 * the order ends early.
 */
export function costsOfUse(use: ResourceUse): Costs {
  const { resource, changeover, start, begin, end, wanted, seconds } = use
  const hours = seconds / hour
  const cost = resource.cost > 0 ? (resource.cost * hours * 100) / efficiencyAt(resource, start) : 0
  let penalty = 0
  if (changeover !== undefined)
    penalty += (begin - start) / hour + resource.matrix!.cost(changeover.from, changeover.to)
  if (Number.isFinite(wanted) && wanted > end)
    penalty += (earlyShare * (resource.cost + 1) * (wanted - end)) / hour
  return { cost, penalty }
}
