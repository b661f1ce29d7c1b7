/**
 * Finds the reasons of late demands. Each candidate constraint is relaxed alone, and the demand is planned again in
 * the plan without it; the reasons are those with a gain. If no single one has a gain, finds the constraints that
 * must be relaxed together. Lines that ship together are planned again together: a line waits for what delays them all.
 */
import type { Demand } from '../network/nodes.ts'
import type { Steps } from '../pauses.ts'
import { linesOf } from '../search/deliver-together.ts'
import type { Delivery } from '../search/delivery.ts'
import { latenessOf } from '../lateness.ts'
import type { TakenBack } from '../search/plan.ts'
import type { Search } from '../search/search.ts'
import { type Explained, Explanation, isExplainable } from './explanation.ts'
import { Revision } from './revision.ts'

/**
 * Maximum number of orders placed for explanations; later demands keep the reason of the search. Decreases with the
 * number of demands, so that the duration for large plans hardly grows.
 */
const mostPlaced = (demands: number): number => Math.min(300_000, 20_000 + 100_000_000 / demands)

export function* explainLate(search: Search, deliveries: readonly Delivery[]): Steps<readonly Delivery[]> {
  if (deliveries.every(isInTime)) return deliveries
  const revision = new Revision(search, deliveries)
  const explanation = new Explanation(search, revision, mostPlaced(deliveries.length))
  const late = consignmentsOf(deliveries).filter((lines) => !lines.every(isInTime))
  const explained = new Map<Demand, Delivery>()
  const note = function* (explaining: Explaining): Steps<void> {
    for (const delivery of explaining)
      if (delivery === undefined) yield
      else if (!explained.has(delivery.demand)) explained.set(delivery.demand, delivery)
  }
  if (search.plan.orders.length > mostTakenBack) yield* note(explainInPlan(explanation, late))
  else {
    yield* note(explainAsPlanned(search, revision, explanation, late))
    const isExplained = (delivery: Delivery): boolean =>
      isInTime(delivery) || (explained.get(delivery.demand) ?? delivery).reasons.length > 0
    const others = late.filter((lines) => !lines.every(isExplained))
    yield* note(explainInPlan(explanation, others))
  }
  return deliveries.map((delivery) => explained.get(delivery.demand) ?? delivery)
}

const isInTime = (delivery: Delivery): boolean => latenessOf([delivery]) === 0

/** Returns the deliveries, those of lines that ship together in one list. */
function consignmentsOf(deliveries: readonly Delivery[]): readonly (readonly Delivery[])[] {
  const demands = deliveries.map(({ demand }) => demand)
  const byDemand = new Map(deliveries.map((delivery) => [delivery.demand, delivery]))
  return deliveries.flatMap((delivery) => {
    const lines = linesOf(delivery.demand, demands)
    if (lines.length === 1) return [[delivery]]
    return lines[0] === delivery.demand ? [lines.map((line) => byDemand.get(line)!)] : []
  })
}

/** Yields explained deliveries, and undefined where it may pause. */
type Explaining = Generator<Delivery | undefined, void>

function* explainInPlan(explanation: Explanation, late: readonly (readonly Delivery[])[]): Explaining {
  for (const lines of late) {
    yield undefined
    yield* explanation.of(lines)
  }
}

/** Maximum number of orders that are removed to explain demands. */
const mostTakenBack = 20_000

/**
 * Explains each demand in the plan before its first order was planned, because later demands use supply made for it.
 * Removes later orders, last first, and restores them.
 */
function* explainAsPlanned(
  { plan }: Search,
  revision: Revision,
  explanation: Explanation,
  late: readonly (readonly Delivery[])[],
): Explaining {
  const places = new Map(plan.orders.map((order, place) => [order, place]))
  const asked = late.filter(isExplainable).map((lines) => {
    const orders = lines.flatMap(({ demand }) => revision.ordersOf(demand))
    const mark = orders.reduce((least, order) => Math.min(least, places.get(order)!), plan.orders.length)
    return { lines, mark, candidates: explanation.candidatesOf(lines) }
  })
  const taken: TakenBack[] = []
  try {
    for (const [count, one] of asked.toSorted((a, b) => b.mark - a.mark).entries()) {
      yield undefined
      taken.push(plan.takeFrom(one.mark))
      explanation.limit(asked.length - count)
      yield* explanation.with(one.lines, one.candidates)
    }
  } finally {
    for (const orders of taken.toReversed()) plan.restore(orders)
  }
}

/**
 * Returns a late delivery with its reasons; places up to `most` orders to find them.
 *
 * @param lines those that ship together with it, including itself
 */
export function explainOne(
  search: Search,
  plan: Explained,
  delivery: Delivery,
  lines: readonly Delivery[],
  most: number,
): Delivery {
  const explained = new Explanation(search, plan, most, 'in full').of(lines)
  return explained.find(({ demand }) => demand === delivery.demand) ?? delivery
}
