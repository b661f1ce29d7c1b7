/**
 * How much a remedy makes other sales orders worse. Such a remedy is never recommended, and has to be confirmed before
 * it is stored.
 */

interface Figures {
  readonly quantity_days_late: number
  readonly short: number
}

/** Effect of a remedy on all sales orders. */
export interface RemedyEffect {
  readonly keyfigures: { readonly before: Figures; readonly after: Figures }
  readonly others: { readonly late: number }
}

export interface RemedyHarm {
  /** By how much the lateness of all sales orders together rises, in quantity-days. */
  readonly quantityDays: number
  /** Number of other sales orders that were on time and no longer are. */
  readonly late: number
  /** By how much the number of sales orders rises that are not delivered in full. */
  readonly short: number
}

/** Smaller differences are not shown. */
const slightQuantityDays = 0.05

export function harmOf({ keyfigures: { before, after }, others }: RemedyEffect): RemedyHarm {
  const more = after.quantity_days_late - before.quantity_days_late
  return {
    quantityDays: more < slightQuantityDays ? 0 : more,
    late: others.late,
    short: Math.max(0, after.short - before.short),
  }
}

export const isHarmful = (remedy: RemedyEffect): boolean =>
  Object.values(harmOf(remedy)).some((number) => number > 0)
