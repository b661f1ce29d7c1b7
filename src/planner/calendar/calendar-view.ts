/**
 * The content of a calendar within a window: the value at every moment, and all time intervals of each entry,
 * including those covered by other entries.
 */
import type { Seconds } from '../time.ts'
import { type Calendar, type CalendarEntry, compileCost, effectiveStretches } from './step-function.ts'
import type { Stretch } from './working-time.ts'

/** An entry of a calendar with the key of its record. */
export interface KeyedEntry extends CalendarEntry {
  readonly id: number
}

export interface CalendarQuestion {
  readonly calendar: Calendar<KeyedEntry>
  readonly from: Seconds
  readonly to: Seconds
}

export interface CalendarView {
  /** The effective intervals, without gaps; `entry` is null where the default value applies. */
  readonly effective: readonly {
    readonly from: Seconds
    readonly to: Seconds
    readonly value: number
    readonly entry: number | null
  }[]
  /** The effective entries of the window, highest priority first. */
  readonly layers: readonly { readonly id: number; readonly stretches: readonly Stretch[] }[]
}

export function viewCalendar({ calendar, from, to }: CalendarQuestion): CalendarView {
  const within = calendar.entries.filter(({ start, end }) => start < to && end > from)
  const layers = new Map<number, Stretch[]>()
  for (const entry of within.toSorted((a, b) => a.priority - b.priority || b.start - a.start)) {
    const stretches = effectiveStretches({ ...calendar, entries: [entry] }, from, to).flatMap(
      (part): readonly Stretch[] => (part.entry === undefined ? [] : [[part.from, part.to]]),
    )
    if (stretches.length > 0) layers.set(entry.id, [...(layers.get(entry.id) ?? []), ...stretches])
  }
  return {
    effective: effectiveStretches({ ...calendar, entries: within }, from, to).map((part) => ({
      from: part.from,
      to: part.to,
      value: part.entry?.value ?? calendar.defaultValue,
      entry: part.entry?.id ?? null,
    })),
    layers: [...layers].map(([id, stretches]) => ({ id, stretches: joined(stretches) })),
  }
}

/** Joins hours that continue over midnight to one interval. */
function joined(stretches: readonly Stretch[]): readonly Stretch[] {
  const whole: Stretch[] = []
  for (const [from, to] of stretches.toSorted(([one], [other]) => one - other)) {
    const last = whole.at(-1)
    if (last !== undefined && last[1] >= from) whole[whole.length - 1] = [last[0], Math.max(last[1], to)]
    else whole.push([from, to])
  }
  return whole
}

/** Estimated duration of `viewCalendar`, in nanoseconds. */
export const viewCost = ({ calendar, from, to }: CalendarQuestion): number =>
  2 * compileCost(calendar, from, to)
