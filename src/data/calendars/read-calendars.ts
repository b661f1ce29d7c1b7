/** Reads calendars with their entries. */
import type pg from 'pg'
import type { KeyedEntry } from '../../planner/calendar/calendar-view.ts'
import type { Calendar, CalendarEntry } from '../../planner/calendar/step-function.ts'
import { wholeDay } from '../../planner/calendar/step-function.ts'
import { literal } from '../../database/identifiers.ts'
import { never } from '../../planner/time.ts'
import { calendarEntries } from './calendar-entries.ts'
import { readRows } from '../read-rows.ts'

const numberOr = (cell: unknown, missing: number): number => (typeof cell === 'number' ? cell : missing)

type NameTable = (entity: string) => string

const columns = `"start"::float8, "end"::float8, "value", "priority", "weekdays", "from"::float8, "until"::float8`

function entryOf(cells: readonly unknown[]): CalendarEntry {
  const [start, end, value, priority, days, from, until] = cells
  return {
    start: numberOr(start, -never),
    end: numberOr(end, never),
    value: numberOr(value, 0),
    priority: numberOr(priority, 0),
    weekdays: numberOr(days, 0),
    from: numberOr(from, 0),
    until: numberOr(until, wholeDay),
  }
}

export async function readCalendars(client: pg.ClientBase, table: NameTable): Promise<readonly Calendar[]> {
  const entries = new Map<string, CalendarEntry[]>()
  await readRows(
    client,
    `SELECT "calendar", ${columns}
     FROM ${calendarEntries(table('input.calendarbucket'))} AS e ORDER BY "id", "from" DESC`,
    ([calendar, ...cells]) => {
      const entry = entryOf(cells)
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

/**
 * Returns a calendar with the keys of its entries; undefined if it does not exist. An entry that continues past
 * midnight is returned as two entries.
 */
export async function readCalendar(
  client: pg.ClientBase,
  table: NameTable,
  name: string,
): Promise<Calendar<KeyedEntry> | undefined> {
  const found: number[] = []
  await readRows(
    client,
    `SELECT "defaultvalue" FROM ${table('input.calendar')} AS c WHERE "name" = ${literal(name)}`,
    ([defaultValue]) => found.push(numberOr(defaultValue, 0)),
  )
  const [defaultValue] = found
  if (defaultValue === undefined) return undefined
  const own = `(SELECT * FROM ${table('input.calendarbucket')} AS b WHERE "calendar" = ${literal(name)})`
  const entries: KeyedEntry[] = []
  await readRows(
    client,
    `SELECT "id", ${columns} FROM ${calendarEntries(`${own} AS own`)} AS e ORDER BY "id", "from" DESC`,
    ([id, ...cells]) => entries.push({ id: numberOr(id, 0), ...entryOf(cells) }),
  )
  return { name, defaultValue, entries }
}
