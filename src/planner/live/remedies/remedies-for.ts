/**
 * Finds remedies that deliver a late sales order earlier: derives actions from the reasons of the lateness, tries
 * each, and ranks those that help.
 */
import { daysLate, latenessOf, plannedOf, secondsLate } from '../../lateness.ts'
import type { Delivery } from '../../search/delivery.ts'
import { finish } from '../../pauses.ts'
import { day, type Seconds } from '../../time.ts'
import { Edit } from '../edit.ts'
import { explain } from '../explain-worse.ts'
import type { Attempt, LivePlan } from '../live-plan.ts'
import { Supplies } from '../supplies.ts'
import { alternate } from './alternate.ts'
import { alternateOperation } from './alternate-operation.ts'
import { combine } from './combine.ts'
import { expedite } from './expedite.ts'
import { lot } from './lot.ts'
import { type Need, needsOf } from './needed.ts'
import { overtime } from './overtime.ts'
import { actionOf, allMoreTime, type MoreTime, usedTime } from './overtime-days.ts'
import { priority } from './priority.ts'
import { release } from './release-order.ts'
import {
  type Action,
  type Candidate,
  type Family,
  type Remedy,
  type RemedyState,
  type Situation,
  touchedBy,
} from './remedy.ts'
import { split } from './split.ts'
import { transfer } from './transfer.ts'

/** Actions without harm to other sales orders are tried first. */
const harmless: readonly Action[] = [expedite, release, transfer, alternate, split, overtime]
/** Actions that are tried after more time of several resources. */
const others: readonly Action[] = [priority, alternateOperation, lot]
/** Share of the gain of the largest amount that a smaller amount must reach. */
const enough = 0.95
/** If the best remedy removes a smaller share of the lateness, more time of several resources is tried. */
const much = 0.5
/** Minimum share of the lateness that a remedy must remove to be returned. */
const leastShare = 0.02
/** If the best remedy removes a smaller share of the lateness, plans are made again from scratch with the candidates. */
const little = 0.2
/** Maximum number of pairs of remedies that are tried together. */
const mostPairs = 3
/** Maximum number of orders placed to find the reasons of the lateness. */
const mostPlaced = 20_000
/** Maximum number of orders placed in all attempts; half as many more as long as nothing helps. */
const mostWork = 100_000
/** Maximum number of orders of plans that are made again from scratch, and maximum number of such plans. */
const mostOrders = 60_000
const mostReplans = 2

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
 * afterwards; no other attempt may be open meanwhile.
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
  const largest: Candidate[] = []
  const tryAll = function* tryAll(actions: readonly Action[]): Generator<Remedy | undefined, void> {
    for (const action of actions) {
      for (const family of action(situation)) {
        const last = family.at(-1)
        if (last !== undefined && action !== lot) largest.push(last)
        if (isSpent() && action !== priority) continue
        const tried = yield* smallest(situation, family, tries)
        if (tried === undefined || isMatched(tried, found)) continue
        found.push(tried)
        yield tried.remedy
      }
    }
  }
  yield* tryAll(harmless)
  if (found.every(({ gain }) => gain < much)) {
    for (const tried of yield* moreTimeTogether(situation, tries, largest)) {
      found.push(tried)
      yield tried.remedy
    }
  }
  yield* tryAll(others)
  for (const candidate of pairsOf(found)) {
    if (isSpent()) break
    const tried = yield* attempt(situation, candidate, tries)
    if (tried === undefined || isMatched(tried, found)) continue
    found.push(tried)
    yield tried.remedy
  }
  if (live.state.plan.orders.length <= mostOrders && found.every(({ gain }) => gain < little)) {
    for (const candidate of anew(largest).slice(0, mostReplans)) {
      if (found.length >= most) break
      const tried = yield* attempt(situation, candidate, { ...tries, usual: little })
      if (tried === undefined) continue
      found.push(tried)
      yield tried.remedy
      if (tried.gain >= enough) break
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
    .toSorted((a, b) => scoreOf(b) - scoreOf(a))
    .map(({ remedy }, at) => withRank(remedy, at + 1))
}

const withRank = (remedy: Remedy, rank: number): Remedy => ({ ...remedy, rank })

/** Remedies without harm to other sales orders come first, then those that certainly help. */
const promiseOf = ({ kind }: Candidate): number => (kind === 'overtime' ? 0 : kind === 'priority' ? 1 : 2)

/**
 * Returns candidates that are planned from scratch if repairs show no benefit: a better priority, and the largest
 * amounts of each kind combined.
 */
function anew(largest: readonly Candidate[]): readonly Candidate[] {
  const kinds = [...new Set(largest.map(({ kind }) => kind))].filter((kind) => kind !== 'combination')
  return kinds
    .flatMap((kind) => {
      const of = largest.filter((one) => one.kind === kind)
      const all = of.slice(1).reduce((sum, one) => combine(sum, one) ?? sum, of[0]!)
      return [{ ...all, mode: 'replan' as const }]
    })
    .toSorted((a, b) => promiseOf(a) - promiseOf(b))
}

/** Returns whether one of the parts of a combination helps about as much alone. */
function isMatched({ remedy: { summary }, gain }: Tried, found: readonly Tried[]): boolean {
  const codes = new Set((summary.parts ?? []).map(({ code }) => code))
  return found.some((one) => codes.has(one.remedy.summary.code) && one.gain >= gain * enough)
}

/** The work of all attempts, and the gain of planning the sales order again without edits. */
interface Tries {
  /** Number of orders placed. */
  work: number
  /** Gain without edits, as a share of the lateness. */
  usual: number
}

interface Tried {
  readonly candidate: Candidate
  readonly remedy: Remedy
  /** Share of the lateness, in quantity-days, that it removes. */
  readonly gain: number
}

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
  const lines = [...(demand.owner === undefined ? [] : (state.together.get(demand.owner) ?? []))]
  const beside =
    demand.policy === 'alltogether' ? lines.flatMap((line) => state.deliveries.get(line) ?? []) : []
  const orders = [delivery, ...beside].flatMap((one) => one.shipments.map(({ order }) => order))
  const chain = [...new Supplies(state).upstreamOf(orders)]
  const { date } = stateOf(delivery)
  const last = date ?? Math.min(demand.due + demand.maximumLateness, demand.due + longest)
  return { live, delivery, chain, lateness: secondsLate(demand.due, last) }
}

