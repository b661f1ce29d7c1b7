/** Which edit of several causes what becomes of a sales order: each edit is left out once, and the plans are compared. */
import { day } from '../../time.ts'
import type { DemandConsequence, DemandState } from './consequences.ts'

/** Days that a sales order that is not delivered, or not in full, counts against any date. */
const daysOfShort = 10_000

/** Of days, what makes no difference. */
const tolerance = 1e-6

/** The place of the edit that causes a consequence; null where it is not known. */
export type CauseOf = (demand: string) => number | null

export class Causes {
  readonly #found = new Map<string, { readonly edit: number; readonly days: number }>()
  readonly #demands: readonly DemandConsequence[]

  /** @param demands what becomes of the sales orders with all edits */
  constructor(demands: readonly DemandConsequence[]) {
    this.#demands = demands
  }

  /**
   * Notes what becomes of the sales orders with all edits but one. Of edits without which a sales order would fare otherwise, the
   * one that makes the greatest difference is its cause, of equals the first.
   */
  note(edit: number, without: readonly DemandConsequence[]): void {
    const others = new Map(without.map((demand) => [demand.name, demand]))
    for (const { name, before, after } of this.#demands) {
      const other = others.get(name)
      const days = daysBetween(after, other === undefined ? before : other.after)
      if (days > (this.#found.get(name)?.days ?? tolerance)) this.#found.set(name, { edit, days })
    }
  }

  readonly of: CauseOf = (demand) => this.#found.get(demand)?.edit ?? null
}

/** Days between two deliveries. */
function daysBetween(one: DemandState | null, other: DemandState | null): number {
  if (one === null || other === null) return one === other ? 0 : daysOfShort
  const short = Math.abs(one.short - other.short) > tolerance ? daysOfShort : 0
  if (one.date === null || other.date === null) return one.date === other.date ? short : daysOfShort
  return Math.abs(one.date - other.date) / day + short
}
