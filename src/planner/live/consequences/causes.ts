/**
 * Finds the edit that causes the consequence for a sales order, when there are several edits: each edit is left out
 * once, and the plans are compared.
 */
import { day } from '../../time.ts'
import type { DemandConsequence, DemandState } from './consequences.ts'

/** Difference in days that counts for a sales order that is not delivered, or not in full, compared with any date. */
const daysOfShort = 10_000

/** Smaller differences in days are ignored. */
const tolerance = 1e-6

/** Returns the index of the edit that causes a consequence; null if it is not known. */
export type CauseOf = (demand: string) => number | null

export class Causes {
  readonly #found = new Map<string, { readonly edit: number; readonly days: number }>()
  readonly #demands: readonly DemandConsequence[]

  /** @param demands consequences for sales orders with all edits */
  constructor(demands: readonly DemandConsequence[]) {
    this.#demands = demands
  }

  /**
   * Records the consequences without one of the edits. The cause of a consequence is the edit without which the sales
   * order differs most; of equal ones, the first.
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

/** Returns the days between two deliveries. */
function daysBetween(one: DemandState | null, other: DemandState | null): number {
  if (one === null || other === null) return one === other ? 0 : daysOfShort
  const short = Math.abs(one.short - other.short) > tolerance ? daysOfShort : 0
  if (one.date === null || other.date === null) return one.date === other.date ? short : daysOfShort
  return Math.abs(one.date - other.date) / day + short
}
