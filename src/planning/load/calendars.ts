/** Calendars with their entries. */
import type pg from 'pg'
import type { Calendar, CalendarEntry } from '../../planner/calendar/step-function.ts'
import { wholeDay } from '../../planner/calendar/step-function.ts'
import { never } from '../../planner/time.ts'
import { readRows } from './read-rows.ts'

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/** A bit per day on which the entry holds, Sunday first. */
const weekdayBits = weekdays.map((day, bit) => `"${day}"::integer * ${1 << bit}`).join(' + ')

const numberOr = (cell: unknown, missing: number): number => (typeof cell === 'number' ? cell : missing)

/** 23:59:59 is the end of the day. */
const endOfDay = (second: number): number => (second === wholeDay - 1 ? wholeDay : second)

export async function readCalendars(
  client: pg.ClientBase,
  table: (entity: string) => string,
): Promise<readonly Calendar[]> {
  const entries = new Map<string, CalendarEntry[]>()
  await readRows(
    client,
    `SELECT "calendar", floor(extract(epoch FROM nullif("startdate", '1971-01-01')))::float8,
       floor(extract(epoch FROM nullif("enddate", '2030-12-31')))::float8, "value", "priority", ${weekdayBits},
       extract(epoch FROM "starttime")::float8, floor(extract(epoch FROM "endtime"))::float8
     FROM ${table('input.calendarbucket')} ORDER BY "id"`,
    ([calendar, start, end, value, priority, days, from, until]) => {
      const entry: CalendarEntry = {
        start: numberOr(start, -never),
        end: numberOr(end, never),
        value: numberOr(value, 0),
        priority: numberOr(priority, 0),
        weekdays: numberOr(days, 0),
        from: numberOr(from, 0),
        until: endOfDay(numberOr(until, wholeDay)),
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
