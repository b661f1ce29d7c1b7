/** Computes the open time of an order from the rows of calendars alone, without any code of the planner. */
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

/** Returns whether a calendar has a value other than 0 at a moment. */
type IsOpen = (at: number) => boolean

/** Returns the open seconds between two moments of an operation that runs on the given resources. */
export function openSecondsBy(
  rows: readonly FixtureRow[],
): (operation: Fields, resources: readonly Fields[], from: number, to: number) => number {
  const of = (model: string): readonly Fields[] =>
    rows.filter((row) => row.model === `input.${model}`).map(({ fields }) => fields)
  const locations = new Map(of('location').map((fields) => [fields['name'], fields]))
  const entries = Map.groupBy(of('calendarbucket'), ({ calendar }) => calendar)
  const calendars = new Map(
    of('calendar').map((fields) => [fields['name'], isOpenBy(fields, entries.get(fields['name']) ?? [])]),
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
  const calendarsOf = ({ available, location }: Fields): readonly IsOpen[] =>
    [available, locations.get(location)?.['available']].flatMap((name) => calendars.get(name) ?? [])
  return (operation, resources, from, to) => {
    const all = [operation, ...resources].flatMap((fields) => calendarsOf(fields))
    if (all.length === 0) return Math.max(0, to - from)
    const cuts = new Set([from, to, ...edges.filter((edge) => edge > from && edge < to)])
    for (let day = Math.floor(from / daySeconds) * daySeconds; day <= to; day += daySeconds) {
      for (const moment of [0, ...moments])
        if (day + moment > from && day + moment < to) cuts.add(day + moment)
    }
    const sorted = [...cuts].toSorted((a, b) => a - b)
    let open = 0
    for (const [index, start] of sorted.slice(0, -1).entries()) {
      const end = sorted[index + 1]!
      if (all.every((isOpen) => isOpen((start + end) / 2))) open += end - start
    }
    return open
  }
}

function isOpenBy({ defaultvalue }: Fields, buckets: readonly Fields[]): IsOpen {
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
    return number((holds[0] ?? {})['value'], number(defaultvalue, 0)) !== 0
  }
}
