/**
 * Makes a plan: adds the existing orders first, then plans the demands one by one by priority and due date. A later
 * demand never takes from an earlier one. Depending on the settings, constraints bind the plan, only choose between
 * alternates, or are ignored.
 */
import { append } from './append.ts'
import type { Comparison, Solution } from './solution.ts'
import { explainLate } from './improve/explain.ts'
import { byLevel } from './improve/judge.ts'
import { isLess, objectiveOf } from './improve/objective.ts'
import { planLevelsTogether } from './improve/levels-together.ts'
import { improve, type ImproveOptions, type Improvement } from './improve/improve.ts'
import { compileNetwork, type Network } from './network/compile.ts'
import type { Demand } from './network/nodes.ts'
import type { PlannerInput, PlannerSettings } from './input.ts'
import { pausing } from './pauses.ts'
import { type Effort, hasSteps, mostTogether, planEqual, usualEffort } from './search/campaign.ts'
import type { Delivery } from './search/delivery.ts'
import { deliverTogether, linesOf } from './search/deliver-together.ts'
import { RequestLimits } from './search/request-limits.ts'
import { joinOrders } from './search/batch.ts'
import { addExisting } from './search/existing.ts'
import { removeExcess } from './search/excess.ts'
import { pushInfeasible } from './search/move-approved.ts'
import { perform } from './search/perform.ts'
import { chooseAgainst } from './previous/choose.ts'
import { Plan } from './search/plan.ts'
import { coverShortages, restock } from './search/restock.ts'
import { sequenceByStock } from './search/scarce-stock.ts'
import type { Search } from './search/search.ts'
import { supplyBuffer } from './search/supply.ts'
import { byUrgency, mixedSequences, mostSequences } from './search/sequences.ts'
import { planUnconstrained } from './search/unconstrained.ts'
import { planWithAlternates } from './search/unconstrained-alternates.ts'

export interface SolveOptions extends StepOptions {
  readonly signal?: AbortSignal | undefined
  /** Called regularly with the planned share, from 0 to 1. */
  readonly onProgress?: (fraction: number) => void
}

/** Options of the planning run, besides its input. */
export interface StepOptions {
  /** Whether and for how long the finished plan is improved. */
  readonly improve?: ImproveOptions | undefined
}

export function solve(
  input: PlannerInput,
  { signal, onProgress, improve: options }: SolveOptions = {},
): Solution {
  const steps = solveInSteps(input, { improve: options })
  for (;;) {
    signal?.throwIfAborted()
    const step = steps.next()
    if (step.done === true) return step.value
    onProgress?.(step.value)
  }
}

/**
 * Makes the same plan in small steps, so that the caller can run other work or cancel in between. Yields the planned
 * share, from 0 to 1, and then the used share of the improvement time.
 */
export function* solveInSteps(
  input: PlannerInput,
  { improve: options }: StepOptions = {},
): Generator<number, Solution> {
  const network = compileNetwork(input)
  const plan = new Plan(network.calendars)
  const search = createSearch(network, plan)
  addExisting(search)
  const demands = network.demands.toSorted(byUrgency)
  let improvement: Improvement | undefined
  const improver: Improver = function* improver(deliveries) {
    if (options === undefined) return deliveries
    const better = yield* improve(search, deliveries, options)
    improvement = better.improvement
    return better.deliveries
  }
  let comparison: Comparison | undefined
  const chooser: Chooser = function* chooser(mark, deliveries) {
    const { previous = [] } = input
    if (previous.length === 0) return deliveries
    // With improvement, each run continues from the best plan, even for a small gain.
    const margin = options === undefined ? undefined : 0
    const chosen = yield* pausing(1, chooseAgainst(search, { mark, demands, deliveries, previous, margin }))
    comparison = chosen.comparison
    return chosen.deliveries
  }
  const deliveries = yield* kindOfPlan(input.settings)(search, demands, improver, chooser)
  return { network, plan, deliveries, improvement, comparison }
}

/** Quantity-days that a partial shipment must save: the value with the least lateness in large models. */
const usualSaving = 2
/** A second value, with fewer shipments, which makes a better plan of some small models. */
const higherSaving = 10
/** Up to this number of demands both values are tried. */
const fewDemands = 1_000

/** Returns a search in a plan that obeys the constraints. */
export function createSearch(network: Network, plan: Plan): Search {
  const search: Search = {
    network,
    calendars: network.calendars,
    settings: network.input.settings,
    plan,
    limits: new RequestLimits(plan),
    leastSaving: usualSaving,
    reason: undefined,
    mode: 'constrained',
    supply: (requirement) => supplyBuffer(search, requirement),
    perform: (operation, quantity, place, purpose) => perform(search, operation, quantity, place, purpose),
  }
  return search
}

/** Improves deliveries within the constraints; yields the used share of its time, from 0 to 1. */
type Improver = (deliveries: readonly Delivery[]) => Generator<number, readonly Delivery[]>

/** Chooses between the plan made since `mark` and the previous plan. */
type Chooser = (mark: number, deliveries: readonly Delivery[]) => Generator<number, readonly Delivery[]>

type KindOfPlan = (
  search: Search,
  demands: readonly Demand[],
  improver: Improver,
  chooser: Chooser,
) => Generator<number, readonly Delivery[]>

