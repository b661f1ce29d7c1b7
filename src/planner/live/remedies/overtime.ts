/**
 * Remedy: additional time of an overloaded resource. For a resource with working hours, closed days are opened and
 * shifts are longer; for a resource that is always open, one more unit is available for some days.
 */
import {
  type Calendar,
  type CalendarEntry,
  everyDay,
  levelAt,
  valueAt,
  wholeDay,
} from '../../calendar/step-function.ts'
import type { ResourceRow } from '../../input.ts'
import type { Resource } from '../../network/nodes.ts'
import { day, hour, type Seconds } from '../../time.ts'
import { closuresOf, type Hours } from './closures.ts'
import { inCalendar } from './calendar-edits.ts'
import { combine } from './combine.ts'
import type { Action, Candidate, CostPart, EndsOfUse, Family, Situation } from './remedy.ts'

/** Numbers of days that are tried: with one more unit, opened closed days, and with longer shifts. */
const amounts = { more: [1, 2, 5, 10], open: [1, 2, 4], longer: [2, 5, 10] } as const
/** Additional hours of a longer shift. */
const extraHours = 4
/** Maximum number of resources considered, the most important first. */
const mostResources = 3
/** Maximum number of closed days collected. */
const mostDays = 40

export const overtime: Action = (situation) => {
  const { live, delivery, chain } = situation
  const named = delivery.reasons.flatMap(({ kind, owner }) => (kind === 'capacity' ? owner : []))
  const used = chain.flatMap(({ uses }) => uses.map(({ resource }) => resource.name))
  const rows = new Map(live.input.resources.map((row) => [row.name, row]))
  const resources = new Map(live.state.network.resources.all.map((resource) => [resource.name, resource]))
  const families: Family[] = []
  for (const name of [...new Set(named.length > 0 ? named : used)].slice(0, mostResources)) {
    const [row, resource] = [rows.get(name), resources.get(name)]
    if (row !== undefined && resource !== undefined) families.push(...familiesOf(situation, row, resource))
  }
  // With several resources of the same work, more time of a single one helps little.
  const largest = families.flatMap((family) => family.at(-1) ?? [])
  const several = named.length > 1 ? combineAll(largest) : []
  return several.length === 0 ? families : [...families, several]
}

/** Combines the first two resources, then one more at a time. */
function combineAll(candidates: readonly Candidate[]): Family {
  let all: Candidate | undefined
  const family: Candidate[] = []
  const resources = new Set<unknown>()
  for (const candidate of candidates) {
    const name = candidate.summary.values['resource']
    if (resources.has(name)) continue
    resources.add(name)
    const more: Candidate | undefined = all === undefined ? candidate : combine(all, candidate)
    if (more !== undefined && all !== undefined) family.push(more)
    all = more ?? all
  }
  return family
}

/** The data from which the amounts are derived. */
type Known = Pick<Situation, 'live'>

/** Start of the time in which the chain would need the resource to be on time, and end of its use. */
export interface Window {
  readonly from: Seconds
  readonly to: Seconds
}

function familiesOf(situation: Situation, row: ResourceRow, resource: Resource): readonly Family[] {
  const window = windowOf(situation, resource)
  return window === undefined ? [] : [...familiesWithin(situation, row, resource, window)]
}

/** Returns the window; undefined if no order that could be moved uses the resource. */
export function windowOf({ live, chain, lateness }: Situation, resource: Resource): Window | undefined {
  const orders = chain.filter(
    ({ uses, locked }) => locked === undefined && uses.some((use) => use.resource === resource),
  )
  if (orders.length === 0) return undefined
  const { current } = live.input.settings
  const needed = Math.min(...orders.map(({ start }) => start)) - lateness
  return {
    from: Math.max(Math.floor(current / day) * day, Math.floor(needed / day) * day),
    to: Math.max(...orders.map(({ end }) => end)),
  }
}

/** Returns additional units of the resources that the sales order uses and that have no closed time. */
export function moreUnits(situation: Situation): readonly Family[] {
  const rows = new Map(situation.live.input.resources.map((row) => [row.name, row]))
  const resources = new Set(situation.chain.flatMap(({ uses }) => uses.map(({ resource }) => resource)))
  return [...resources].flatMap((resource) => {
    const row = rows.get(resource.name)
    const window = windowOf(situation, resource)
    if (row === undefined || window === undefined || !hasHours(resource)) return []
    return isAlwaysOpen(situation, resource, row, window) ? unitsWithin(situation, row, resource, window) : []
  })
}