/** Lateness of a sales order that is never delivered, for deriving actions. */
const longest = 60 * day

/** Returns the date at which the whole quantity is delivered. */
function stateOf({ demand, shipments }: Delivery): RemedyState & { readonly date: Seconds | null } {
  const { planned, last } = plannedOf(shipments)
  if (planned < demand.quantity - 1e-6 || last === undefined) return { date: null, days_late: null }
  return { date: last, days_late: daysLate(demand.due, last) }
}

/**
 * Returns additional time of several resources, if it helps: the days that the sales order uses when all additional
 * time is available. The largest amount is added to `largest`.
 */
function* moreTimeTogether(
  situation: Situation,
  tries: Tries,
  largest: Candidate[],
): Generator<undefined, readonly Tried[]> {
  const found: Tried[] = []
  const { name } = situation.delivery.demand
  for (const kinds of ['closed', 'both'] as const) {
    let more = allMoreTime(situation, kinds)
    for (let round = 0; round < mostRounds; round += 1) {
      const candidate = actionOf(situation, more)
      if (candidate === undefined) break
      if (round === 0) largest.push(candidate)
      let used: readonly MoreTime[] = []
      const tried = yield* attempt(situation, candidate, tries, ({ state }) => {
        const demand = state.demands.get(name)
        if (demand !== undefined) used = usedTime(more, state, demand)
      })
      if (tried === undefined) break
      if (round > 0 && candidate.effort <= mostEffort) found.push(tried)
      more = used
    }
    if (found.some(({ gain }) => gain >= enough)) break
  }
  // Of the rounds, the smallest amount that helps about as much as the largest.
  const most = Math.max(0, ...found.map(({ gain }) => gain))
  return found.filter(({ gain }) => gain >= most * enough).slice(-1)
}

/** Number of times that additional time is reduced to the days that are used. */
const mostRounds = 3
/** Maximum effort of additional time that is proposed, in days of one resource. */
const mostEffort = 30

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

/** The candidate without edits: only plans the sales order again. */
const nothing: Candidate = {
  kind: 'combination',
  summary: { code: 'nothing', values: {} },
  edits: [],
  apply: (input) => input,
  touched: touchedBy({}),
  displace: false,
  effort: 0,
  cost: null,
}

/**
 * Tries a candidate. Returns undefined if it does not help more than planning the sales order again; otherwise `look`
 * is called with the plan before it is undone.
 */
function* attempt(
  situation: Situation,
  candidate: Candidate,
  tries: Tries,
  look?: (tried: Attempt) => void,
): Generator<undefined, Tried | undefined> {
  const { live, delivery } = situation
  const { name } = delivery.demand
  const next = candidate.apply(live.input)
  const touched = { ...candidate.touched, demands: new Set([...candidate.touched.demands, name]) }
  const { displace, mode = 'repair' } = candidate
  const { plan } = live.state
  const { placed } = plan
  const tried = yield* live.attempt(next, touched, { mode, displace, advance: false })
  tries.work += tried.state.plan === plan ? plan.placed - placed : tried.state.plan.placed
  try {
    const after = tried.deliveryOf(name)
    const before = latenessOf([delivery])
    const gain = after === undefined ? 0 : (before - latenessOf([after])) / before
    if (after === undefined || gain < tries.usual + leastShare) return undefined
    look?.(tried)
    const others = { later: 0, days: 0, recovered: 0 }
    const paying: { readonly demand: string; readonly days: number }[] = []
    for (const { name: other, change, before: was, after: is } of tried.consequences.demands) {
      if (other === name) continue
      if (change === 'recovered') others.recovered += 1
      if (change !== 'late' && change !== 'later') continue
      const days = daysLater(was?.date ?? null, is?.date ?? null)
      others.later += 1
      others.days += days
      paying.push({ demand: other, days })
    }
    paying.sort((a, b) => b.days - a.days)
    const { kind, summary, edits, cost } = candidate
    const remedy: Remedy = {
      rank: 0,
      kind,
      summary,
      edits,
      cost,
      touched,
      displace,
      mode,
      next,
      before: stateOf(delivery),
      after: stateOf(after),
      others: { ...others, paying: paying.slice(0, mostPaying) },
    }
    return { candidate, remedy, gain }
  } finally {
    tried.close()
  }
}

/** Maximum number of sales orders listed that become later. */
const mostPaying = 5
/** Days that count as delay of a sales order that is no longer delivered. */
const daysOfNone = 365

const daysLater = (before: Seconds | null, after: Seconds | null): number =>
  before === null ? 0 : after === null ? daysOfNone : Math.max(0, (after - before) / day)

/**
 * Returns the score: lateness removed in relation to the disturbance, which consists of the days of others relative
 * to the own ones, and the effort.
 */
function scoreOf({ candidate, remedy, gain }: Tried): number {
  const own = Math.max(1, (remedy.before.days_late ?? daysOfNone) - (remedy.after.days_late ?? daysOfNone))
  const disturbance = remedy.others.days / own + remedy.others.later / 10 + candidate.effort / 10
  return gain ** 2 / (1 + disturbance)
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
