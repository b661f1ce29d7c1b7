/**
 * SQL of calendar entries in a normalized form: their start and end dates, weekdays and hours. An end that is entered
 * as the last second or minute of a period means the end of that second or minute. Hours that end before they start
 * continue past midnight.
 */
import { weekdays } from '../../model/weekdays.ts'

/** SQL of a bit mask of the weekdays on which the entry is effective; the lowest bit is Sunday. */
const weekdayBits = weekdays.map((day, bit) => `"${day}"::integer * ${1 << bit}`).join(' + ')

const daySeconds = 86_400

const wholeSeconds = (column: string): string => `floor(extract(epoch FROM ${column}))::bigint`

/**
 * SQL of the end that is meant by seconds since midnight: 16:59:59 and 16:59 mean 17:00, and so does the last minute
 * before every quarter of an hour. Any other time is used unchanged.
 */
const meantEnd = (seconds: string): string =>
  `${seconds} + CASE WHEN ${seconds} % 60 = 59 THEN 1 WHEN ${seconds} % 900 = 840 THEN 60 ELSE 0 END`

/**
 * Returns a subquery with the columns `id`, `calendar`, `value`, `priority`, `start` and `end` (seconds since 1970,
 * the end exclusive, null without a bound), `weekdays` (a bit per day, Sunday first), `from` and `until` (seconds
 * since midnight, the end exclusive). An entry that continues past midnight gives two rows.
 * @param relation SQL of the table of the entries
 */
export const calendarEntries = (relation: string): string => `(
  WITH "entry" AS (
    SELECT "id", "calendar", "value", "priority",
      ${wholeSeconds(`nullif("startdate", '1971-01-01')`)} AS "start",
      ${meantEnd(wholeSeconds(`nullif("enddate", '2030-12-31')`))} AS "end",
      ${weekdayBits} AS "weekdays",
      coalesce(${wholeSeconds('"starttime"')}, 0) AS "from",
      coalesce(nullif(${meantEnd(wholeSeconds('"endtime"'))}, 0), ${daySeconds}) AS "until"
    FROM ${relation})
  SELECT "id", "calendar", "value", "priority", "start", "end", "weekdays", "from",
    CASE WHEN "until" > "from" THEN "until" ELSE ${daySeconds} END AS "until"
  FROM "entry"
  UNION ALL
  SELECT "id", "calendar", "value", "priority", "start" + ${daySeconds}, "end" + ${daySeconds},
    (("weekdays" << 1) | ("weekdays" >> 6)) & 127, 0, "until"
  FROM "entry" WHERE "until" <= "from")`
