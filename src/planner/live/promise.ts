/** Finds the date at which a quantity can be promised: the delivery of a new sales order that is tried in the plan. */
import { isLate } from '../../rules/late.ts'
import { daysLate } from '../lateness.ts'
import type { DemandRow } from '../input.ts'
import type { Steps } from '../pauses.ts'
import { day, type Seconds } from '../time.ts'
import type { ReasonFacts } from './consequences/facts.ts'
import { deliveryReasons } from './consequences/facts-of.ts'
import type { Attempt } from './attempt.ts'
import type { LivePlan } from './live-plan.ts'
import { Supplies } from './supplies.ts'

export interface Promised {
  /** Quantities that can be delivered, with their dates, ascending. */
  readonly promises: readonly { readonly date: Seconds; readonly quantity: number }[]
  /** Date at which the whole quantity is delivered; null if part of it never is. */
  readonly complete: Seconds | null
  /** Days after the due date until the whole quantity is delivered; 0 if on time, null if part of it never is. */
  readonly daysLate: number | null
  /**
   * `firm`: from stock, existing orders and free capacity. `conditional`: a proposed purchase is needed, or nothing is
   * delivered.
   */
  readonly confidence: 'firm' | 'conditional'
  /** Reasons why it is late; empty if it is on time. */
  readonly binding: readonly ReasonFacts[]
  /** Sales orders that are delivered later because of it, the largest delay first. */
  readonly delays: readonly { readonly demand: string; readonly days: number }[]
}

/**
 * Promises a new sales order. Without a priority it comes after all others and does not affect them; with a priority
 * it displaces less urgent ones if it would be late otherwise. The plan is unchanged afterwards.
 */
export function* promise(live: LivePlan, row: DemandRow): Steps<Promised> {
  const attempt = yield* attemptPromise(live, row)
  try {
    return promisedOf(attempt, row.name)
  } finally {
    attempt.close()
  }
}

/** Returns the attempt of a promise, for callers that use it further. */
export function* attemptPromise(live: LivePlan, row: DemandRow): Steps<Attempt> {
  const { demands } = live.input
  const hasPriority = typeof row.priority === 'number'
  const added = hasPriority ? row : { ...row, priority: lowestPriority(live) }
  const next = { ...live.input, demands: [...demands.filter(({ name }) => name !== row.name), added] }
  const touched = { demands: new Set([row.name]), orders: new Set<string>(), tables: new Set<never>() }
  return yield* live.attempt(next, touched, { mode: 'repair', displace: hasPriority })
}

/** Returns a priority after those of all sales orders. */
export function lowestPriority({ state }: LivePlan): number {
  let lowest = 0
  for (const { priority } of state.demands.values()) lowest = Math.max(lowest, priority)
  return lowest + 1
}

/** Returns the promise for a sales order that an open attempt has added or changed. */
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
  const { demand, shipments } = delivery
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
  const isAfterDue = complete === null || isLate(demand.due, complete)
  const delays = attempt.consequences.demands.flatMap(({ name: other, change, before, after }) =>
    other !== name && (change === 'late' || change === 'later')
      ? [{ demand: other, days: daysBetween(before?.date ?? null, after?.date ?? null) }]
      : [],
  )
  return {
    promises,
    complete,
    daysLate: complete === null ? null : daysLate(demand.due, complete),
    confidence: isConditional || promises.length === 0 ? 'conditional' : 'firm',
    binding: isAfterDue ? deliveryReasons(delivery, complete, attempt.state.input.settings.current) : [],
    delays: delays.toSorted((a, b) => b.days - a.days),
  }
}

/** Tolerance for quantities. */
const slight = 1e-6

/** Days that count as delay of a sales order that is no longer delivered. */
const daysOfNone = 5 * 365

const daysBetween = (before: Seconds | null, after: Seconds | null): number =>
  before === null ? 0 : after === null ? daysOfNone : (after - before) / day
