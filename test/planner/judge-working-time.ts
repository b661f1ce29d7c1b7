/**
 * Computes the open time of an order, and the work that its resources do in it, from the rows of calendars alone,
 * without any code of the planner.
 */
import type { FixtureRow } from './fixture-input.ts'

type Fields = FixtureRow['fields']

const daySeconds = 86_400
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

const number = (value: unknown, missing: number): number => (typeof value === 'number' ? value : missing)

const seconds = (value: unknown, missing: number): number =>
  typeof value === 'string' ? Date.parse(`${value.replace(' ', 'T')}Z`) / 1000 : missing

/** Returns a time of day in seconds. `extra` is added, because the last second of an end time belongs to it. */
function timeOfDay(value: unknown, missing: number, extra: number): number {
  if (typeof value !== 'string') return missing
  const [hours = 0, minutes = 0, rest = 0] = value.split(':').map(Number)
  return hours * 3_600 + minutes * 60 + rest + extra
}

/** Returns the value of a calendar at a moment. */
type ValueAt = (at: number) => number

/** The time in which an order can run. */
export interface OpenTime {
  /** Seconds of work at an efficiency of 100 %: each open second counts as much as the slowest resource does in it. */
  readonly workSeconds: number
  /** The lowest and the highest speed in that time, and 1, the speed at an efficiency of 100 %. */
  readonly slowest: number
  readonly fastest: number
}

/** Returns the open time between two moments of an operation that runs on the given resources. */
export function openTimeBy(
  rows: readonly FixtureRow[],
): (operation: Fields, resources: readonly Fields[], from: number, to: number) => OpenTime {
  const of = (model: string): readonly Fields[] =>
    rows.filter((row) => row.model === `input.${model}`).map(({ fields }) => fields)
  const locations = new Map(of('location').map((fields) => [fields['name'], fields]))
  const entries = Map.groupBy(of('calendarbucket'), ({ calendar }) => calendar)
  const calendars = new Map(
    of('calendar').map((fields) => [fields['name'], valueBy(fields, entries.get(fields['name']) ?? [])]),
  )
  const moments = [
    ...new Set(
      of('calendarbucket').flatMap(({ starttime, endtime }) => [
        timeOfDay(starttime, 0, 0),
        timeOfDay(endtime, daySeconds, 1),
      ]),
    ),
  ]
  const edges = of('calendarbucket').flatMap(({ startdate, enddate }) => [
    seconds(startdate, -Infinity),
    seconds(enddate, Infinity),
  ])
  const calendarsOf = ({ available, location }: Fields): readonly ValueAt[] =>
    [available, locations.get(location)?.['available']].flatMap((name) => calendars.get(name) ?? [])
  const speedOf = ({ efficiency, efficiency_calendar: calendar }: Fields): ValueAt => {
    const percent = calendars.get(calendar) ?? (() => number(efficiency, 100))
    return (at) => (percent(at) > 0 ? percent(at) / 100 : 1)
  }
  return (operation, resources, from, to) => {
    const all = [operation, ...resources].flatMap((fields) => calendarsOf(fields))
    const speeds = resources.map(speedOf)
    const cuts = new Set([from, to, ...edges.filter((edge) => edge > from && edge < to)])
    for (let day = Math.floor(from / daySeconds) * daySeconds; day <= to; day += daySeconds) {
      for (const moment of [0, ...moments])
        if (day + moment > from && day + moment < to) cuts.add(day + moment)
    }
    const sorted = [...cuts].toSorted((a, b) => a - b)
    let [workSeconds, slowest, fastest] = [0, 1, 1]
    for (const [index, start] of sorted.slice(0, -1).entries()) {
      const end = sorted[index + 1]!
      const middle = (start + end) / 2
      const speed = speeds.length === 0 ? 1 : Math.min(...speeds.map((speedAt) => speedAt(middle)))
      slowest = Math.min(slowest, speed)
      fastest = Math.max(fastest, speed)
      if (all.every((valueAt) => valueAt(middle) !== 0)) workSeconds += (end - start) * speed
    }
    return { workSeconds, slowest, fastest }
  }
}

function valueBy({ defaultvalue }: Fields, buckets: readonly Fields[]): ValueAt {
  return (at) => {
    const time = at - Math.floor(at / daySeconds) * daySeconds
    const weekday = weekdays[new Date(at * 1000).getUTCDay()]!
    const holds = buckets
      .filter(
        (bucket) =>
          seconds(bucket['startdate'], -Infinity) <= at &&
          at < seconds(bucket['enddate'], Infinity) &&
          timeOfDay(bucket['starttime'], 0, 0) <= time &&
          time < timeOfDay(bucket['endtime'], daySeconds, 1) &&
          bucket[weekday] !== false,
      )
      .toSorted((a, b) => number(a['priority'], 0) - number(b['priority'], 0))
    return number((holds[0] ?? {})['value'], number(defaultvalue, 0))
  }
}
