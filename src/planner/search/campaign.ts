/**
 * Plans demands of equal urgency one after the other. If demands with several steps delay each other, they are also
 * planned together by several rules, and the result with the least lateness is kept.
 */
import { type Better, betterSequence, mostSteps } from '../improve/better-sequence.ts'
import { randomOf } from '../improve/random.ts'
import type { SearchedShops } from '../improve/searched-shops.ts'
import type { Weighing } from '../improve/objective.ts'
import type { Demand, Operation } from '../network/nodes.ts'
import { awaitedStarts } from './awaited.ts'
import { chainOf } from './chains.ts'
import { deliver } from './deliver.ts'
import { shipsTogether } from './deliver-together.ts'
import type { Delivery } from './delivery.ts'
import { type Awaited, inSequence, interleave, type Rule, rules, type Together } from './interleave.ts'
import { latenessOf } from '../lateness.ts'
import { sequenceByStock } from './scarce-stock.ts'
import type { Search } from './search.ts'
import { isDated, isProject } from './steps.ts'
import { never } from '../time.ts'

/** Maximum number of demands that are planned together: each placement compares the next steps of all of them. */
export const mostTogether = 200

/** Budget for finding better sequences, in evaluated steps on resources that are always open and unused. */
export interface Effort {
  left: number
  /** What was searched so far, if the same work may be searched again. */
  readonly searched?: SearchedShops | undefined
}

/** Takes about one second in total, for any number of demands, planned in one or in several ways. */
export const usualEffort = (searched?: SearchedShops): Effort => ({ left: 120_000_000, searched })
/** Share of the remaining budget that one group of equally urgent demands may use. */
const share = 0.25
/** Maximum number of evaluations per pair of steps: small groups reach their best sequence early. */
const looksPerPair = 500

/** Plans demands of equal urgency. Yields regularly if it takes long. */
export function* planEqual(
  search: Search,
  demands: readonly Demand[],
  effort: Effort,
): Generator<void, readonly Delivery[]> {
  const { plan } = search
  const mark = plan.mark()
  const planned = yield* deliverEach(search, demands)
  let alone = latenessOf(planned)
  if (alone === 0 || !canPlanTogether(search, demands)) return planned
  plan.rollback(mark)
  let sequence = demands
  const byStock = yield* sequenceByStock(search, demands)
  const isByStock = byStock.some((demand, turn) => demand !== demands[turn])
  if (isByStock) {
    const lateness = latenessOf(yield* deliverEach(search, byStock))
    if (lateness < alone) [alone, sequence] = [lateness, byStock]
    plan.rollback(mark)
  }
  const awaited = yield* awaitedStarts(search, demands)
  let lowest = never
  let best: Together | undefined
  const turns = new Map(byStock.map((demand, turn) => [demand, turn]))
  const byTurn: Rule = ({ job }) => turns.get(job.demand)!
  for (const rule of isByStock ? [...rules, byTurn] : rules) {
    yield
    plan.rollback(mark)
    const together = interleave(search, demands, rule, awaited)
    if (together === undefined) continue
    const lateness = latenessOf(together.deliveries)
    if (lateness < lowest) [lowest, best] = [lateness, together]
  }
  plan.rollback(mark)
  if (best === undefined) return yield* deliverEach(search, sequence)
  const better = yield* improved(search, demands, { ...best, awaited }, effort)
  const steps = better?.steps ?? best.steps
  const lateness = better?.lateness ?? lowest
  const together = lateness < alone ? inSequence(search, demands, steps) : undefined
  return together?.deliveries ?? (yield* deliverEach(search, sequence))
}

/** Plans one demand after the other, possibly anew. */
function* deliverEach(search: Search, demands: readonly Demand[]): Generator<void, readonly Delivery[]> {
  search.waiting?.add(demands)
  const deliveries: Delivery[] = []
  for (const demand of demands) {
    deliveries.push(deliver(search, demand))
    yield
  }
  return deliveries
}

/**
 * Returns whether the demands are few enough, none of them can use existing orders, and at least two have steps on
 * constrained resources.
 */
export function canPlanTogether(search: Search, demands: readonly Demand[]): boolean {
  const { reusable, shipped } = search.plan
  // Existing orders are assigned to one demand after the other.
  if (reusable.size > 0 || demands.some(({ name }) => shipped.has(name))) return false
  if (demands.length < 2 || demands.length > mostTogether || !demands.every(hasSteps)) return false
  let [nodes, busy] = [0, 0]
  for (const demand of demands) {
    const { sequence } = chainOf(search, demand)
    nodes += sequence.length
    // The resources of a routing itself are held for one order after the other.
    if (sequence.some(({ routing }) => (routing?.loads.length ?? 0) > 0)) return false
    if (sequence.some(({ operation }) => isBusy(operation))) busy += 1
  }
  return busy > 1 && nodes <= mostSteps
}

/** Returns whether the operation uses a constrained resource. */
const isBusy = ({ loads, steps }: Operation): boolean =>
  loads.some((group) => group.loads.some(({ resource }) => resource.constrained)) ||
  steps.some((step) => isBusy(step.operation))

/** Returns a better sequence of the steps if the search finds one within the budget. */
export function* improved(
  search: Search,
  demands: readonly Demand[],
  { steps, awaited }: Pick<Together, 'steps'> & { readonly awaited?: Awaited },
  effort: Effort,
  weighing?: Weighing,
): Generator<void, Better | undefined> {
  const mark = search.plan.mark()
  const reference = inSequence(search, demands, steps)
  if (reference === undefined) return undefined
  let [left, leftOfSteps] = [effort.left * share, looksPerPair * steps.length ** 2]
  const stop = (evaluated: number, work: number): boolean => {
    effort.left -= work
    left -= work
    leftOfSteps -= evaluated
    return left < 0 || leftOfSteps < 0
  }
  const { searched } = effort
  const random = randomOf(demands.length)
  return yield* betterSequence(search, mark, reference, { random, stop, weighing, searched, awaited })
}

/** Returns whether a demand is made in steps of its own, without a resource held from the first step to the last. */
export const hasSteps = (demand: Demand): boolean => {
  const { delivery, quantity, minimumShipment } = demand
  return (
    delivery !== undefined &&
    (delivery.kind === 'delivery' || isProject(delivery)) &&
    delivery.loads.length === 0 &&
    !isDated(delivery) &&
    quantity >= minimumShipment &&
    !shipsTogether(demand)
  )
}
