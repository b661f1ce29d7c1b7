/** Working time by the calendars that interrupt orders, computed once for each set of calendars. */
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

/**
 * Time before and after the dates for which calendars are read, in seconds; the state at its ends is assumed to
 * continue.
 */
const margin = 400 * day
/** Assumed maximum closed time per second of work. */
const slowest = 6

export interface WorkingPeriod {
  readonly first: Seconds
  readonly last: Seconds
  /** Work of the longest order, in seconds. */
  readonly longest: number
}

/**
 * Reads the calendars of a scenario and returns a function that finds the working time of a set of calendars by their
 * names.
 * @param sets all sets that will be requested
 * @param period the dates and the work for which it is needed
 * @throws ServiceError `computation_too_large` if calendars have too many entries
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
    // Orders are between 1970 and 2200.
    from: Math.max(first - around, Math.min(first - margin, 0)),
    to: Math.min(last + around, Math.max(last + margin, endOfData)),
  }
  const found = await compute(computation, input, { cost: openTimesCost(input), signal })
  const times = new Map(found.map((open, at) => [JSON.stringify(sets[at]), workingTimeOf(open)]))
  return (names) => times.get(JSON.stringify(names)) ?? alwaysOpen
}
