/**
 * Groups work by setup: orders move directly behind or before an order with the same setup, and the orders in between
 * are planned again after them. The saved changeover time is available for other work.
 */
import type { Demand, Resource } from '../network/nodes.ts'
import type { Order } from '../search/plan.ts'
import { type Change, planAgain } from './change.ts'
import { byLevel } from './judge.ts'
import type { Revision } from './revision.ts'

/** Maximum number of orders that are planned again. */
const mostOrders = 16

/** Returns the change if the plan improved. */
export function gatherSetups(
  revision: Revision,
  resource: Resource,
  random: () => number,
): Change | undefined {
  const runs = [...revision.usersOf(resource)].sort((a, b) => a.begin - b.begin)
  const at = Math.floor(random() * runs.length)
  const first = runs[at]
  const setup = first === undefined ? undefined : setupOf(first, resource)
  if (first === undefined || setup === undefined) return undefined
  const next = runs.findIndex((run, index) => index > at + 1 && setupOf(run, resource) === setup)
  if (next < 0) return undefined
  const end = runs.findIndex((run, index) => index > next && setupOf(run, resource) !== setup)
  const last = end < 0 ? runs.length : end
  // Moving one order may suffice, or all of them may be required for a gain.
  const same = runs.slice(next, random() < 0.5 ? next + 1 : last)
  const between = runs.slice(at + 1, next)
  if (same.length + between.length >= mostOrders) return undefined
  return random() < 0.5
    ? planInFront(revision, same, between, first.end)
    : planInFront(revision, between, [first], runs[at - 1]?.end ?? revision.search.settings.current)
}

const setupOf = ({ uses }: Order, resource: Resource): string | undefined =>
  uses.find((use) => use.resource === resource)?.load.setup

/** Plans the demands of some orders one after the other from a date on, and then the demands of other orders. */
function planInFront(
  revision: Revision,
  front: readonly Order[],
  others: readonly Order[],
  from: number,
): Change | undefined {
  const wanted = new Map<Demand, number>()
  let begin = from
  for (const order of front) {
    if (order.demand === undefined) return undefined
    if (!wanted.has(order.demand)) {
      wanted.set(order.demand, order.demand.due - Math.max(0, order.begin - begin))
    }
    begin += order.end - order.begin
  }
  const rest = new Set(others.flatMap(({ demand }) => demand ?? []))
  for (const demand of wanted.keys()) rest.delete(demand)
  const sequence = [...wanted.keys(), ...[...rest].toSorted((a, b) => byLevel(a, b) || a.due - b.due)]
  // An additional shipment is not worth the gain.
  return planAgain(
    revision,
    sequence.map((demand) => [demand, wanted.get(demand)]),
    'changeovers',
  )
}
