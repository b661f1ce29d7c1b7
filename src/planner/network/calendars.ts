/** Calendars by name, each compiled once for the planning horizon. */
import { compileCalendar, type StepFunction } from '../calendar/step-function.ts'
import { alwaysOpen, type WorkingTime, workingTime } from '../calendar/working-time.ts'
import type { PlannerInput } from '../input.ts'
import { day, type Seconds } from '../time.ts'

export interface Calendars {
  /** Returns undefined without a name and for an unknown one. */
  get(name: string | null | undefined): StepFunction | undefined
  /** Returns a calendar with a step for every entry, even if the value does not change. */
  entries(name: string | null | undefined): StepFunction | undefined
  /** Returns the common working time of some calendars; the same calendars return the same object. */
  work(calendars: readonly StepFunction[]): WorkingTime
}

/** Seconds before the current date that calendars cover: orders in progress have started there. */
const past = 400 * day

export function compileCalendars({ calendars, settings, orders }: PlannerInput, horizon: Seconds): Calendars {
  let earliest: Seconds = settings.current
  for (const { startdate } of orders)
    if (typeof startdate === 'number') earliest = Math.min(earliest, startdate)
  const from = Math.max(0, earliest - past)
  const rows = new Map(calendars.map((calendar) => [calendar.name, calendar]))
  const compiled = new Map<string, StepFunction>()
  const numbers = new Map<StepFunction, number>()
  const times = new Map<string, WorkingTime>()
  const timesOfOne = new Map<StepFunction, WorkingTime>()
  const workOfOne = (steps: StepFunction | undefined): WorkingTime => {
    if (steps === undefined) return alwaysOpen
    let time = timesOfOne.get(steps)
    if (time === undefined) timesOfOne.set(steps, (time = workingTime([steps])))
    return time
  }
  const numberOf = (steps: StepFunction): number => {
    const number = numbers.get(steps) ?? numbers.size
    numbers.set(steps, number)
    return number
  }
  return {
    get: (name) => {
      const row = name === null || name === undefined ? undefined : rows.get(name)
      if (row === undefined) return undefined
      let steps = compiled.get(row.name)
      if (steps === undefined) {
        steps = compileCalendar(row, from, horizon)
        compiled.set(row.name, steps)
      }
      return steps
    },
    entries: (name) => {
      const row = name === null || name === undefined ? undefined : rows.get(name)
      return row === undefined ? undefined : compileCalendar(row, from, horizon, 'entries')
    },
    work: (given) => {
      if (given.length < 2) return workOfOne(given[0])
      const distinct = [...new Set(given)]
      if (distinct.length === 1) return workOfOne(distinct[0])
      const key = distinct
        .map(numberOf)
        .sort((a, b) => a - b)
        .join()
      let time = times.get(key)
      if (time === undefined) times.set(key, (time = workingTime(distinct)))
      return time
    },
  }
}
