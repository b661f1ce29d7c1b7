/**
 * Remembers, within one request, which supply was found to be impossible by a date. With several ways to make each item,
 * every level of a network asks the next one many times: by each way, for the whole quantity and for parts of it, in time and late.
 * Without this, the attempts multiply with each level. What is impossible stays so while the plan only grows, and for more or
 * sooner. Only a request that has taken much work remembers anything, because it is not exact: orders that are being planned,
 * such as the one that asks, may differ.
 */
import type { Buffer, Operation } from '../network/nodes.ts'
import { epsilon } from '../timeline/profile.ts'
import type { Seconds } from '../time.ts'
import type { Order, Plan } from './plan.ts'
import type { Reason } from './reason.ts'

/** A quantity that cannot be available by a date. */
export interface KnownLate {
  readonly quantity: number
  readonly date: Seconds
  readonly reason: Reason | undefined
}

/** The supply that a plan has for its requests: it is unchanged while this order is at this place. */
interface Supplied {
  readonly place: number
  readonly last: Order | undefined
}

interface Entry extends KnownLate, Supplied {
  readonly withoutSoftPost: Operation | undefined
}

/** Maximum number of entries for one buffer; the oldest are dropped. */
const mostEntries = 32

export class KnownLates {
  readonly #plan: Plan
  readonly #entries = new Map<Buffer, Entry[]>()
  /** Number of requests so far whose failure depends on who asks: in a circle, or too many levels below. */
  dependent = 0

  constructor(plan: Plan) {
    this.#plan = plan
  }

  clear(): void {
    if (this.#entries.size > 0) this.#entries.clear()
  }

  /** Returns what is known to be late of a quantity by a date; undefined if it has to be tried. */
  find(
    buffer: Buffer,
    wanted: Omit<KnownLate, 'reason'>,
    withoutSoftPost?: Operation,
  ): KnownLate | undefined {
    return this.#entries
      .get(buffer)
      ?.findLast(
        (entry) =>
          entry.quantity <= wanted.quantity + epsilon &&
          entry.date >= wanted.date &&
          entry.withoutSoftPost === withoutSoftPost &&
          this.#plan.orders[entry.place] === entry.last,
      )
  }

  /** Remembers that a quantity is late with the present supply of the plan. */
  add(buffer: Buffer, late: KnownLate, withoutSoftPost?: Operation): void {
    const entry = { ...late, ...this.#supplied(), withoutSoftPost }
    const known = this.#entries.get(buffer)
    if (known === undefined) this.#entries.set(buffer, [entry])
    else {
      if (known.length >= mostEntries) known.shift()
      known.push(entry)
    }
  }

  /** Returns the last order that has brought its product: later ones are still being planned. */
  #supplied(): Supplied {
    const { orders } = this.#plan
    let place = orders.length - 1
    while (place >= 0 && !orders[place]!.movements.some(({ quantity }) => quantity > 0)) place -= 1
    return { place, last: orders[place] }
  }
}
