/**
 * Remedy: additional time of several resources and earlier supply together. All of it is tried first; then it is
 * reduced as long as the remedy becomes better.
 */
import { day } from '../../time.ts'
import type { Order } from '../../search/plan.ts'
import type { Attempt } from '../attempt.ts'
import { Supplies } from '../supplies.ts'
import { attempt, type Tries } from './attempt.ts'
import { combine } from './combine.ts'
import { lateSupply, sooner, type Sooner } from './expedite.ts'
import { moreDays, moreUnits } from './overtime.ts'
import { allMoreTime, lessTime, type MoreTime, timeNear } from './overtime-days.ts'
import type { Candidate, Family, Situation, Tried } from './remedy.ts'
import { scoreOf } from './score.ts'

/** Days before an order on which additional time is kept, in the sequence in which they are tried. */
const margins = [0, 3, 10, 20] as const
/** Maximum number of attempts to reduce the remedy, and number of orders placed after which none is made. */
const mostReductions = 40
const mostPlaced = 120_000
/** Power of the benefit when remedies are compared to reduce them: a smaller effort counts more than in the ranking. */
const reductionPower = 1.5
/** Maximum effort of the remedy, in days. */
const mostEffort = 150

/** A part of the remedy: additional time of a resource, or an order that arrives earlier. */
interface Part {
  readonly kind: 'time' | 'supply'
  readonly candidate: Candidate
  /** Returns what the orders of the sales order need of the part; undefined if they need nothing. */
  readonly needed: (orders: readonly Order[], marginDays: number) => Part | undefined
  /** Returns smaller amounts. */
  readonly less: () => readonly Part[]
}

/** The parts of a remedy with its result. */
interface Step {
  readonly parts: readonly Part[]
  readonly tried: Tried
}

/** Returns the remedy; undefined if additional time and earlier supply do not help, or too much of it is needed. */
export function* together(situation: Situation, tries: Tries): Generator<undefined, Tried | undefined> {
  const time = allMoreTime(situation)
  const supply = lateSupply(situation).map((one) => supplyPart(situation, one))
  const closed = time.map((more) => ({ ...more, open: [] }))
  const units = moreUnits(situation).flatMap((family) => unitPart(family) ?? [])
  let orders: readonly Order[] = []
  const look = (tried: Attempt): void => {
    orders = ordersOf(situation, tried)
  }
  // Longer shifts can prevent that orders keep their dates.
  for (const more of [time, closed]) {
    const parts = [...more.flatMap((one) => timePart(situation, one) ?? []), ...units, ...supply]
    const all = yield* tryParts(situation, tries, parts, look)
    if (all === undefined) continue
    const reduced = yield* reduce(situation, tries, all, orders)
    return reduced.candidate.effort <= mostEffort ? reduced : undefined
  }
  return undefined
}

/** Tries fewer and smaller parts. */
function* reduce(
  situation: Situation,
  tries: Tries,
  all: Step,
  orders: readonly Order[],
): Generator<undefined, Tried> {
  let best = all
  let left = mostReductions
  const until = tries.work + mostPlaced
  const isBetter = function* isBetter(parts: readonly Part[]): Generator<undefined, boolean> {
    if (left <= 0 || tries.work > until || parts.length === 0) return false
    left -= 1
    const next = yield* tryParts(situation, tries, parts)
    if (next === undefined || scoreOf(next.tried, reductionPower) < scoreOf(best.tried, reductionPower))
      return false
    best = next
    return true
  }
  const needed = (kind: Part['kind'], marginDays: number): readonly Part[] =>
    best.parts.flatMap((part) => (part.kind === kind ? (part.needed(orders, marginDays) ?? []) : part))
  yield* isBetter(needed('supply', 0))
  for (const margin of margins) if (yield* isBetter(needed('time', margin))) break
  for (const kind of ['supply', 'time'] as const)
    yield* isBetter(best.parts.map((part) => (part.kind === kind ? (part.less()[0] ?? part) : part)))
  for (const kind of ['supply', 'time'] as const)
    yield* isBetter(best.parts.filter((part) => part.kind !== kind))
  for (const part of byEffort(best.parts)) yield* isBetter(best.parts.filter((one) => one !== part))
  for (const part of byEffort(best.parts)) {
    let current = part
    for (let less = [...current.less()]; less.length > 0;) {
      const next = less.shift()!
      if (!(yield* isBetter(best.parts.map((one) => (one === current ? next : one))))) continue
      current = next
      less = [...next.less()]
    }
  }
  return best.tried
}

const byEffort = (parts: readonly Part[]): readonly Part[] =>
  parts.toSorted((a, b) => b.candidate.effort - a.candidate.effort)

function* tryParts(
  situation: Situation,
  tries: Tries,
  parts: readonly Part[],
  look?: (tried: Attempt) => void,
): Generator<undefined, Step | undefined> {
  const [first, ...others] = parts.map(({ candidate }) => candidate)
  if (first === undefined) return undefined
  const all = others.reduce((sum, one) => combine(sum, one) ?? sum, first)
  const tried = yield* attempt(situation, all, tries, look)
  return tried === undefined ? undefined : { parts, tried }
}

/** Returns the orders that deliver the sales order in a plan, directly or indirectly. */
function ordersOf({ delivery }: Situation, tried: Attempt): readonly Order[] {
  const shipments = tried.deliveryOf(delivery.demand.name)?.shipments ?? []
  return [...new Supplies(tried.state).upstreamOf(shipments.map(({ order }) => order))]
}

function timePart(situation: Situation, more: MoreTime): Part | undefined {
  const candidate = moreDays(situation, more)
  if (candidate === undefined) return undefined
  return {
    kind: 'time',
    candidate,
    needed: (orders, marginDays) => {
      const near = timeNear(more, orders, marginDays)
      return near === undefined ? undefined : timePart(situation, near)
    },
    less: () => lessTime(more).flatMap((less) => timePart(situation, less) ?? []),
  }
}

/** Returns the part of the largest amount of a family. */
function unitPart(family: Family): Part | undefined {
  const candidate = family.at(-1)
  if (candidate === undefined) return undefined
  const part: Part = {
    kind: 'time',
    candidate,
    needed: () => part,
    less: () => family.slice(0, -1).flatMap((_one, at) => unitPart(family.slice(0, at + 1)) ?? []),
  }
  return part
}

function supplyPart(situation: Situation, { order, days }: Sooner): Part {
  const reference = situation.live.state.keyOf(order)
  const withDays = (fewer: number): Part => supplyPart(situation, { order, days: fewer })
  return {
    kind: 'supply',
    candidate: sooner(situation, { order, days }),
    needed: (orders) => {
      const supply = orders.find(({ locked }) => locked?.reference === reference)
      if (supply === undefined) return undefined
      const wanted = Math.ceil((order.end - firstUse(supply, orders)) / day)
      return wanted <= 0 ? undefined : withDays(Math.min(days, wanted))
    },
    less: () => (days > 1 ? [withDays(Math.ceil(days / 2))] : []),
  }
}

/** Returns the date from which orders consume the supply of an order. */
function firstUse({ end, movements }: Order, orders: readonly Order[]): number {
  const buffers = new Set(movements.flatMap(({ buffer, quantity }) => (quantity > 0 ? buffer : [])))
  const dates = orders.flatMap((order) =>
    order.movements.flatMap(({ buffer, date, quantity }) =>
      quantity < 0 && date >= end && buffers.has(buffer) ? date : [],
    ),
  )
  return Math.min(...dates)
}
