/**
 * Finds remedies that deliver a late sales order earlier: derives actions from the reasons of the lateness, tries
 * each, and ranks those that help.
 */
import { latenessOf, secondsLate } from '../../lateness.ts'
import type { Delivery } from '../../search/delivery.ts'
import { finish } from '../../pauses.ts'
import { day } from '../../time.ts'
import { Edit } from '../edit.ts'
import { explain } from '../explain-worse.ts'
import type { LivePlan } from '../live-plan.ts'
import { Supplies } from '../supplies.ts'
import { alternate } from './alternate.ts'
import { alternateOperation } from './alternate-operation.ts'
import { attempt, nothing, stateOf, type Tries } from './attempt.ts'
import { combine } from './combine.ts'
import { expedite, expediteAll } from './expedite.ts'
import { withoutLaterTime } from './later-time.ts'
import { lot } from './lot.ts'
import { type Need, needsOf } from './needed.ts'
import { overtime } from './overtime.ts'
import { priority } from './priority.ts'
import { release } from './release-order.ts'
import type { Action, Candidate, Family, Remedy, Situation, Tried } from './remedy.ts'
import { scoreOf } from './score.ts'
import { split } from './split.ts'
import { together } from './together.ts'
import { transfer } from './transfer.ts'

/** Actions without harm to other sales orders, which need little work to try, are tried first. */
const harmless: readonly Action[] = [release, transfer, alternate, split]
/** Actions that are tried after all others. */
const others: readonly Action[] = [alternateOperation, lot]
/** Share of the gain of the largest amount that a smaller amount must reach. */
const enough = 0.95
/** If the best remedy has a lower score, more time of several resources and earlier supply are tried together. */
const good = 0.6
/**
 * If the best remedy removes a smaller share of the lateness, a plan with a better priority is made from scratch. This
 * takes longer than the rest of the search.
 */
const little = 0.2
/** Maximum number of pairs of remedies that are tried together. */
const mostPairs = 3
/** Maximum number of orders placed to find the reasons of the lateness. */
const mostPlaced = 20_000
/** Maximum number of orders placed in all attempts; half as many more as long as nothing helps. */
const mostWork = 100_000
/** Maximum number of orders of plans that are made again from scratch. */
const mostOrders = 60_000

/** The result of a search. */
export interface FoundRemedies {
  /** Remedies, the best first. */
  readonly ranked: readonly Remedy[]
  /** Delivery with the reasons of its lateness; undefined for a sales order that is not late. */
  readonly delivery: Delivery | undefined
  readonly needs: readonly Need[]
}

/**
 * Yields each remedy when it is found, with the rank 0, and undefined between two steps of the work. Returns all
 * remedies, the best first: those that remove most of the lateness at the lowest cost for other sales orders and
 * resources. There are none for a sales order that is not late or that nothing helps. The plan is unchanged
 * afterwards and whenever it is free between two steps: other attempts may be made then, but none may be kept.
 *
 * @param most number of remedies after which the search ends
 */
export function* remediesFor(
  live: LivePlan,
  demandName: string,
  most = Infinity,
): Generator<Remedy | undefined, FoundRemedies> {
  const situation = situationOf(live, demandName)
  if (situation === undefined) return { ranked: [], delivery: undefined, needs: [] }
  yield undefined
  const found: Tried[] = []
  const tries: Tries = { work: 0, usual: 0 }
  tries.usual = (yield* attempt(situation, nothing, tries))?.gain ?? 0
  const isSpent = (): boolean =>
    found.length >= most || tries.work > (found.length === 0 ? 1.5 : 1) * mostWork
  const mayReplan = live.state.plan.orders.length <= mostOrders
  const tryAll = function* tryAll(actions: readonly Action[]): Generator<Remedy | undefined, void> {
    for (const action of actions) {
      for (const family of action(situation)) {
        if (isSpent() && action !== priority) continue
        const helping = yield* (action === priority ? leastHarmful : smallest)(situation, family, tries)
        if (helping === undefined) continue
        const tried = yield* withoutLaterTime(situation, helping, tries)
        if (isMatched(tried, found)) continue
        found.push(tried)
        yield tried.remedy
      }
    }
  }
  const allSooner = expediteAll(situation)
  const sooner = allSooner === undefined ? undefined : yield* attempt(situation, allSooner, tries)
  if (sooner !== undefined) {
    yield* tryAll([expedite])
    if (!isMatched(sooner, found)) {
      found.push(sooner)
      yield sooner.remedy
    }
  }
  yield* tryAll(harmless)
  const isPoor = (): boolean => found.every((tried) => isPriority(tried) || scoreOf(tried) < good)
  const needsTime = isPoor()
  // A better priority takes few attempts; additional time, which delays no other sales order, takes many.
  yield* tryAll([priority])
  if (found.length < most && needsTime) {
    const helping = yield* together(situation, tries)
    const tried = helping === undefined ? undefined : yield* withoutLaterTime(situation, helping, tries)
    if (tried !== undefined && !isMatched(tried, found)) {
      found.push(tried)
      yield tried.remedy
    }
  }
  if (isPoor()) yield* tryAll([overtime])
  yield* tryAll(others)
  for (const candidate of pairsOf(found)) {
    if (isSpent()) break
    const helping = yield* attempt(situation, candidate, tries)
    if (helping === undefined) continue
    const tried = yield* withoutLaterTime(situation, helping, tries)
    if (isMatched(tried, found)) continue
    found.push(tried)
    yield tried.remedy
  }
  if (mayReplan && found.length < most && found.every(({ gain }) => gain < little)) {
    for (const candidate of priority(situation).flatMap((family) => family.slice(-1))) {
      const anew = { ...candidate, mode: 'replan' } as const
      const tried = yield* attempt(situation, anew, { ...tries, usual: little })
      if (tried === undefined) continue
      found.push(tried)
      yield tried.remedy
    }
  }
  return { ranked: rankRemedies(found), delivery: situation.delivery, needs: needsOf(situation) }
}

