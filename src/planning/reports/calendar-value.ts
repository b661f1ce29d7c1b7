/** The value of a calendar at a moment, as SQL. */
import type { Table } from './report.ts'

/**
 * Of the entries that hold at the moment the one of the lowest priority, else the default of the calendar.
 * @param calendar SQL of the name of the calendar
 * @param moment SQL of the moment
 */
export const calendarValue = (table: Table, calendar: string, moment: string): string => `(
  SELECT coalesce((
    SELECT e."value" FROM ${table('input.calendarbucket')} AS e
    WHERE e."calendar" = c."name" AND e."startdate" <= ${moment} AND e."enddate" > ${moment}
      AND (ARRAY[e."monday", e."tuesday", e."wednesday", e."thursday", e."friday", e."saturday", e."sunday"])
        [extract(isodow FROM ${moment})::integer]
      AND ${moment}::time >= coalesce(e."starttime", '00:00') AND ${moment}::time <= coalesce(e."endtime", '24:00')
    ORDER BY e."priority", e."startdate" DESC LIMIT 1), c."defaultvalue")
  FROM ${table('input.calendar')} AS c WHERE c."name" = ${calendar})`
