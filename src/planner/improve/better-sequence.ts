/**
 * Looks for a sequence in which demands that were planned together are less late: in a model of the shop, since that is
 * fast; the best that are found there are planned in earnest, and only what is better then counts.
 */
import type { Demand } from '../network/nodes.ts'
import type { Delivery } from '../search/delivery.ts'
import { inSequence, type StepOf, type Together } from '../search/interleave.ts'
import { objectiveOf, type Weighing } from './objective.ts'
import type { Search } from '../search/search.ts'
import { day, never } from '../time.ts'
import { buildShop, draftsOf, stepsIn } from './build-shop.ts'
import { improveSequence } from './improve-sequence.ts'
import type { Shop } from './shop.ts'

export interface SequenceOptions {
  /** How levels of urgency count against each other. */
  readonly weighing?: Weighing | undefined
  readonly random: () => number
  /** Asked before each change that is tried, with the steps that were looked at since it was asked before. */
  readonly stop: (work: number) => boolean
}

export interface Better {
  readonly steps: readonly StepOf[]
  readonly lateness: number
}

/** Steps of which a sequence is looked for at most; room is needed for each pair of them. */
export const mostSteps = 2_000
/** Sequences that are planned in earnest at most: the last ones that were the best. */
const mostPlanned = 4

/**
 * The plan ends with the demands as they are in `reference`, since `mark`. They are taken back; undefined is answered
 * where nothing better is found. Yields now and then; until it is done the plan must stay as it is.
 */
export function* betterSequence(
  search: Search,
  mark: number,
  reference: Together,
  { random, stop, weighing }: SequenceOptions,
): Generator<void, Better | undefined> {
  const { plan } = search
  const drafts = draftsOf(reference)
  const demands = reference.deliveries.map(({ demand }) => demand)
  const before = objectiveOf(reference.deliveries, weighing)
  const ends = endsOf(reference.deliveries)
  plan.rollback(mark)
  const shop = buildShop(search, reference, drafts, weighing)
  let lowest = costOf(shop, before, ends)
  const found: Int32Array[] = []
  const order = Int32Array.from(drafts.keys()).sort((a, b) => drafts[a]!.begin - drafts[b]!.begin || a - b)
  const onBetter = (sequence: Int32Array): void => {
    found.push(sequence.slice())
    if (found.length > mostPlanned) found.shift()
  }
  yield* improveSequence(shop, order, { random, stop, onBetter })
  let better: Better | undefined
  for (const sequence of found) {
    yield
    const steps = stepsIn(sequence, reference)
    const { cost, lateness } = planned(search, shop, demands, steps, weighing)
    if (lateness > before || cost >= lowest) continue
    lowest = cost
    better = { steps, lateness }
  }
  return better
}

/** What a sequence costs if it is planned in earnest, which is taken back. */
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

/** Lateness, and that of the latest demand for all of them: as in the shop. */
function costOf({ jobs }: Shop, lateness: number, ends: readonly number[]): number {
  let [latest, quantity] = [0, 0]
  for (const [index, job] of jobs.entries()) {
    latest = Math.max(latest, ends[index]! - Math.max(job.due, job.alone))
    quantity += job.quantity
  }
  return lateness + (latest * quantity) / day
}
