/**
 * What a plan report is: figures per key and time bucket, read by one query over the tables of a plan. A report is
 * made into an entity for the granularity and the horizon that are asked for, and then read as any entity is:
 * filtered, sorted, in every format.
 */
import { literal } from '../../database/identifiers.ts'
import { datetime, text } from '../../model/define.ts'
import type { Entity, ReportQuery } from '../../model/entity.ts'
import type { Field } from '../../model/field.ts'

export interface ReportSpan {
  /** Granularity: the name of a bucket such as `week`. */
  readonly bucket: string
  /** First moment, as `YYYY-MM-DD[ HH:MM:SS]`; by default the current date of the plan. */
  readonly start?: string | undefined
  /** Moment at which it ends; by default a year after its start. */
  readonly end?: string | undefined
}

export interface PlanReport {
  /** Name of the report and of its file. */
  readonly name: string
  readonly label: string
  readonly about: string
  /** Entities that it tells about: who may not see them all may not see the report. */
  readonly entities: readonly string[]
  /** Order of its rows: names of fields. */
  readonly order: readonly string[]
  over(span: ReportSpan): Entity
}

export const defaultGranularity = 'week'

/** Columns that tell the bucket of a row. */
export const bucketFields: readonly Field[] = [
  text('bucket', { help: 'Name of the time bucket.' }),
  datetime('startdate', { label: 'start date', help: 'Start of the bucket.' }),
  datetime('enddate', { label: 'end date', help: 'End of the bucket; equals the start of the next one.' }),
]

type Table = Parameters<ReportQuery>[0]

const moment = (value: string): string => `${literal(value)}::timestamp`

/** The current date of the plan: the parameter `currentdate`, a moment, `now` or `today`. */
const currentDate = (table: Table): string => `coalesce(
  (SELECT CASE WHEN lower("value") = 'today' THEN date_trunc('day', LOCALTIMESTAMP)
     WHEN pg_input_is_valid("value", 'timestamp') THEN "value"::timestamp END
   FROM ${table('common.parameter')} AS p WHERE "name" = 'currentdate'),
  LOCALTIMESTAMP)`

/**
 * CTEs that every report begins with: `buckets`, numbered from 1 in their order, and `bounds`, one row with their
 * starts, the first start and the last end. A moment then finds its bucket by a search in an array, which takes a
 * fraction of what a join on ranges takes. Without buckets of the granularity `bounds` holds nulls, and nothing
 * lies within them.
 */
export function bucketTables(table: Table, { bucket, start, end }: ReportSpan): string {
  const from = start === undefined ? currentDate(table) : moment(start)
  const until = end === undefined ? `"start" + interval '1 year'` : moment(end)
  return `"span" AS MATERIALIZED (SELECT "start", ${until} AS "end" FROM (SELECT ${from} AS "start") AS s),
"buckets" AS MATERIALIZED (
  SELECT b."name", b."startdate", b."enddate", row_number() OVER (ORDER BY b."startdate")::integer AS "n"
  FROM ${table('common.bucketdetail')} AS b, "span"
  WHERE b."bucket" = ${literal(bucket)} AND b."enddate" > "span"."start" AND b."startdate" < "span"."end"),
"bounds" AS MATERIALIZED (
  SELECT array_agg("startdate" ORDER BY "startdate") AS "starts", min("startdate") AS "first",
    max("enddate") AS "last" FROM "buckets")`
}

/** SQL for the number of the bucket that holds a moment; 0 for everything before the first one. */
export const bucketOf = (column: string): string => `width_bucket(${column}, "bounds"."starts")`
