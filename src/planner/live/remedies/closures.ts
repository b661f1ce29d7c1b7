/**
 * Closures that calendars declare for a period, such as holidays, a closed plant or a breakdown: overtime opens days on
 * which nobody usually works, but not these.
 */
import { type CalendarEntry, effectiveStretches, everyDay, wholeDay } from '../../calendar/step-function.ts'
import type { PlannerInput, ResourceRow } from '../../input.ts'
import { day, type Seconds } from '../../time.ts'

/** Maximum length of a closure on some days of the week; longer ones are usual days off. */
const mostDays = 31

/** Hours of a day, in seconds of the day; `until` is exclusive. */
export interface Hours {
  readonly from: number
  readonly until: number
}

/**
 * Returns a function that returns whether the resource or its location is declared closed at some time of the hours of
 * a day in [from, to).
 */
export function closuresOf(
  { calendars, locations }: PlannerInput,
  { available, location }: ResourceRow,
  from: Seconds,
  to: Seconds,
  hours: Hours,
): (date: Seconds) => boolean {
  const place = locations.find(({ name }) => name === location)
  const names = new Set([available, place?.available])
  const closed = calendars
    .filter(({ name, entries }) => names.has(name) && entries.some(isClosure))
    .flatMap((calendar) => effectiveStretches(calendar, from, to))
    .filter(({ entry }) => entry !== undefined && isClosure(entry))
  return (date) =>
    closed.some((stretch) => stretch.from < date + hours.until && stretch.to > date + hours.from)
}

/** Entries of certain hours are breaks and usual nights, however long they are valid. */
const isClosure = ({ value, start, end, weekdays, from, until }: CalendarEntry): boolean =>
  value <= 0 &&
  from === 0 &&
  until === wholeDay &&
  Number.isFinite(start) &&
  Number.isFinite(end) &&
  (weekdays === everyDay || end - start <= mostDays * day)
