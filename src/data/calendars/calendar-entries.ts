/**
 * Entries of calendars as everybody reads them, as SQL: when they begin and end, on which days and at which hours. An end
 * that people write as the last second or minute of a period means the end of that second or minute. Hours that end
 * before they begin go on over midnight.
 */

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/** A bit per day on which the entry holds, Sunday first. */
const weekdayBits = weekdays.map((day, bit) => `"${day}"::integer * ${1 << bit}`).join(' + ')

const daySeconds = 86_400

const wholeSeconds = (column: string): string => `floor(extract(epoch FROM ${column}))::bigint`

/**
 * The end that is meant by seconds since midnight: 16:59:59 and 16:59 are 17:00, and so is every minute before a quarter
 * of an hour. Any other moment is meant as it is written.
 */
const meantEnd = (seconds: string): string =>
  `${seconds} + CASE WHEN ${seconds} % 60 = 59 THEN 1 WHEN ${seconds} % 900 = 840 THEN 60 ELSE 0 END`

/**
 * A subquery with the columns `id`, `calendar`, `value`, `priority`, `start` and `end` (seconds since 1970, the end
 * exclusive, null for no bound), `weekdays` (a bit per day, Sunday first), `from` and `until` (seconds since midnight, the
 * end exclusive).
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
