/**
 * Matches the orders of two plans: by reference, and orders with a temporary reference by their traits, in the same
 * way as the orders of successive stored plans.
 */
import { kindFields, traitSeparator } from '../../result/order-traits.ts'
import { type Matchable, matchInSteps } from '../../result/match-orders.ts'
import { finish, pauses, type Steps } from '../../pauses.ts'
import { temporaryPrefix } from '../temporary-keys.ts'
import type { OrderFacts } from './facts.ts'

export interface OrderPair {
  readonly was: OrderFacts | undefined
  readonly is: OrderFacts | undefined
}

export const pairOrders = (
  before: readonly OrderFacts[],
  after: readonly OrderFacts[],
): readonly OrderPair[] => finish(pairInSteps(before, after))

export function* pairInSteps(
  before: readonly OrderFacts[],
  after: readonly OrderFacts[],
): Steps<readonly OrderPair[]> {
  const former = new Map<string, OrderFacts>()
  for (const [index, was] of before.entries()) {
    if (pauses(index)) yield
    former.set(was.reference, was)
  }
  const pairs: OrderPair[] = []
  const open: OrderFacts[] = []
  for (const [index, is] of after.entries()) {
    if (pauses(index)) yield
    const was = former.get(is.reference)
    if (was !== undefined) {
      former.delete(was.reference)
      pairs.push({ was, is })
    } else if (is.reference.startsWith(temporaryPrefix)) open.push(is)
    // An order with a stored reference matches no other order.
    else pairs.push({ was, is })
  }
  const rest = [...former.values()]
  const matches =
    rest.length === 0 || open.length === 0
      ? undefined
      : yield* matchInSteps(yield* matchable(rest), yield* matchable(open))
  const matched = new Set<number>()
  for (const [place, is] of open.entries()) {
    const match = matches?.[place] ?? -1
    if (match >= 0) matched.add(match)
    pairs.push({ was: rest[match], is })
  }
  for (const [place, was] of rest.entries()) if (!matched.has(place)) pairs.push({ was, is: undefined })
  return pairs
}

function* matchable(orders: readonly OrderFacts[]): Steps<Matchable> {
  const places = new Map<string, number>()
  const kinds: string[] = []
  for (const [place, order] of orders.entries()) {
    if (pauses(place)) yield
    places.set(order.reference, place)
    kinds.push(kindFields.map((field) => order[field] ?? '').join(traitSeparator))
  }
  yield
  return {
    count: orders.length,
    kinds,
    owners: Int32Array.from(orders, ({ owner }) =>
      typeof owner === 'string' ? (places.get(owner) ?? -1) : -1,
    ),
    demands: orders.map(({ demand, pegged }) => demand ?? pegged ?? ''),
    starts: Float64Array.from(orders, ({ startdate }) => startdate ?? 0),
    ends: Float64Array.from(orders, ({ enddate }) => enddate ?? 0),
    quantities: Float64Array.from(orders, ({ quantity }) => quantity),
  }
}