/** Returns whether the capacity of a resource is time. */
const hasHours = ({ constrained, buckets }: Resource): boolean => constrained && buckets === undefined

/** Returns whether a resource can have no more working hours in a window. */
function isAlwaysOpen(situation: Known, resource: Resource, row: ResourceRow, window: Window): boolean {
  if (resource.calendars.length === 0) return true
  const shift = shiftOf(situation, row)
  if (shift === undefined || shift.until - shift.from < wholeDay) return false
  return closedDays(situation, resource, row, shift, window).length === 0
}

/** Returns additional units of a resource; none if it can only process one order at a time because of changeovers. */
const unitsWithin = (
  situation: Known,
  row: ResourceRow,
  resource: Resource,
  window: Window,
): readonly Family[] =>
  resource.setups === undefined
    ? [amounts.more.map((days) => oneMore(situation, row, resource, window, days))]
    : []

/** Yields additional time of a resource within a window, in ascending amounts. */
export function* familiesWithin(
  situation: Known,
  row: ResourceRow,
  resource: Resource,
  window: Window,
): Generator<Family> {
  if (!hasHours(resource)) return
  if (isAlwaysOpen(situation, resource, row, window)) {
    yield* unitsWithin(situation, row, resource, window)
    return
  }
  const shift = shiftOf(situation, row)
  if (shift === undefined) return
  const closed = closedDays(situation, resource, row, shift, window)
  yield amounts.open
    .filter((count) => count <= closed.length)
    .flatMap((count) => moreDays(situation, { row, shift, closed: closed.slice(0, count), open: [] }) ?? [])
  const { open } = daysByState(resource, shift, daysOf(window))
  const workable = workableDays(situation, row, open, hoursAfter(shift))
  const counts = amounts.longer.map(
    (days) => workable.filter((date) => date < window.from + days * day).length,
  )
  yield [...new Set(counts)].flatMap(
    (count) => moreDays(situation, { row, shift, closed: [], open: workable.slice(0, count) }) ?? [],
  )
}

/** Adds one unit of capacity from the start of a window. */
function oneMore(
  situation: Known,
  row: ResourceRow,
  resource: Resource,
  window: Window,
  days: number,
): Candidate {
  const { input } = situation.live
  const { from } = window
  const to = from + days * day
  const before = (ends: EndsOfUse): Candidate | undefined => {
    const used = Math.min(days, Math.ceil((ends(row.name) - from) / day))
    return used <= 0 ? undefined : oneMore(situation, row, resource, window, used)
  }
  const value = levelAt(resource.capacity, from) + 1
  const known = input.calendars.find(({ name }) => name === row.maximum_calendar)
  const usual: Calendar = known ?? { name: '', defaultValue: row.maximum ?? 1, entries: [] }
  const entry = entryOf(usual, { start: from, end: to, value })
  return inCalendar(
    input,
    { row, field: 'maximum_calendar', usual, added: [entry] },
    {
      kind: 'overtime',
      summary: { code: 'overtime_unit', values: { resource: row.name, from, to, days, value } },
      effort: days,
      costs: costsOf(row, days * 24),
      before,
    },
  )
}

/** The hours of a usual working day, with the calendar of the resource that defines them. */
export interface Shift extends Hours {
  readonly calendar: Calendar
}

/** Returns the hours after a shift that make it longer; none if it ends with the day. */
export const hoursAfter = ({ until }: Shift): Hours => ({
  from: until,
  until: Math.min(wholeDay, until + extraHours * hour),
})

export function shiftOf({ live: { input } }: Known, row: ResourceRow): Shift | undefined {
  const calendar = input.calendars.find(({ name }) => name === row.available)
  if (calendar === undefined) return undefined
  const open = calendar.entries
    .filter(({ value, end }) => value > 0 && end > input.settings.current)
    .toSorted((a, b) => b.end - b.start - (a.end - a.start))[0]
  const hours = open ?? (calendar.defaultValue > 0 ? { from: 0, until: wholeDay } : undefined)
  return hours === undefined ? undefined : { calendar, from: hours.from, until: hours.until }
}

/**
 * Returns the starts of days in a window on which the resource is closed during the hours of its shift, although
 * nothing is declared closed.
 */
function closedDays(
  situation: Known,
  resource: Resource,
  row: ResourceRow,
  shift: Shift,
  window: Window,
): readonly Seconds[] {
  const { closed } = daysByState(resource, shift, daysOf(window))
  return workableDays(situation, row, closed, shift).slice(0, mostDays)
}

