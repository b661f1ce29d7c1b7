/** Working time by the calendars that interrupt orders, compiled once for each set of calendars. */
import type pg from 'pg'
import { qualified } from '../../../database/identifiers.ts'
import { compileCalendar } from '../../../planner/calendar/step-function.ts'
import { type WorkingTime, workingTime } from '../../../planner/calendar/working-time.ts'
import { day, type Seconds } from '../../../planner/time.ts'
import { readCalendars } from '../../calendars/read-calendars.ts'

/** Time around the dates in which calendars are looked at; what holds at its edges holds beyond them. */
const margin = 400 * day
/** Closed time that is reckoned with for each second of work. */
const slowest = 6

export interface WorkingPeriod {
  readonly first: Seconds
  readonly last: Seconds
  /** Seconds of work that the longest order takes. */
  readonly longest: number
}

/**
 * Reads the calendars of a scenario and returns the working time of a set of them, given by their names.
 * @param period the dates and the work for which it is needed
 */
export async function workingTimesOf(
  client: pg.ClientBase,
  scenario: string,
  { first, last, longest }: WorkingPeriod,
): Promise<(names: readonly string[]) => WorkingTime> {
  const around = margin + slowest * longest
  const calendars = await readCalendars(client, (name) => qualified(scenario, name.split('.')[1]!))
  const byName = new Map(calendars.map((calendar) => [calendar.name, calendar]))
  const times = new Map<string, WorkingTime>()
  return (names) => {
    const key = JSON.stringify(names)
    let time = times.get(key)
    if (time === undefined) {
      const known = names.flatMap((name) => byName.get(name) ?? [])
      time = workingTime(known.map((calendar) => compileCalendar(calendar, first - around, last + around)))
      times.set(key, time)
    }
    return time
  }
}
