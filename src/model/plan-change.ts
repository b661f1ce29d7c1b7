/** Compares the planned values of a followed record before and after a plan. */

/** Planned values of a record; for an item, the totals of its orders. */
export interface PlannedValues {
  readonly start?: string | null | undefined
  readonly end?: string | null | undefined
  readonly quantity?: number | null | undefined
  /** Lateness in seconds. */
  readonly delay?: number | null | undefined
  /** Number of late sales orders of an item. */
  readonly late?: number | null | undefined
}

/** A difference; a null is a missing value. */
export type PlanChangePart =
  | { readonly kind: 'added' | 'dropped' }
  | { readonly kind: 'date'; readonly before: string | null; readonly after: string | null }
  /** A delay is in seconds; null is no delay. */
  | {
      readonly kind: 'quantity' | 'delay' | 'late'
      readonly before: number | null
      readonly after: number | null
    }

const delayOf = ({ delay }: PlannedValues): number | null => ((delay ?? 0) > 0 ? (delay ?? null) : null)

/** Returns the differences. A record without values was added or dropped by the plan. */
export function planChangeParts(
  before: PlannedValues | null,
  after: PlannedValues | null,
): readonly PlanChangePart[] {
  if (before === null) return [{ kind: 'added' }]
  if (after === null) return [{ kind: 'dropped' }]
  // The start is of interest only if the end is the same.
  const date = (before.end ?? null) === (after.end ?? null) ? 'start' : 'end'
  const all: readonly Exclude<PlanChangePart, { kind: 'added' | 'dropped' }>[] = [
    { kind: 'date', before: before[date] ?? null, after: after[date] ?? null },
    { kind: 'quantity', before: before.quantity ?? null, after: after.quantity ?? null },
    { kind: 'delay', before: delayOf(before), after: delayOf(after) },
    { kind: 'late', before: before.late ?? null, after: after.late ?? null },
  ]
  return all.filter((part) => part.before !== part.after)
}