function daysOf({ from, to }: Window): readonly Seconds[] {
  const dates: Seconds[] = []
  for (let date = from; date < to; date += day) dates.push(date)
  return dates
}

/** Returns the days on whose hours neither the resource nor its location is declared closed; `dates` must be ascending. */
export function workableDays(
  { live: { input } }: Known,
  row: ResourceRow,
  dates: readonly Seconds[],
  hours: Hours,
): readonly Seconds[] {
  const [first, last] = [dates[0], dates.at(-1)]
  if (first === undefined || last === undefined) return dates
  const isClosure = closuresOf(input, row, first, last + day, hours)
  return dates.filter((date) => !isClosure(date))
}

/** Sorts days by whether the resource is open during the hours of its shift. */
export function daysByState({ calendars }: Resource, { from, until }: Shift, dates: readonly Seconds[]) {
  const isClosed = (date: Seconds): boolean => {
    const middle = date + Math.floor((from + until) / 2)
    return calendars.some((calendar) => valueAt(calendar, middle) <= 0)
  }
  return { closed: dates.filter(isClosed), open: dates.filter((date) => !isClosed(date)) }
}

/** The days on which a resource gets additional time. */
interface AddedDays {
  readonly row: ResourceRow
  readonly shift: Shift
  readonly closed: readonly Seconds[]
  readonly open: readonly Seconds[]
}

/** Opens closed days of a resource and makes shifts of open ones longer; undefined without days. */
export function moreDays(situation: Known, more: AddedDays): Candidate | undefined {
  const { input } = situation.live
  const { row, shift, closed, open } = more
  const { calendar, from, until } = shift
  const { until: last } = hoursAfter(shift)
  const hours = (last - until) / hour
  const late = hours > 0 ? open : []
  const added = [
    ...runsOf(closed).map((run) => entryOf(calendar, { ...run, value: 1, from, until })),
    ...runsOf(late).map((run) => entryOf(calendar, { ...run, value: 1, from: until, until: last })),
  ]
  if (added.length === 0) return undefined
  const resource = row.name
  const opening = {
    code: 'overtime_days',
    values: { resource, ...firstAndLast(closed), days: closed.length },
  } as const
  const longer = {
    code: 'overtime_hours',
    values: { resource, ...firstAndLast(late), days: late.length, hours },
  } as const
  const summary =
    late.length === 0
      ? opening
      : closed.length === 0
        ? longer
        : { code: 'combination', values: {}, parts: [opening, longer] }
  const hoursInAll = (closed.length * (until - from) + late.length * (last - until)) / hour
  const effort = closed.length + late.length / 2
  const before = (ends: EndsOfUse): Candidate | undefined => {
    const end = ends(resource)
    const [opened, longer] = [
      closed.filter((date) => date + from < end),
      open.filter((date) => date + until < end),
    ]
    return moreDays(situation, { ...more, closed: opened, open: longer })
  }
  const candidate = { kind: 'overtime', summary, effort, costs: costsOf(row, hoursInAll), before } as const
  return inCalendar(input, { row, field: 'available', usual: calendar, added }, candidate)
}

const firstAndLast = (dates: readonly Seconds[]) => ({ from: dates[0] ?? null, to: dates.at(-1) ?? null })

/** Returns the runs of consecutive days, each with the end of its last day. */
function runsOf(dates: readonly Seconds[]): readonly { readonly start: Seconds; readonly end: Seconds }[] {
  const runs: { readonly start: Seconds; end: Seconds }[] = []
  for (const date of dates) {
    const last = runs.at(-1)
    if (last?.end === date) last.end += day
    else runs.push({ start: date, end: date + day })
  }
  return runs
}

const costsOf = ({ name, cost: price }: ResourceRow, hours: number): readonly CostPart[] =>
  typeof price === 'number' && price > 0
    ? [{ code: 'time', owner: name, amount: hours, price, cost: price * hours }]
    : []

/** Returns an entry that takes precedence over all others of a calendar. */
function entryOf(
  { entries }: Calendar,
  entry: Pick<CalendarEntry, 'start' | 'end' | 'value'> & Partial<CalendarEntry>,
): CalendarEntry {
  const priority = Math.min(0, ...entries.map((one) => one.priority)) - 1
  return { priority, weekdays: everyDay, from: 0, until: wholeDay, ...entry }
}
