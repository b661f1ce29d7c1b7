/** When a quantity can be promised: the delivery of a new sales order that is tried in the plan. */
import { daysLate } from '../lateness.ts'
import type { DemandRow } from '../input.ts'
import type { Steps } from '../pauses.ts'
import { day, type Seconds } from '../time.ts'
import type { ReasonFacts } from './consequences/facts.ts'
import { reasonFacts } from './consequences/facts-of.ts'
import type { Attempt, LivePlan } from './live-plan.ts'
import { Supplies } from './supplies.ts'

export interface Promised {
  /** What can be there, and when; in ascending order. */
  readonly promises: readonly { readonly date: Seconds; readonly quantity: number }[]
  /** When all of it is there; null where some of it never is. */
  readonly complete: Seconds | null
  /** Days after the due date until all of it is there; 0 in time, null where some of it never is. */
  readonly daysLate: number | null
  /** `firm`: from stock, from orders that exist and by free capacity. `conditional`: a proposed purchase is needed. */
  readonly confidence: 'firm' | 'conditional'
  /** What keeps it from being there in time; empty where nothing does. */
  readonly binding: readonly ReasonFacts[]
  /** Sales orders that are delivered later for it, the most first. */
  readonly delays: readonly { readonly demand: string; readonly days: number }[]
}

/**
 * Promises a new sales order. Without a priority it comes after all others and disturbs none; with one it displaces less
 * urgent ones where it would be late otherwise. The plan is left as it was.
 */
export function* promise(live: LivePlan, row: DemandRow): Steps<Promised> {
  const attempt = yield* attemptPromise(live, row)
  try {
    return promisedOf(attempt, row.name)
  } finally {
    attempt.close()
  }
}

/** The attempt of a promise, for those who go on with it. */
export function* attemptPromise(live: LivePlan, row: DemandRow): Steps<Attempt> {
  const { demands } = live.input
  const hasPriority = typeof row.priority === 'number'
  const added = hasPriority ? row : { ...row, priority: lowestPriority(live) }
  const next = { ...live.input, demands: [...demands.filter(({ name }) => name !== row.name), added] }
  const touched = { demands: new Set([row.name]), orders: new Set<string>(), tables: new Set<never>() }
  return yield* live.attempt(next, touched, { mode: 'repair', displace: hasPriority })
}

/** A priority that comes after those of all sales orders. */
export function lowestPriority({ state }: LivePlan): number {
  let lowest = 0
  for (const { priority } of state.demands.values()) lowest = Math.max(lowest, priority)
  return lowest + 1
}

/** What an open attempt promises a sales order that it has added or changed. */
export function promisedOf(attempt: Attempt, name: string): Promised {
  const delivery = attempt.deliveryOf(name)
  if (delivery === undefined)
    return {
      promises: [],
      complete: null,
      daysLate: null,
      confidence: 'conditional',
      binding: [],
      delays: [],
    }
  const { demand, shipments, reasons } = delivery
  const dates = new Map<Seconds, number>()
  for (const { order, quantity } of shipments.toSorted((a, b) => a.order.end - b.order.end))
    dates.set(order.end, (dates.get(order.end) ?? 0) + quantity)
  const promises = [...dates].map(([date, quantity]) => ({ date, quantity }))
  const planned = promises.reduce((sum, { quantity }) => sum + quantity, 0)
  const last = promises.at(-1)?.date ?? null
  const complete = planned >= demand.quantity - slight ? last : null
  const upstream = new Supplies(attempt.state).upstreamOf(shipments.map(({ order }) => order))
  const isConditional = [...upstream].some(
    ({ operation, locked }) => operation.kind === 'purchase' && locked === undefined,
  )
  const isLate = complete === null || complete > demand.due
  const delays = attempt.consequences.demands.flatMap(({ name: other, change, before, after }) =>
    other !== name && (change === 'late' || change === 'later')
      ? [{ demand: other, days: daysBetween(before?.date ?? null, after?.date ?? null) }]
      : [],
  )
  return {
    promises,
    complete,
    daysLate: complete === null ? null : daysLate(demand.due, complete),
    confidence: isConditional || complete === null ? 'conditional' : 'firm',
    binding: isLate ? reasonFacts(reasons, demand.due, complete) : [],
    delays: delays.toSorted((a, b) => b.days - a.days),
  }
}

/** Quantities that differ by less are equal. */
const slight = 1e-6

/** Days of a sales order that is not delivered any more. */
const daysOfNone = 5 * 365

const daysBetween = (before: Seconds | null, after: Seconds | null): number =>
  before === null ? 0 : after === null ? daysOfNone : (after - before) / day
