/**
 * Creates calendar entries that the user draws or enters in a form, and separate calendars for one record, as edits
 * of the data API.
 */
import { weekdays } from '../../../../src/model/weekdays.ts'
import type { CalendarRecord } from '../api/calendars.ts'
import type { PlanEdit } from '../api/plan-trials.ts'
import { addDays, clockText, dayMinutes, momentAt, timeOf } from './days.ts'

/** `work` is repeated every week, `overtime` applies to some days, `down` closes a period of time. */
export const entryKinds = ['work', 'overtime', 'down'] as const
export type EntryKind = (typeof entryKinds)[number]

export const calendarEntity = 'input.calendar'
export const entryEntity = 'input.calendarbucket'

export type Weekday = (typeof weekdays)[number]

export const weekdayOf = (date: string): Weekday => weekdays[new Date(timeOf(date)).getUTCDay()]!

export interface Spot {
  readonly date: string
  /** Minute of the day at the start of a slot. */
  readonly minute: number
}

/** Two corners of a selection in the calendar. */
export interface Selection {
  readonly anchor: Spot
  readonly cursor: Spot
}

/** Length of a slot, in minutes. */
export const slotMinutes = 30

/** A selection: the same hours on several days, or one continuous period. */
export interface Drawn {
  readonly first: string
  readonly last: string
  /** Minute of the first day, and of the last day. */
  readonly from: number
  readonly until: number
  /** Whether the selection is one continuous period instead of the same hours of each day. */
  readonly through: boolean
}

export function drawnOf({ anchor, cursor }: Selection, kind: EntryKind): Drawn {
  const through = kind === 'down'
  const [one, other] = [anchor, cursor].toSorted((a, b) =>
    a.date < b.date ? -1 : a.date > b.date ? 1 : a.minute - b.minute,
  )
  const [begin, end] = [one!, other!]
  return {
    first: begin.date,
    last: end.date,
    from: through ? begin.minute : Math.min(begin.minute, end.minute),
    until: (through ? end.minute : Math.max(begin.minute, end.minute)) + slotMinutes,
    through,
  }
}

/** Returns the selected part of a day, in minutes; undefined without one. */
export function drawnOn(
  { first, last, from, until, through }: Drawn,
  date: string,
): readonly [number, number] | undefined {
  if (date < first || date > last) return undefined
  if (!through) return [from, until]
  return [date === first ? from : 0, date === last ? until : dayMinutes]
}

/** The end of a day is written as its last second. */
const endTime = (minutes: number): string => (minutes >= dayMinutes ? '23:59:59' : `${clockText(minutes)}:00`)

export interface EntryFields {
  readonly calendar: string
  /** Value of the calendar during the entry. */
  readonly value: number
  readonly priority: number
}

/**
 * Returns the edit that creates an entry. For a continuous period the dates contain the times; otherwise they are
 * whole days.
 */
export function entryOf(kind: EntryKind, drawn: Drawn, { calendar, value, priority }: EntryFields): PlanEdit {
  const { first, last, from, until } = drawn
  const create = (fields: CalendarRecord): PlanEdit => ({
    entity: entryEntity,
    action: 'create',
    fields: { calendar, value, priority, ...fields },
  })
  if (drawn.through) return create({ startdate: momentAt(first, from), enddate: momentAt(last, until) })
  const hours = { starttime: `${clockText(from)}:00`, endtime: endTime(until) }
  if (kind !== 'work')
    return create({ startdate: momentAt(first, 0), enddate: momentAt(addDays(last, 1), 0), ...hours })
  const days = new Set<Weekday>()
  for (let date = first; date <= last && days.size < weekdays.length; date = addDays(date, 1))
    days.add(weekdayOf(date))
  return create({
    startdate: momentAt(first, 0),
    ...hours,
    ...Object.fromEntries(weekdays.map((name) => [name, days.has(name)])),
  })
}

/** Returns the edit that closes a period. */
export const downEntry = (calendar: string, priority: number, start: string, end: string): PlanEdit => ({
  entity: entryEntity,
  action: 'create',
  fields: { calendar, value: 0, priority, startdate: start, enddate: end },
})

/** Returns a priority number that takes precedence over all other entries. */
export const winningPriority = (lowest: number | null): number => Math.min(1, lowest ?? 1) - 1

/** A record that refers to a calendar. */
export interface CalendarReference {
  readonly entity: string
  readonly field: string
  readonly key: string
}

/**
 * Returns a name that no calendar has, made of the name of the calendar and of the record for which the copy is made.
 */
export function ownName(calendar: string, key: string, taken: readonly string[]): string {
  const usual = calendar === '' ? key : `${calendar}, ${key}`
  let name = usual
  for (let count = 2; taken.includes(name); count += 1) name = `${usual} ${count}`
  return name
}

/** Fields that the service sets. */
const filledIn: ReadonlySet<string> = new Set(['id', 'lastmodified', 'source'])

const copied = (record: CalendarRecord, changes: CalendarRecord): CalendarRecord => ({
  ...Object.fromEntries(
    Object.entries(record).filter(([name, value]) => !filledIn.has(name) && value !== null),
  ),
  ...changes,
})

export interface OwnCalendar {
  readonly name: string
  /** Record of the calendar to copy. */
  readonly calendar: CalendarRecord
  /** Stored entries of the calendar. */
  readonly entries: readonly CalendarRecord[]
  /** Staged edits. Those of the calendar are applied to the copy, and the original stays unchanged. */
  readonly staged: readonly PlanEdit[]
  readonly reference: CalendarReference
}

/** Returns a function that returns whether an edit changes one of the stored entries of a calendar, or adds one. */
export function editsEntryOf(
  calendar: string,
  entries: readonly CalendarRecord[],
): (edit: PlanEdit) => boolean {
  const stored = new Set(entries.map((record) => String(record['id'])))
  return ({ entity, action, key, fields }) =>
    entity === entryEntity &&
    (action === 'create' ? fields?.['calendar'] === calendar : stored.has(String(key)))
}

/** Returns the edits that copy a calendar and assign the copy to one record. */
export function ownCalendarEdits({
  name,
  calendar,
  entries,
  staged,
  reference,
}: OwnCalendar): readonly PlanEdit[] {
  const own = staged.filter(editsEntryOf(String(calendar['name']), entries))
  const ofEntry = new Map(
    own.filter(({ action }) => action !== 'create').map((edit) => [String(edit.key), edit]),
  )
  const kept = entries.flatMap((record) => {
    const edit = ofEntry.get(String(record['id']))
    return edit?.action === 'delete' ? [] : [copied(record, { ...edit?.fields, calendar: name })]
  })
  const added = own
    .filter(({ action }) => action === 'create')
    .map(({ fields = {} }) => copied(fields, { calendar: name }))
  return [
    { entity: calendarEntity, action: 'create', fields: copied(calendar, { name }) },
    ...[...kept, ...added].map((fields): PlanEdit => ({ entity: entryEntity, action: 'create', fields })),
    { entity: reference.entity, action: 'update', key: reference.key, fields: { [reference.field]: name } },
  ]
}
