/**
 * Plans all demands in several ways and keeps the best plan: with other divisions into shipments, in sequences in
 * which late demands go earlier, and, with priorities as weights, in sequences that mix the priorities.
 */
import { isLaterByLevel } from '../improve/judge.ts'
import { isLess, objectiveOf } from '../improve/objective.ts'
import { SearchedShops } from '../improve/searched-shops.ts'
import { latenessOf } from '../lateness.ts'
import type { Demand } from '../network/nodes.ts'
import { day, type Seconds } from '../time.ts'
import { usualEffort } from './campaign.ts'
import type { Delivery } from './delivery.ts'
import { planInSequence } from './plan-in-sequence.ts'
import type { Division, Search } from './search.ts'
import { byDelay, mixedSequences, mostSequences } from './sequences.ts'
import { WaitingDemands } from './waiting-demands.ts'

/** The division with the least lateness in large models. */
export const usualDivision: Division = { leastSaving: 2, costOfTime: 0.25, lotTimes: 0 }
/**
 * Divisions with fewer shipments, which make better plans of some small models, and with lots for several demands; the
 * first is always tried.
 */
const otherDivisions: readonly Division[] = [
  { leastSaving: 10, costOfTime: 0.25, lotTimes: 0 },
  { leastSaving: 10, costOfTime: 4, lotTimes: 2 },
  { leastSaving: 10, costOfTime: 4, lotTimes: 8 },
  { leastSaving: 2, costOfTime: 1, lotTimes: 0 },
  { leastSaving: 2, costOfTime: 4, lotTimes: 0 },
]
/** Maximum number of sequences by delay that are tried one after the other. */
const mostLateFirst = 3
/** Up to this number of demands, other divisions and sequences by delay are tried. */
const fewDemands = 1_000
/** Number of placed orders, including those taken back, after which no other plan is begun: about half a second. */
const mostPlaced = 30_000

/** A way to plan all demands. */
interface Attempt {
  readonly sequence: readonly Demand[]
  readonly division: Division
  /** Whether no level may become later unless a more urgent one becomes earlier. */
  readonly isStrict: boolean
}

/** Plans in the sequence of urgency first, then in other ways; yields the planned share, from 0 to 1. */
export function* planBest(
  search: Search,
  demands: readonly Demand[],
): Generator<number, readonly Delivery[]> {
  const { plan, settings } = search
  const isFew = demands.length <= fewDemands
  const mixesLevels = settings.priorityAsWeight === true
  const most = 1 + (isFew ? otherDivisions.length + mostLateFirst : 0) + (mixesLevels ? mostSequences : 0)
  const mark = plan.mark()
  const end = plan.placed + mostPlaced
  const effort = usualEffort(isFew ? new SearchedShops() : undefined)
  // Moves of approved orders cannot be undone.
  if (most === 1 || plan.movable.size > 0) return yield* planInSequence(search, demands, effort)
  let best = yield* scaled(0, 1 / most, planInSequence(search, demands, effort))
  let division = search.division
  let count = 1
  const attempt = function* ({ isStrict, ...way }: Attempt): Generator<number, readonly Delivery[]> {
    const before = plan.takeFrom(mark)
    search.division = way.division
    search.waiting = waitingDemands(search, way.sequence, way.division)
    const found = yield* scaled(count / most, 1 / most, planInSequence(search, way.sequence, effort))
    search.waiting = undefined
    count += 1
    if (isLess(objectiveOf(found), objectiveOf(best)) && !(isStrict && isLaterByLevel(best, found))) {
      best = found
      division = way.division
    } else {
      plan.rollback(mark)
      plan.restore(before)
    }
    return found
  }
  const isOpen = (): boolean => objectiveOf(best) > 0 && plan.placed < end
  for (const [index, other] of otherDivisions.entries()) {
    if (!isFew || objectiveOf(best) === 0 || (index > 0 && !isOpen())) break
    const sharesLots = other.lotTimes > 0
    if (sharesLots && waitingDemands(search, demands, other) === undefined) continue
    yield* attempt({ sequence: demands, division: other, isStrict: sharesLots && !mixesLevels })
  }
  for (const sequence of mixesLevels ? mixedSequences(demands, best) : [])
    yield* attempt({ sequence, division: usualDivision, isStrict: false })
  const delays = new Map<Demand, Seconds>()
  let last = best
  for (let round = 0; round < (isFew ? mostLateFirst : 0) && isOpen(); round += 1) {
    addDelays(delays, last)
    last = yield* attempt({ sequence: byDelay(demands, delays), division, isStrict: !mixesLevels })
  }
  search.division = division
  const found = new Map(best.map((delivery) => [delivery.demand, delivery]))
  return demands.map((demand) => found.get(demand)!)
}

/** Returns the demands that a division plans together; undefined if there are none. */
function waitingDemands(
  search: Search,
  demands: readonly Demand[],
  { lotTimes }: Division,
): WaitingDemands | undefined {
  const waiting = lotTimes > 0 ? new WaitingDemands(search, demands, lotTimes) : undefined
  return waiting?.isEmpty === true ? undefined : waiting
}

/** Adds the mean delay of each late demand to those of earlier plans. */
function addDelays(delays: Map<Demand, Seconds>, deliveries: readonly Delivery[]): void {
  for (const delivery of deliveries) {
    const { demand } = delivery
    const late = latenessOf([delivery])
    if (late > 0) delays.set(demand, (delays.get(demand) ?? 0) + (late / demand.quantity) * day)
  }
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
