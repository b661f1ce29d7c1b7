/**
 * Improves a finished plan within a budget: plans late demands again in other sequences together with their
 * competitors, and groups work with the same setup. The plan always contains the best result so far.
 */
import type { Demand, Resource } from '../network/nodes.ts'
import type { Delivery } from '../search/delivery.ts'
import { type Lateness, latenessOf, shownLatenessOf } from '../lateness.ts'
import type { Search } from '../search/search.ts'
import { hour } from '../time.ts'
import type { Change } from './change.ts'
import { gatherSetups } from './gather-setups.ts'
import { moveNearer } from './move-nearer.ts'
import { randomOf } from './random.ts'
import { recreateLate } from './recreate-late.ts'
import { groupsOf, recreateTogether } from './recreate-together.ts'
import { Revision } from './revision.ts'

export interface ImproveOptions {
  /** Returns the used share of the budget, from 0; the improvement ends at 1. Called before each attempt. */
  readonly spent: () => number
  /** The same seed and the same number of calls give the same plan. */
  readonly seed?: number
  /** Called with the gain when the improvement ends. */
  readonly onImproved?: (improvement: Improvement, deliveries: readonly Delivery[]) => void
}

/** The gain of the improvement. */
export interface Improvement {
  /** Number of attempted changes. */
  readonly tried: number
  readonly before: PlanFigures
  readonly after: PlanFigures
  /** The changes that improved the plan, in their sequence. */
  readonly changes: readonly Change[]
}

export interface PlanFigures {
  /** Number of demands that are late or short. */
  readonly late: number
  /** What the search minimizes, in quantity-days: a quantity that is not delivered counts as late as allowed. */
  readonly lateness: number
  /** What people read of it. */
  readonly shown: Lateness
  /** Hours of changeovers. */
  readonly changeovers: number
}

/** Share of the budget for sequences of steps while there is other late work. */
const shareOfSequences = 0.6
/** Share of the budget after which gathered work is moved closer to its due dates. */
const shareOfGathering = 0.97
/** Share of the budget for one group before the next group is processed. */
const turn = 0.1
/** Number of consecutive attempts without a gain after which the improvement ends early. */
const mostFruitless = 20_000

/** Number of attempts after which the late demands are collected again. */
const renewed = 20

/** Changes the plan; yields the used share of the budget and returns the deliveries and the gain. */
export function* improve(
  search: Search,
  deliveries: readonly Delivery[],
  { spent, seed = 1, onImproved }: ImproveOptions,
): Generator<number, { readonly deliveries: readonly Delivery[]; readonly improvement: Improvement }> {
  const revision = new Revision(search, deliveries)
  const random = randomOf(seed)
  const counts: Counts = { tried: 0, changes: [] }
  const before = figuresOf(revision)
  yield* improveSequences(revision, spent, random, counts)
  yield* recreate(revision, spent, random, counts)
  yield* moveGatheredNearer(revision, spent, counts)
  revision.close()
  const improvement = { ...counts, before, after: figuresOf(revision) }
  const improved = deliveries.map(({ demand }) => revision.delivery(demand))
  onImproved?.(improvement, improved)
  return { deliveries: improved, improvement }
}

interface Counts {
  tried: number
  readonly changes: Change[]
}

