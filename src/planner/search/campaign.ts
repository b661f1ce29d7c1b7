/**
 * Plans demands of equal urgency. One after the other; where several that take many steps come late for each other, they
 * are planned together too, in different ways, and the way with the least lateness is kept.
 */
import type { Demand } from '../network/nodes.ts'
import { day } from '../time.ts'
import { deliver, type Delivery } from './deliver.ts'
import { interleave, rules } from './interleave.ts'
import { isProject } from './steps.ts'
import type { Search } from './search.ts'

/** Demands that are planned together at most: each step that is planned looks at the next ones of all. */
const mostTogether = 200

export function planEqual(search: Search, demands: readonly Demand[]): readonly Delivery[] {
  const { plan } = search
  const mark = plan.mark()
  const single = (): readonly Delivery[] => demands.map((demand) => deliver(search, demand))
  const planned = single()
  if (demands.length < 2 || demands.length > mostTogether || !demands.every(hasSteps)) {
    return planned
  }
  let lowest = latenessOf(planned)
  if (lowest === 0) return planned
  let best = single
  for (const rule of rules) {
    plan.rollback(mark)
    const together = interleave(search, demands, rule)
    if (together === undefined) continue
    const lateness = latenessOf(together)
    if (lateness >= lowest) continue
    lowest = lateness
    best = () => interleave(search, demands, rule)!
  }
  plan.rollback(mark)
  return best()
}

/** Whether a demand is made in several steps of its own. */
export const hasSteps = ({ delivery }: Demand): boolean => delivery !== undefined && isProject(delivery)

/** Quantity times days late; what is not delivered counts as if it were as late as is allowed. */
export function latenessOf(deliveries: readonly Delivery[]): number {
  let lateness = 0
  for (const { demand, shipments } of deliveries) {
    let left = demand.quantity
    for (const { order, quantity } of shipments) {
      lateness += (Math.max(0, order.end - demand.due) * quantity) / day
      left -= quantity
    }
    lateness += (Math.max(0, left) * demand.maximumLateness) / day
  }
  return lateness
}
