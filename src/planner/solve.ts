/**
 * Makes a plan: adds the existing orders first, then plans the demands one by one by priority and due date. A later
 * demand never takes from an earlier one. Depending on the settings, constraints bind the plan, only choose between
 * alternates, or are ignored.
 */
import type { Comparison, Solution } from './solution.ts'
import { explainLate } from './improve/explain.ts'
import { repeatChanges } from './improve/change.ts'
import { isLaterByLevel } from './improve/judge.ts'
import { isLess, objectiveOf } from './improve/objective.ts'
import { improve, type ImproveOptions, type Improvement } from './improve/improve.ts'
import { compileNetwork, type Network } from './network/compile.ts'
import type { Demand } from './network/nodes.ts'
import type { PlannerInput, PlannerSettings } from './input.ts'
import { type Steps, pausing } from './pauses.ts'
import type { Delivery } from './search/delivery.ts'
import { RequestLimits } from './search/request-limits.ts'
import { joinOrders } from './search/batch.ts'
import { planBest, usualDivision } from './search/best-plan.ts'
import { addExisting } from './search/existing.ts'
import { removeExcess } from './search/excess.ts'
import { isPlacedInSequence, placeInSequence } from './previous/place-in-sequence.ts'
import { completeShort } from './search/complete.ts'
import { pushInfeasible } from './search/move-approved.ts'
import { perform, performStep } from './search/perform.ts'
import { chooseAgainst } from './previous/choose.ts'
import { Plan } from './search/plan.ts'
import { coverShortages } from './search/restock.ts'
import { restockWithoutExcess } from './search/restock-without-excess.ts'
import type { Search } from './search/search.ts'
import { supplyBuffer } from './search/supply.ts'
import { supplyWithin } from './search/supply-levels.ts'
import { byUrgency } from './search/sequences.ts'
import { shipSooner } from './search/ship-sooner.ts'
import { planUnconstrained } from './search/unconstrained.ts'
import { planWithAlternates } from './search/unconstrained-alternates.ts'

export interface SolveOptions extends StepOptions {
  readonly signal?: AbortSignal | undefined
  /** Called regularly with the planned share, from 0 to 1. */
  readonly onProgress?: (fraction: number) => void
}

/** Options of the planning run, besides its input. */
export interface StepOptions {
  /** Whether and for how long the finished plan is improved, or where that is done. */
  readonly improve?: ImproveOptions | ImproveElsewhere | undefined
}

/** An improvement of the same plan that others search meanwhile. */
export interface ImproveElsewhere {
  /** Returns the improvement; undefined as long as it is searched. May wait some milliseconds. */
  readonly found: () => Improvement | undefined
  /** Returns the used share of the budget, from 0 to 1. */
  readonly spent: () => number
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
export function* solveInSteps(input: PlannerInput, options: StepOptions = {}): Generator<number, Solution> {
  const improved = yield* planInSteps(input, options)
  const { improvement, network, deliveries } = improved
  if (improvement === undefined || !isPlacedInSequence(network.demands)) return improved
  // Its orders are placed once more at the end, which may help the plan without a budget more.
  const plain = yield* pausing(1, planInSteps(input))
  const isWorse =
    input.settings.priorityAsWeight === true
      ? isLess(objectiveOf(plain.deliveries), objectiveOf(deliveries))
      : isLaterByLevel(plain.deliveries, deliveries)
  if (!isWorse) return improved
  return { ...plain, improvement: { ...improvement, changes: [], after: improvement.before } }
}

/** Makes a plan once. */
function* planInSteps(
  input: PlannerInput,
  { improve: options }: StepOptions = {},
): Generator<number, Solution> {
  const network = yield* pausing(0, compileNetwork(input))
  const plan = new Plan(network.calendars)
  const search = createSearch(network, plan)
  addExisting(search)
  const demands = network.demands.toSorted(byUrgency)
  let improvement: Improvement | undefined
  const improver: Improver = function* improver(deliveries) {
    if (options === undefined) return deliveries
    if ('found' in options) {
      while ((improvement = options.found()) === undefined) yield options.spent()
      return yield* pausing(1, repeatChanges(search, deliveries, improvement.changes))
    }
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

/** Returns a search in a plan that obeys the constraints. */
export function createSearch(network: Network, plan: Plan): Search {
  const search: Search = {
    network,
    calendars: network.calendars,
    settings: network.input.settings,
    plan,
    limits: new RequestLimits(plan),
    levels: { open: 0 },
    division: usualDivision,
    reason: undefined,
    mode: 'constrained',
    supply: (requirement) => supplyWithin(search, requirement, () => supplyBuffer(search, requirement)),
    perform: (operation, quantity, place, purpose) => perform(search, operation, quantity, place, purpose),
    performStep: (operation, quantity, place, purpose) =>
      performStep(search, operation, quantity, place, purpose),
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
  yield* pausing(0, coverShortages(search))
  const planned = yield* planBest(search, demands)
  search.limits.startPlan()
  const chosen = yield* chooser(mark, planned)
  // Moves of approved orders cannot be undone, and change what the mark counts.
  const hasMoved = search.plan.movable.size > 0
  search.plan.deleteReplaced()
  const improved = yield* improver(chosen)
  const deliveries = yield* pausing(1, finishPlan(search, improved))
  const placed = hasMoved
    ? deliveries
    : yield* pausing(1, placeInSequence(search, { mark, demands, deliveries }, finishPlan))
  return yield* pausing(1, shipSooner(search, placed))
}

/** Adds to planned deliveries what follows from them: reasons, safety stock, joined orders. */
function* finishPlan(search: Search, planned: readonly Delivery[]): Steps<readonly Delivery[]> {
  const deliveries = yield* completeShort(search, planned)
  const explained = yield* explainLate(search, deliveries)
  search.limits.startPlan()
  yield* removeExcess(search, deliveries)
  yield* restockWithoutExcess(search, deliveries)
  yield
  return yield* joinOrders(search, explained)
}
