/** Values of new entries of a calendar: the hours that are usual in it, and its largest value. */
import type { CalendarRecord, CalendarView } from '../../platform/api/calendars.ts'
import { dayMinutes, minutesFrom, momentText, timeOf } from '../../platform/calendar/days.ts'
import type { PlanEdit } from '../../platform/api/plan-trials.ts'
import {
  type Drawn,
  entryEntity,
  type EntryKind,
  winningPriority,
} from '../../platform/calendar/new-entries.ts'
import { beginOf, endOf } from './entry-words.ts'

const defaultHours: readonly [number, number] = [8 * 60, 16 * 60]

/** Returns the hours that are open on most open days, in minutes. */
export function usualHours(view: CalendarView | undefined): readonly [number, number] {
  const counts = new Map<string, number>()
  for (const { start, end, value } of view?.effective ?? []) {
    const day = start.slice(0, 10)
    const [from, until] = [minutesFrom(day, start), minutesFrom(day, end)]
    if (value <= 0 || until > dayMinutes || until - from === dayMinutes) continue
    const hours = `${from} ${until}`
    counts.set(hours, (counts.get(hours) ?? 0) + 1)
  }
  const [best] = [...counts].toSorted(([, one], [, other]) => other - one)
  const [from = defaultHours[0], until = defaultHours[1]] = best?.[0].split(' ').map(Number) ?? []
  return [from, until]
}

const largestValue = ({ effective, entries, calendar }: CalendarView): number => {
  const values = [
    ...effective.map(({ value }) => value),
    ...entries.map(({ record }) => Number(record?.['value'] ?? 0)),
    Number(calendar['defaultvalue'] ?? 0),
  ]
  return Math.max(0, ...values) || 1
}

/** Returns the value of a new entry. */
export const newValue = (view: CalendarView | undefined, kind: EntryKind): number =>
  kind === 'down' || view === undefined ? 0 : largestValue(view)

/**
 * Returns a priority that takes precedence over all entries of a calendar: those of its view, and those of unsaved
 * edits, with which the view may not have been read yet.
 * @param lowest the lowest priority number of the view
 */
export function newPriority(calendar: string, lowest: number | null, edits: readonly PlanEdit[]): number {
  const own = edits.flatMap(({ entity, action, fields = {} }) => {
    const priority = fields['priority']
    const isOther = entity !== entryEntity || (action === 'create' && fields['calendar'] !== calendar)
    return isOther || typeof priority !== 'number' ? [] : [priority]
  })
  return winningPriority(Math.min(lowest ?? 1, ...own))
}

/** Returns the default period of a new entry on a day. */
export function usualPeriod(view: CalendarView | undefined, kind: EntryKind, day: string): Drawn {
  if (kind === 'down') return { first: day, last: day, from: 0, until: dayMinutes, through: true }
  const [from, until] = usualHours(view)
  return { first: day, last: day, from, until, through: false }
}

/**
 * Returns whether some of the changes add working time; a trial that keeps every order in its place would not use it.
 */
export const addsTime = (
  changes: readonly { readonly what: string; readonly about: CalendarRecord }[],
): boolean =>
  changes.some(({ what, about }) => {
    const value = Number(about['value'] ?? 0)
    return what === 'remove' ? value <= 0 : what !== 'own' && value > 0
  })

/**
 * Returns the end of an entry that keeps its length when its start moves to or after its end; undefined if the end
 * stays as it is.
 * @param record the entry before the move
 * @param begin the new start; empty without one
 */
export function movedEnd(record: CalendarRecord, begin: string): string | undefined {
  const [from, until] = [beginOf(record), endOf(record)]
  if (begin === '' || from === '' || until === '' || timeOf(begin) < timeOf(until)) return undefined
  return momentText(timeOf(begin) + timeOf(until) - timeOf(from))
}
