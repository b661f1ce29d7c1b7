/**
 * Searches a sequence with less lateness for demands that were planned together, in a fast model of the shop. The
 * best sequences are then planned for real, and only a better result is used.
 */
import type { Demand } from '../network/nodes.ts'
import type { Delivery } from '../search/delivery.ts'
import { awaitedStarts } from '../search/awaited.ts'
import { type Awaited, inSequence, type StepOf, type Together } from '../search/interleave.ts'
import { objectiveOf, type Weighing } from './objective.ts'
import type { Order, Plan } from '../search/plan.ts'
import type { Search } from '../search/search.ts'
import { day, never } from '../time.ts'
import { buildShop, draftsOf, stepsIn } from './build-shop.ts'
import { copyOf, improveSequence, latestShare, type SequenceSearch } from './improve-sequence.ts'
import type { SearchedShops, Start } from './searched-shops.ts'
import type { Sequence, Shop } from './shop.ts'

export interface SequenceOptions {
  /** Weights of the priority levels. */
  readonly weighing?: Weighing | undefined
  readonly random: () => number
  readonly stop: SequenceSearch['stop']
  /** Shops whose sequences are not searched again, and to which this one is added. */
  readonly searched?: SearchedShops | undefined
  /** When steps begin that wait for material, if that is known. */
  readonly awaited?: Awaited | undefined
}

export interface Better {
  readonly steps: readonly StepOf[]
  readonly lateness: number
}

/** Maximum number of steps; the search needs memory for each pair of them. */
export const mostSteps = 2_000
/** Maximum number of sequences that are planned for real: the last best ones. */
const mostPlanned = 4

/**
 * Searches from the plan in `reference`, which contains the demands since `mark`. Removes them from the plan; returns
 * undefined if no better sequence is found. Yields regularly; the plan must not change meanwhile.
 */
export function* betterSequence(
  search: Search,
  mark: number,
  reference: Together,
  { random, stop, weighing, searched, awaited }: SequenceOptions,
): Generator<void, Better | undefined> {
  const { plan } = search
  const drafts = draftsOf(search, reference)
  const demands = reference.deliveries.map(({ demand }) => demand)
  const before = objectiveOf(reference.deliveries, weighing)
  const ends = endsOf(reference.deliveries)
  plan.rollback(mark)
  const shop = buildShop(search, reference, drafts, {
    awaited: awaited ?? (yield* awaitedStarts(search, demands)),
    weighing,
  })
  let lowest = costOf(shop, before, ends)
  const order = Int32Array.from(drafts.keys()).sort((a, b) => drafts[a]!.begin - drafts[b]!.begin || a - b)
  const start = { shop, steps: order, others: othersOf(plan, shop, searched) }
  let found = searched?.find(start)
  if (found === undefined) {
    found = yield* lastBest(start, { random, stop })
    searched?.add(start, found)
  }
  let better: Better | undefined
  for (const sequence of found) {
    yield
    const steps = stepsIn(sequence, shop, drafts, reference)
    const { cost, lateness } = planned(search, shop, demands, steps, weighing)
    if (lateness > before || cost >= lowest) continue
    lowest = cost
    better = { steps, lateness }
  }
  return better
}

/** Returns the orders in the plan on which the fits of a shop depend; none if no search is compared with it. */
const othersOf = ({ orders }: Plan, { fits }: Shop, searched: SearchedShops | undefined): readonly Order[] =>
  searched === undefined || fits.every((fit) => fit === undefined)
    ? []
    : orders.filter(({ uses }) => uses.length > 0)

/** Returns the last best sequences that a search finds. */
function* lastBest(
  { shop, steps }: Start,
  options: Omit<SequenceSearch, 'onBetter'>,
): Generator<void, readonly Sequence[]> {
  const found: Sequence[] = []
  const onBetter = (sequence: Sequence): void => {
    found.push(copyOf(sequence))
    if (found.length > mostPlanned) found.shift()
  }
  yield* improveSequence(shop, steps, { ...options, onBetter })
  return found
}

/** Returns the cost of a sequence by planning it for real; the plan is restored. */
function planned(
  search: Search,
  shop: Shop,
  demands: readonly Demand[],
  steps: readonly StepOf[],
  weighing: Weighing | undefined,
): { readonly cost: number; readonly lateness: number } {
  const mark = search.plan.mark()
  const together = inSequence(search, demands, steps)
  if (together === undefined) return { cost: never, lateness: never }
  const lateness = objectiveOf(together.deliveries, weighing)
  const cost = costOf(shop, lateness, endsOf(together.deliveries))
  search.plan.rollback(mark)
  return { cost, lateness }
}

const endsOf = (deliveries: readonly Delivery[]): readonly number[] =>
  deliveries.map(({ shipments }) => shipments.reduce((end, { order }) => Math.max(end, order.end), -never))

/** Returns the cost as in the model: the lateness, plus a share for the latest demand. */
function costOf({ jobs }: Shop, lateness: number, ends: readonly number[]): number {
  let [latest, quantity] = [0, 0]
  for (const [index, job] of jobs.entries()) {
    latest = Math.max(latest, ends[index]! - Math.max(job.due, job.alone))
    quantity += job.quantity
  }
  return lateness + (latestShare * latest * quantity) / day
}
