/** SQL of the value of a calendar at a point in time. */
import { calendarEntries } from '../../data/calendars/calendar-entries.ts'
import type { Table } from './report.ts'

/**
 * Returns the value of the entry with the lowest priority number of those valid at the time, otherwise the default of
 * the calendar.
 * @param calendar SQL of the name of the calendar
 * @param moment SQL of the point in time
 */
export const calendarValue = (table: Table, calendar: string, moment: string): string => {
  const seconds = `floor(extract(epoch FROM ${moment}))::bigint`
  return `(
  SELECT coalesce((
    SELECT e."value" FROM ${calendarEntries(table('input.calendarbucket'))} AS e
    WHERE e."calendar" = c."name" AND coalesce(e."start" <= ${seconds}, true) AND coalesce(e."end" > ${seconds}, true)
      AND e."weekdays" & (1 << extract(dow FROM ${moment})::integer) <> 0
      AND ${seconds} % 86400 >= e."from" AND ${seconds} % 86400 < e."until"
    ORDER BY e."priority", e."start" DESC NULLS LAST LIMIT 1), c."defaultvalue")
  FROM ${table('input.calendar')} AS c WHERE c."name" = ${calendar})`
}
