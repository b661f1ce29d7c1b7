/** Calendars with their entries. */
import type pg from 'pg'
import type { Calendar, CalendarEntry } from '../../planner/calendar/step-function.ts'
import { wholeDay } from '../../planner/calendar/step-function.ts'
import { never } from '../../planner/time.ts'
import { calendarEntries } from './calendar-entries.ts'
import { readRows } from '../read-rows.ts'

const numberOr = (cell: unknown, missing: number): number => (typeof cell === 'number' ? cell : missing)

export async function readCalendars(
  client: pg.ClientBase,
  table: (entity: string) => string,
): Promise<readonly Calendar[]> {
  const entries = new Map<string, CalendarEntry[]>()
  await readRows(
    client,
    `SELECT "calendar", "start"::float8, "end"::float8, "value", "priority", "weekdays", "from"::float8, "until"::float8
     FROM ${calendarEntries(table('input.calendarbucket'))} AS e ORDER BY "id", "from" DESC`,
    ([calendar, start, end, value, priority, days, from, until]) => {
      const entry: CalendarEntry = {
        start: numberOr(start, -never),
        end: numberOr(end, never),
        value: numberOr(value, 0),
        priority: numberOr(priority, 0),
        weekdays: numberOr(days, 0),
        from: numberOr(from, 0),
        until: numberOr(until, wholeDay),
      }
      const known = entries.get(String(calendar))
      if (known === undefined) entries.set(String(calendar), [entry])
      else known.push(entry)
    },
  )
  const calendars: Calendar[] = []
  await readRows(
    client,
    `SELECT "name", "defaultvalue" FROM ${table('input.calendar')} ORDER BY "name"`,
    ([name, defaultValue]) => {
      calendars.push({
        name: String(name),
        defaultValue: numberOr(defaultValue, 0),
        entries: entries.get(String(name)) ?? [],
      })
    },
  )
  return calendars
}
