/** Tries a candidate in the plan, and determines its effect on the sales order and on others. */
import { daysLate, latenessOf, plannedOf, shownLatenessOf } from '../../lateness.ts'
import type { Delivery } from '../../search/delivery.ts'
import { day, type Seconds } from '../../time.ts'
import type { Consequences } from '../consequences/consequences.ts'
import type { Steps } from '../../pauses.ts'
import type { Attempt } from '../attempt.ts'
import { NoRoomForPlan } from '../plan-beside.ts'
import { daysOfNone } from './score.ts'
import {
  type Candidate,
  type Remedy,
  type RemedyState,
  type Situation,
  totalCost,
  touchedBy,
  type Tried,
} from './remedy.ts'

/** Minimum share of the lateness that a remedy must remove to be returned. */
const leastShare = 0.02

/** The work of all attempts, and the gain of planning the sales order again without edits. */
export interface Tries {
  /** Number of orders placed. */
  work: number
  /** Gain without edits, as a share of the lateness. */
  usual: number
}

/** Returns the date at which the whole quantity is delivered. */
export function stateOf({ demand, shipments }: Delivery): RemedyState & { readonly date: Seconds | null } {
  const { planned, last } = plannedOf(shipments)
  if (planned < demand.quantity - 1e-6 || last === undefined) return { date: null, days_late: null }
  return { date: last, days_late: daysLate(demand.due, last) }
}

/** The candidate without edits: only plans the sales order again. */
export const nothing: Candidate = {
  kind: 'combination',
  summary: { code: 'nothing', values: {} },
  edits: [],
  apply: (input) => input,
  touched: touchedBy({}),
  displace: false,
  effort: 0,
  costs: [],
}

/** Returns undefined if the attempt needs a second plan that does not fit into memory. */
function* withRoom(steps: Steps<Attempt>): Steps<Attempt | undefined> {
  try {
    return yield* steps
  } catch (error) {
    if (error instanceof NoRoomForPlan) return undefined
    throw error
  }
}

/**
 * Tries a candidate. Returns undefined if it does not help more than planning the sales order again, or if there is
 * no room for it in memory; otherwise `look` is called with the plan before it is undone.
 */
export function* attempt(
  situation: Situation,
  candidate: Candidate,
  tries: Tries,
  look?: (tried: Attempt) => void,
): Generator<undefined, Tried | undefined> {
  // The plan is free for other attempts.
  yield undefined
  const { live, delivery } = situation
  const { name } = delivery.demand
  const next = candidate.apply(live.input)
  const touched = { ...candidate.touched, demands: new Set([...candidate.touched.demands, name]) }
  const { displace, mode = 'repair' } = candidate
  const { plan } = live.state
  const { placed } = plan
  // The rating needs no reasons, and finding them takes a third of the time.
  const options = { mode, displace, advance: false, explain: false } as const
  const tried = yield* withRoom(live.attempt(next, touched, options))
  if (tried === undefined) return undefined
  tries.work += tried.state.plan === plan ? plan.placed - placed : tried.state.plan.placed
  try {
    const after = tried.deliveryOf(name)
    const before = latenessOf([delivery])
    const gain = after === undefined ? 0 : (before - latenessOf([after])) / before
    if (after === undefined || gain < tries.usual + leastShare) return undefined
    look?.(tried)
    const { kind, summary, edits, costs } = candidate
    const cost = totalCost(costs)
    const quantityDays = { before: shownLatenessOf([delivery]).late, after: shownLatenessOf([after]).late }
    const remedy: Remedy = {
      rank: 0,
      kind,
      summary,
      edits,
      cost,
      costs,
      touched,
      displace,
      mode,
      next,
      before: stateOf(delivery),
      after: stateOf(after),
      quantity_days: quantityDays,
      others: othersOf(tried.consequences, name),
    }
    const { keyfigures } = tried.consequences
    const ownChange = quantityDays.after - quantityDays.before
    const change = keyfigures.after.quantity_days_late - keyfigures.before.quantity_days_late
    const value = delivery.demand.quantity * delivery.demand.item.cost
    const price = cost === null || value === 0 ? 0 : cost / value
    return { candidate, remedy, gain, harm: (change - ownChange) / before, price }
  } finally {
    tried.close()
  }
}

/** Returns the effect of a trial on other sales orders than the one that it is for. */
export function othersOf({ demands }: Pick<Consequences, 'demands'>, name: string): Remedy['others'] {
  const others = { later: 0, late: 0, days: 0, recovered: 0 }
  const paying: Remedy['others']['paying'][number][] = []
  for (const { name: other, change, before, after } of demands) {
    if (other === name) continue
    if (change === 'recovered') others.recovered += 1
    if (change !== 'late' && change !== 'later') continue
    const days = daysLater(before?.date ?? null, after?.date ?? null)
    others.later += 1
    if (change === 'late') others.late += 1
    others.days += days
    paying.push({ demand: other, days, late: change === 'late' })
  }
  paying.sort((a, b) => b.days - a.days)
  return { ...others, paying: paying.slice(0, mostPaying) }
}

/** Maximum number of sales orders listed that become later. */
const mostPaying = 5
const daysLater = (before: Seconds | null, after: Seconds | null): number =>
  before === null ? 0 : after === null ? daysOfNone : Math.max(0, (after - before) / day)
