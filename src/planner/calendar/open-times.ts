/** Computes the open time of many sets of calendars. */
import type { Seconds } from '../time.ts'
import { type Calendar, compileCalendar, compileCost } from './step-function.ts'
import { type OpenTime, openTimeOf } from './working-time.ts'

export interface OpenTimesInput {
  readonly calendars: readonly Calendar[]
  /** Names of calendars; unknown names are ignored. */
  readonly sets: readonly (readonly string[])[]
  /** The evaluated window; the values at its edges apply beyond them. */
  readonly from: Seconds
  readonly to: Seconds
}

/** Returns the open time of each set. */
export function openTimes({ calendars, sets, from, to }: OpenTimesInput): readonly OpenTime[] {
  const byName = new Map(calendars.map((calendar) => [calendar.name, calendar]))
  return sets.map((names) =>
    openTimeOf(names.flatMap((name) => byName.get(name) ?? []).map((one) => compileCalendar(one, from, to))),
  )
}

/** Estimated duration of `openTimes`, in nanoseconds. */
export function openTimesCost({ calendars, sets, from, to }: OpenTimesInput): number {
  const costs = new Map(calendars.map((calendar) => [calendar.name, compileCost(calendar, from, to)]))
  return sets.reduce((sum, names) => sum + names.reduce((own, name) => own + (costs.get(name) ?? 0), 0), 0)
}