/** Improves demands that are made in steps, group by group in turns. */
function* improveSequences(
  revision: Revision,
  spent: () => number,
  random: () => number,
  counts: Counts,
): Generator<number, void> {
  const { reusable, shipped } = revision.search.plan
  const demands = revision.deliveries().map(({ demand }) => demand)
  // Existing orders are assigned to one demand after the other.
  if (reusable.size > 0 || demands.some(({ name }) => shipped.has(name))) return
  const isLate = (demand: Demand): boolean => latenessOf([revision.delivery(demand)]) > 0
  for (;;) {
    const groups = groupsOf(revision.search, demands, isLate)
    const others = demands.some((demand) => isLate(demand) && !groups.some((group) => group.includes(demand)))
    const end = others ? shareOfSequences : 1
    let worthwhile = false
    for (const group of groups) {
      const from = spent()
      if (from >= end) return
      const until = Math.min(end, groups.length === 1 ? end : from + Math.max(turn, end / groups.length / 4))
      let [now, tries] = [from, 0]
      const stop = (): boolean => {
        counts.tried += 1
        tries += 1
        now = spent()
        return now >= until
      }
      const steps = recreateTogether(revision, group, { random, stop })
      for (let step = steps.next(); ; step = steps.next()) {
        if (step.done === true) {
          if (step.value !== undefined)
            counts.changes.push({
              kind: 'steps',
              demands: group.map(({ name }) => name),
              steps: step.value,
            })
          break
        }
        yield Math.min(1, now)
      }
      worthwhile ||= tries > 0
    }
    if (!worthwhile) return
  }
}

/** Plans late demands with their competitors again, and groups work with the same setup. */
function* recreate(
  revision: Revision,
  spent: () => number,
  random: () => number,
  counts: Counts,
): Generator<number, void> {
  const setups = setupsOf(revision)
  const end = setups.length > 0 ? shareOfGathering : 1
  let late = latestFirst(revision)
  let changed = false
  for (let fruitless = 0; fruitless < mostFruitless;) {
    const now = spent()
    if (now >= end) return
    yield now
    const gather = setups.length > 0 && (late.length === 0 || random() < 0.5)
    if (!gather && late.length === 0) return
    counts.tried += 1
    if (changed && counts.tried % renewed === 0) {
      late = latestFirst(revision)
      changed = false
    }
    const change = gather
      ? gatherSetups(revision, setups[Math.floor(random() * setups.length)]!, random)
      : recreateLate(revision, late[Math.floor(random() ** 2 * late.length)]!, random)
    fruitless += 1
    if (change === undefined) continue
    counts.changes.push(change)
    fruitless = 0
    changed = true
  }
}

/** Moves work that was gathered too early closer to its due dates. */
function* moveGatheredNearer(
  revision: Revision,
  spent: () => number,
  counts: Counts,
): Generator<number, void> {
  const names = new Set(
    counts.changes.flatMap((change) =>
      change.kind === 'demands' && change.aim === 'changeovers' ? change.demands.map(({ name }) => name) : [],
    ),
  )
  if (names.size === 0) return
  const gathered = new Set(
    revision.deliveries().flatMap(({ demand }) => (names.has(demand.name) ? demand : [])),
  )
  let now = 1
  const stop = (): boolean => {
    now = spent()
    if (now < 1) counts.tried += 1
    return now >= 1
  }
  const steps = moveNearer(revision, { resources: setupsOf(revision), gathered, stop })
  let step = steps.next()
  for (; step.done !== true; step = steps.next()) yield Math.min(1, now)
  counts.changes.push(...step.value)
}

const setupsOf = (revision: Revision): readonly Resource[] =>
  revision.search.network.resources.all.filter(
    (resource) => resource.setups !== undefined && revision.usersOf(resource).size > 1,
  )

/** Returns the late demands, those with the highest lateness first. */
function latestFirst(revision: Revision): readonly Demand[] {
  return revision
    .deliveries()
    .map((delivery) => ({ demand: delivery.demand, lateness: latenessOf([delivery]) }))
    .filter(({ lateness }) => lateness > 0)
    .toSorted((a, b) => b.lateness - a.lateness)
    .map(({ demand }) => demand)
}

function figuresOf(revision: Revision): PlanFigures {
  const deliveries = revision.deliveries()
  return {
    late: deliveries.filter((delivery) => latenessOf([delivery]) > 0).length,
    lateness: latenessOf(deliveries),
    shown: shownLatenessOf(deliveries),
    changeovers: revision.changeovers() / hour,
  }
}
