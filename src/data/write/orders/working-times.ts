/** Working time by the calendars that interrupt orders, compiled once for each set of calendars. */
import type pg from 'pg'
import { qualified } from '../../../database/identifiers.ts'
import { openTimes, openTimesCost } from '../../../planner/calendar/open-times.ts'
import { alwaysOpen, type WorkingTime, workingTimeOf } from '../../../planner/calendar/working-time.ts'
import { day, endOfData, type Seconds } from '../../../planner/time.ts'
import { readCalendars } from '../../calendars/read-calendars.ts'
import type { DataContext } from '../../context.ts'
import { compute, type Computation } from '../../threads/computation.ts'

const computation: Computation<Parameters<typeof openTimes>[0], ReturnType<typeof openTimes>> = {
  module: import.meta.resolve('../../../planner/calendar/open-times.ts'),
  name: 'openTimes',
  run: openTimes,
}

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
 * @param sets all sets that will be asked for
 * @param period the dates and the work for which it is needed
 * @throws ServiceError `computation_too_large` when calendars have too many entries
 */
export async function workingTimesOf(
  client: pg.ClientBase,
  { scenario, signal }: Pick<DataContext, 'scenario' | 'signal'>,
  sets: readonly (readonly string[])[],
  { first, last, longest }: WorkingPeriod,
): Promise<(names: readonly string[]) => WorkingTime> {
  const around = margin + slowest * longest
  const wanted = new Set(sets.flat())
  const calendars = await readCalendars(client, (name) => qualified(scenario, name.split('.')[1]!))
  const input = {
    calendars: calendars.filter(({ name }) => wanted.has(name)),
    sets,
    // Orders lie between 1970 and 2200.
    from: Math.max(first - around, Math.min(first - margin, 0)),
    to: Math.min(last + around, Math.max(last + margin, endOfData)),
  }
  const found = await compute(computation, input, { cost: openTimesCost(input), signal })
  const times = new Map(found.map((open, at) => [JSON.stringify(sets[at]), workingTimeOf(open)]))
  return (names) => times.get(JSON.stringify(names)) ?? alwaysOpen
}
