/** Adds entries to the calendar of a resource, as edits and as a change of the planner's data. */
import { type Calendar, type CalendarEntry, everyDay, wholeDay } from '../../calendar/step-function.ts'
import type { PlannerInput, ResourceRow } from '../../input.ts'
import { day } from '../../time.ts'
import { type Candidate, type DataEdit, touchedBy } from './remedy.ts'

const dayNames = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

/** Entries to add to the calendar of a resource. */
export interface AddedEntries {
  readonly row: ResourceRow
  /** The field of the resource that names the calendar. */
  readonly field: 'available' | 'maximum_calendar'
  readonly usual: Calendar
  readonly added: readonly CalendarEntry[]
}

/**
 * Adds the entries to a calendar that only this resource uses. If others use the calendar too, a new one is created
 * with all entries of the calendar that it replaces.
 */
export function inCalendar(
  input: PlannerInput,
  { row: { name: resource }, field, usual, added }: AddedEntries,
  candidate: Pick<Candidate, 'kind' | 'summary' | 'effort' | 'costs' | 'before'>,
): Candidate {
  const { calendars } = input
  const isOwn = usual.name !== '' && usesOf(input, usual.name) === 1
  const name = isOwn ? usual.name : ownName(calendars, usual.name, resource)
  const made: Calendar = { name, defaultValue: usual.defaultValue, entries: [...usual.entries, ...added] }
  const copy: readonly DataEdit[] = [
    {
      entity: 'input.calendar',
      action: 'create',
      key: { name },
      fields: { name, defaultvalue: usual.defaultValue },
    },
    ...joinNights(usual.entries).map((entry) => bucketOf(name, entry)),
  ]
  const assignment: DataEdit = {
    entity: 'input.resource',
    action: 'update',
    key: { name: resource },
    fields: { [field]: name },
  }
  const buckets = added.map((entry) => bucketOf(name, entry))
  return {
    ...candidate,
    edits: added.length === 0 ? [] : isOwn ? buckets : [...copy, ...buckets, assignment],
    apply: (before) => ({
      ...before,
      calendars: [...before.calendars.filter((one) => one.name !== name), made],
      resources: before.resources.map((row) => (row.name === resource ? { ...row, [field]: name } : row)),
    }),
    touched: touchedBy({ tables: new Set(['calendars', 'resources'] as const) }),
    displace: false,
  }
}

function ownName(calendars: readonly Calendar[], usual: string, resource: string): string {
  const names = new Set(calendars.map(({ name }) => name))
  const first = `${usual === '' ? 'Capacity' : usual}, ${resource}`
  let name = first
  for (let count = 2; names.has(name); count += 1) name = `${first} ${count}`
  return name
}

/**
 * Returns the entries of a calendar with hours past midnight in one entry again, as they are stored: each was read as
 * the hours before and those after midnight, one after the other. Two entries could have the same key.
 */
function joinNights(entries: readonly CalendarEntry[]): readonly CalendarEntry[] {
  const joined: CalendarEntry[] = []
  for (const entry of entries) {
    const evening = joined.at(-1)
    if (evening !== undefined && isMorningOf(evening, entry))
      joined.splice(-1, 1, { ...evening, until: entry.until })
    else joined.push(entry)
  }
  return joined
}

/** Returns whether the hours of an entry continue those of another one past midnight. */
const isMorningOf = (evening: CalendarEntry, morning: CalendarEntry): boolean =>
  evening.until === wholeDay &&
  evening.from > 0 &&
  morning.from === 0 &&
  morning.until <= evening.from &&
  morning.value === evening.value &&
  morning.priority === evening.priority &&
  morning.start === evening.start + day &&
  morning.end === evening.end + day &&
  morning.weekdays === (((evening.weekdays << 1) | (evening.weekdays >> 6)) & everyDay)

/** Returns how many fields of the data refer to a calendar. */
function usesOf(
  { resources, locations, suppliers, operations, buffers }: PlannerInput,
  calendar: string,
): number {
  const used = [
    ...[...locations, ...suppliers, ...operations, ...resources].map(({ available }) => available),
    ...[...resources, ...buffers].map((row) => row.maximum_calendar),
    ...resources.map((row) => row.efficiency_calendar),
    ...buffers.map((row) => row.minimum_calendar),
  ]
  return used.filter((name) => name === calendar).length
}

/** Returns a calendar bucket; limits that it does not have are left out. */
function bucketOf(
  calendar: string,
  { start, end, value, priority, weekdays, from, until }: CalendarEntry,
): DataEdit {
  const days = dayNames.map((name, bit) => [name, (weekdays & (1 << bit)) !== 0] as const)
  return {
    entity: 'input.calendarbucket',
    action: 'create',
    key: {},
    fields: {
      calendar,
      value,
      priority,
      ...(Number.isFinite(start) ? { startdate: start } : {}),
      ...(Number.isFinite(end) ? { enddate: end } : {}),
      ...(from > 0 ? { starttime: from } : {}),
      ...(until < wholeDay ? { endtime: until } : {}),
      ...(weekdays === everyDay ? {} : Object.fromEntries(days)),
    },
  }
}
