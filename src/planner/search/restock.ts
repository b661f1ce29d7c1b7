/**
 * Keeps safety stock: after all demands are planned, buffers below their minimum are refilled, up to their maximum if
 * there is one. Demands may use safety stock, therefore they are planned first.
 */
import { highestOf, levelAt, type StepFunction } from '../calendar/step-function.ts'
import { byLevel } from '../network/levels.ts'
import type { Buffer } from '../network/nodes.ts'
import { finish, pauses, type Steps } from '../pauses.ts'
import { epsilon, type Profile } from '../timeline/profile.ts'
import { never, type Seconds } from '../time.ts'
import type { LateRefills } from './late-refills.ts'
import type { Order } from './plan.ts'
import type { Search } from './search.ts'
import { replenish, wholeLots } from './supply.ts'

/**
 * Maximum number of refills of one buffer, besides one for each change of its stock and of its minimum: refills that
 * cause shortages of the same buffer come to an end.
 */
const mostCaused = 1_000
/** Number of refills between two pauses. */
const refillsTogether = 64

/**
 * Refills all buffers below their minimum, end items before their components.
 * @param then called after each buffer for which something was planned, with the mark before that
 */
export function* restock(search: Search, then?: (buffer: Buffer, mark: number) => void): Steps<void> {
  for (const buffer of keptBuffers(search)) {
    const mark = search.plan.mark()
    yield* refilling(search, buffer)
    if (search.plan.mark() > mark) then?.(buffer, mark)
    yield
  }
}

/** Refills buffers of a restored plan; where a refill came late, it stays the only one. */
export function* restockRestored(search: Search, late: LateRefills): Steps<void> {
  for (const buffer of keptBuffers(search)) {
    yield* refilling(search, buffer, { late: new Set(late.get(buffer)) })
    yield
  }
}

/** Returns the buffers with safety stock, end items before their components. */
const keptBuffers = ({ network }: Search): readonly Buffer[] =>
  byLevel(network).filter(({ infinite, minimum }) => !infinite && highestOf(minimum) > 0)

/** Supplies what existing orders consume without supply, and negative stock, before any demand is planned. */
export function* coverShortages(search: Search): Steps<void> {
  if (!search.network.buffers.some(isShort)) return
  for (const buffer of byLevel(search.network))
    if (isShort(buffer)) yield* refilling(search, buffer, { least: 0, most: 0 })
}

const isShort = ({ infinite, stock }: Buffer): boolean => !infinite && stock.lowestFrom(-never) < -epsilon

/** Where a buffer is refilled. */
interface Refilling {
  /** Level below which it is refilled; its minimum by default. */
  readonly least?: number | StepFunction
  /** Level up to which it is refilled; its maximum by default. */
  readonly most?: number | StepFunction
  /** When late refills arrive: shortages that end then are not refilled again. Those of new refills are added. */
  readonly late?: Set<Seconds>
  /** Maximum number of refills. */
  readonly atMost?: number
}

/**
 * Refills a buffer wherever it is below its minimum, in the sequence of the dates, without a pause: at most
 * {@link mostCaused} times.
 */
export const refill = (search: Search, buffer: Buffer, options: Omit<Refilling, 'atMost'> = {}): void =>
  finish(refilling(search, buffer, { ...options, atMost: mostCaused }))

/** Refills a buffer wherever it is below its minimum, in the sequence of the dates. */
function* refilling(
  search: Search,
  buffer: Buffer,
  { least = buffer.minimum, most = buffer.maximum, late, atMost = never }: Refilling = {},
): Steps<void> {
  const { plan, settings } = search
  let from = settings.current
  const changes = buffer.stock.changeCount + (typeof least === 'number' ? 0 : least.dates.length)
  const mostRefills = Math.min(atMost, mostCaused + changes)
  for (let count = 0; count < mostRefills; count += 1) {
    if (pauses(count, refillsTogether)) yield
    const date = firstShortage(buffer.stock, least, from)
    if (date === never) return
    const minimum = levelAt(least, date)
    const top = Math.max(minimum, levelAt(most, date))
    const level = buffer.stock.level(date)
    const wanted = wholeLots(search, buffer, top - level, minimum - level, date)
    const over = buffer.stock.firstAtLeast(date, minimum)
    if (late?.has(over) === true) {
      from = over
      continue
    }
    const mark = plan.mark()
    const purpose = { demand: undefined, batch: buffer.batch, owner: undefined }
    search.limits.reset()
    if (!replenish(search, { buffer, quantity: wanted, date, limit: never, purpose })) {
      plan.rollback(mark)
      return
    }
    if (over !== never && buffer.stock.firstAtLeast(date, minimum) >= over) {
      // The refill would arrive after the shortage.
      plan.rollback(mark)
      from = over
      continue
    }
    const filled = buffer.stock.firstAtLeast(date, minimum)
    const above = filled === never || filled <= date ? 0 : buffer.stock.level(filled) - top
    if (above > epsilon && above < wanted - epsilon) {
      // A late refill finds more stock than expected when it was requested, unless its lots have that more.
      const whole = plan.takeFrom(mark)
      const isBrought = replenish(search, { buffer, quantity: wanted - above, date, limit: never, purpose })
      if (!isBrought || buffer.stock.firstAtLeast(date, minimum) > filled) {
        plan.rollback(mark)
        plan.restore(whole)
      }
    }
    // A late refill leaves the shortage until then, and may not cover the consumption in between.
    const covered = buffer.stock.firstAtLeast(date, minimum)
    const arrival = arrivalOf(plan.orders, mark, buffer)
    if (arrival > date) late?.add(arrival)
    from = arrival > date ? Math.min(covered, arrival) : covered
    if (from === never) return
  }
}

/** Returns when the last of the orders since the mark brings its product into a stock. */
function arrivalOf(orders: readonly Order[], mark: number, buffer: Buffer): Seconds {
  let arrival = -never
  for (let at = mark; at < orders.length; at += 1)
    for (const movement of orders[at]!.movements)
      if (movement.buffer === buffer && movement.quantity > 0) arrival = Math.max(arrival, movement.date)
  return arrival
}

/** Returns the first date from `from` on with less than the minimum. */
export function firstShortage(stock: Profile, minimum: number | StepFunction, from: Seconds): Seconds {
  if (typeof minimum === 'number') return stock.firstBelow(from, never, minimum)
  const { dates, values } = minimum
  for (const [index, value] of values.entries()) {
    const until = dates[index + 1] ?? never
    if (until <= from) continue
    const date = stock.firstBelow(Math.max(from, dates[index]!), until, value)
    if (date !== never) return date
  }
  return never
}