function kindOfPlan({ constraints, plantype }: PlannerSettings): KindOfPlan {
  const { capacity, manufacturingLeadTime, purchasingLeadTime } = constraints
  if (!capacity && !manufacturingLeadTime && !purchasingLeadTime) return planUnconstrained
  return plantype === 2 ? planWithAlternates : planConstrained
}

/** Plans demand by demand, each as late as its due date allows. */
function* planConstrained(
  search: Search,
  demands: readonly Demand[],
  improver: Improver,
  chooser: Chooser,
): Generator<number, readonly Delivery[]> {
  pushInfeasible(search)
  const mark = search.plan.mark()
  coverShortages(search)
  const planned = yield* planBest(search, demands)
  const chosen = yield* chooser(mark, planned)
  search.plan.deleteReplaced()
  const deliveries = yield* improver(chosen)
  const explained = yield* pausing(1, explainLate(search, deliveries))
  yield* pausing(1, removeExcess(search, deliveries))
  yield* pausing(1, restock(search))
  yield 1
  return joinOrders(search, explained)
}

/** A way to plan all demands. */
interface Attempt {
  readonly sequence: readonly Demand[]
  readonly leastSaving: number
}

/**
 * Plans in the sequence of urgency. Few demands are also planned with fewer partial shipments, and with priorities as
 * weights also in other sequences. Keeps the best plan.
 */
function* planBest(search: Search, demands: readonly Demand[]): Generator<number, readonly Delivery[]> {
  const { plan, settings } = search
  const mark = plan.mark()
  const effort = usualEffort()
  const triesSavings = demands.length <= fewDemands
  const triesSequences = settings.priorityAsWeight === true
  const most = 1 + (triesSavings ? 1 : 0) + (triesSequences ? mostSequences : 0)
  // Moves of approved orders cannot be undone.
  if (most === 1 || plan.movable.size > 0) return yield* planInSequence(search, demands, effort)
  let best = yield* scaled(0, 1 / most, planInSequence(search, demands, effort))
  let bestSaving = search.leastSaving
  const attempts: readonly Attempt[] = [
    ...(triesSavings && objectiveOf(best) > 0 ? [{ sequence: demands, leastSaving: higherSaving }] : []),
    ...(triesSequences ? mixedSequences(demands, best) : []).map((sequence) => ({
      sequence,
      leastSaving: usualSaving,
    })),
  ]
  for (const [index, { sequence, leastSaving }] of attempts.entries()) {
    const before = plan.takeFrom(mark)
    search.leastSaving = leastSaving
    const other = yield* scaled((index + 1) / most, 1 / most, planInSequence(search, sequence, effort))
    if (isLess(objectiveOf(other), objectiveOf(best))) {
      best = other
      bestSaving = leastSaving
    } else {
      plan.rollback(mark)
      plan.restore(before)
    }
  }
  search.leastSaving = bestSaving
  const found = new Map(best.map((delivery) => [delivery.demand, delivery]))
  return demands.map((demand) => found.get(demand)!)
}

/** Maps the progress of steps to a share of a longer task. */
function* scaled<Result>(
  from: number,
  share: number,
  steps: Generator<number, Result>,
): Generator<number, Result> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value
    yield from + share * step.value
  }
}

/** Plans one demand after the other, and competing demands of equal urgency together. */
function* planInSequence(
  search: Search,
  demands: readonly Demand[],
  effort: Effort,
): Generator<number, readonly Delivery[]> {
  const planned: Delivery[] = []
  const mark = search.plan.mark()
  for (let begin = 0; begin < demands.length;) {
    yield begin / demands.length
    const level = equalLevel(demands, begin)
    const sequence = sequenceByStock(search, level)
    for (let index = 0; index < level.length;) {
      yield (begin + index) / demands.length
      const lines = linesOf(sequence[index]!, demands)
      if (lines.length > 1) {
        // All lines are planned with the first one.
        if (lines[0] === sequence[index]) append(planned, deliverTogether(search, lines))
        index += 1
        continue
      }
      const equal = equalFrom(sequence, index)
      const planning = planEqual(search, equal, effort)
      let step = planning.next()
      for (; step.done !== true; step = planning.next()) yield (begin + index) / demands.length
      append(planned, step.value)
      index += equal.length
    }
    begin += level.length
  }
  return yield* pausing(1, planLevelsTogether(search, mark, demands, planned, effort))
}

/** Returns the demand at an index and the following ones of the same level. */
function equalLevel(demands: readonly Demand[], index: number): readonly Demand[] {
  let end = index + 1
  while (end < demands.length && byLevel(demands[index]!, demands[end]!) === 0) end += 1
  return demands.slice(index, end)
}

/**
 * Returns the demand at an index and the following ones of equal urgency that are made in steps; only itself if they
 * are too many.
 */
function equalFrom(demands: readonly Demand[], index: number): readonly Demand[] {
  const first = demands[index]!
  const goesWithFirst = (demand: Demand | undefined): boolean =>
    demand !== undefined &&
    demand.priority === first.priority &&
    demand.firm === first.firm &&
    hasSteps(demand)
  // The last demands of a large group form no group of their own.
  if (!hasSteps(first) || goesWithFirst(demands[index - 1])) return [first]
  let end = index + 1
  while (end - index <= mostTogether && goesWithFirst(demands[end])) end += 1
  return end - index <= mostTogether ? demands.slice(index, end) : [first]
}
