/**
 * Performs an operation, whatever its kind: one order, the orders of its steps, the best of its options, or a share by
 * each of its parts.
 */
import type { Operation, Step } from '../network/nodes.ts'
import { never, type Seconds } from '../time.ts'
import { placeOrder } from './place.ts'
import type { Order } from './plan.ts'
import { placeProject } from './project.ts'
import type { Place, Purpose, Search } from './search.ts'
import { isProject } from './steps.ts'

/** The order that ends last; undefined, with nothing planned, when it cannot be done by the limit. */
export function perform(
  search: Search,
  operation: Operation,
  quantity: number,
  place: Place,
  purpose: Purpose,
): Order | undefined {
  if (isProject(operation)) return placeProject(search, operation, quantity, place, purpose)
  if (operation.steps.length === 0) return placeOrder(search, operation, quantity, place, purpose)
  const options = operation.steps.filter(
    ({ effectiveStart, effectiveEnd, priority }) =>
      priority !== 0 && (place.end === -never || (place.end >= effectiveStart && place.end < effectiveEnd)),
  )
  return operation.kind === 'split'
    ? performParts(search, options, quantity, place, purpose)
    : performBest(search, options, quantity, place, purpose)
}

/** The first option that can do it in time, else the one that is done first. */
function performBest(
  search: Search,
  options: readonly Step[],
  quantity: number,
  place: Place,
  purpose: Purpose,
): Order | undefined {
  const mark = search.plan.mark()
  let best: Step | undefined
  let soonest: Seconds = never
  let reason = search.reason
  for (const option of options) {
    const order = perform(search, option.operation, quantity, place, purpose)
    if (order === undefined) continue
    if (order.end <= place.end) return order
    if (order.end < soonest) [best, soonest, reason] = [option, order.end, search.reason]
    search.plan.rollback(mark)
  }
  if (best === undefined) return undefined
  const order = perform(search, best.operation, quantity, place, purpose)
  search.reason = reason
  return order
}

function performParts(
  search: Search,
  parts: readonly Step[],
  quantity: number,
  place: Place,
  purpose: Purpose,
): Order | undefined {
  const mark = search.plan.mark()
  const whole = parts.reduce((sum, { priority }) => sum + priority, 0)
  let last: Order | undefined
  for (const part of parts) {
    const share = (quantity * part.priority) / whole
    const order = perform(search, part.operation, share, place, purpose)
    if (order === undefined) {
      search.plan.rollback(mark)
      return undefined
    }
    if (last === undefined || order.end > last.end) last = order
  }
  return last
}