/** Ranks the remedies; of the same edits, the mode that helps more counts. */
function rankRemedies(found: readonly Tried[]): readonly Remedy[] {
  const best = new Map<Candidate['edits'], Tried>()
  for (const tried of found) {
    const { edits } = tried.candidate
    if (tried.gain > (best.get(edits)?.gain ?? 0)) best.set(edits, tried)
  }
  return [...best.values()]
    .toSorted((a, b) => scoreOf(b) - scoreOf(a) || Number(isPriority(a)) - Number(isPriority(b)))
    .map(({ remedy }, at) => withRank(remedy, at + 1))
}

const isPriority = ({ candidate }: Tried): boolean => candidate.kind === 'priority'

const withRank = (remedy: Remedy, rank: number): Remedy => ({ ...remedy, rank })

/** Returns whether a part of the remedy helps about as much alone. */
function isMatched({ remedy, gain }: Tried, found: readonly Tried[]): boolean {
  const parts = new Set(subjectsOf(remedy))
  return found.some(
    (one) => one.gain >= gain * enough && subjectsOf(one.remedy).every((key) => parts.has(key)),
  )
}

/** Returns what the parts of a remedy change, as texts. */
const subjectsOf = ({ summary }: Remedy): readonly string[] =>
  (summary.parts ?? [summary]).map(({ code, values: { resource, reference, demand, operation } }) =>
    JSON.stringify([code, resource, reference, demand, operation]),
  )

/** Returns the situation of a sales order; undefined if it is not planned or not late. */
export function situationOf(live: LivePlan, name: string): Situation | undefined {
  const { state } = live
  const known = state.deliveries.get(name)
  if (known === undefined || latenessOf([known]) === 0) return undefined
  let delivery = known
  if (known.reasons.every(({ gain }) => gain === undefined)) {
    const edit = new Edit(state)
    delivery = explain(edit, known, mostPlaced)
    edit.rollback()
  }
  const { demand } = delivery
  const lines = state.linesOf(demand).flatMap(({ name }) => state.deliveries.get(name) ?? [])
  const orders = lines.flatMap(({ shipments }) => shipments.map(({ order }) => order))
  const chain = [...new Supplies(state).upstreamOf(orders)]
  const { date } = stateOf(delivery)
  const last = date ?? Math.min(demand.due + demand.maximumLateness, demand.due + longest)
  return { live, delivery, chain, lateness: secondsLate(demand.due, last) }
}

/** Lateness of a sales order that is never delivered, for deriving actions. */
const longest = 60 * day

/** Returns the smallest amount that helps about as much as the largest. */
function* smallest(
  situation: Situation,
  family: Family,
  tries: Tries,
): Generator<undefined, Tried | undefined> {
  const largest = family.at(-1)
  if (largest === undefined) return undefined
  const most = yield* attempt(situation, largest, tries)
  if (most === undefined) return undefined
  for (const candidate of family.slice(0, -1)) {
    const tried = yield* attempt(situation, candidate, tries)
    if (tried !== undefined && tried.gain >= most.gain * enough) return tried
  }
  return most
}

/** Tries all amounts, and returns the one with the best relation of benefit and harm; of equal ones the largest. */
function* leastHarmful(
  situation: Situation,
  family: Family,
  tries: Tries,
): Generator<undefined, Tried | undefined> {
  let best: Tried | undefined
  for (const candidate of family) {
    const tried = yield* attempt(situation, candidate, tries)
    if (tried !== undefined && (best === undefined || scoreOf(tried) >= scoreOf(best))) best = tried
  }
  return best
}

/** Returns pairs of the best remedies, if none is sufficient alone. */
function pairsOf(found: readonly Tried[]): readonly Candidate[] {
  if (found.some(({ gain }) => gain >= enough)) return []
  const best = found.toSorted((a, b) => scoreOf(b) - scoreOf(a)).slice(0, 4)
  const pairs: Candidate[] = []
  for (const [at, { candidate: one }] of best.entries())
    for (const { candidate: other } of best.slice(at + 1)) {
      const pair = combine(one, other)
      if (pair !== undefined) pairs.push(pair)
    }
  return pairs.slice(0, mostPairs)
}

/** Returns all remedies at once, the best first. */
export const allRemedies = (live: LivePlan, demandName: string): readonly Remedy[] =>
  finish(withoutRemedies(remediesFor(live, demandName)))

function* withoutRemedies(steps: ReturnType<typeof remediesFor>): Generator<undefined, readonly Remedy[]> {
  let step = steps.next()
  for (; step.done !== true; step = steps.next()) yield undefined
  return step.value.ranked
}
