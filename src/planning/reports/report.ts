/**
 * What a plan report is: figures per key and time bucket, read by one query over the tables of a plan. A report is
 * made into an entity for the granularity and the horizon that are asked for, and then read as any entity is:
 * filtered, sorted, in every format.
 */
import { literal } from '../../database/identifiers.ts'
import type { DataContext } from '../../data/context.ts'
import type { Entity, ReportQuery } from '../../model/entity.ts'
import type { Field } from '../../model/field.ts'
import { bucketFields } from '../../model/reports/declare.ts'

export interface ReportSpan {
  /** Granularity: the name of a bucket such as `week`. */
  readonly bucket: string
  /** First moment, as `YYYY-MM-DD[ HH:MM:SS]`; by default the current date of the plan. */
  readonly start?: string | undefined
  /** Moment at which it ends; by default a year after its start. */
  readonly end?: string | undefined
}

/** Gives the qualified table of an entity. */
export type Table = (entity: string) => string

export interface Figures {
  readonly span: ReportSpan
  /** Tables of the scenario whose plan is reported. */
  readonly plan: Table
  /** Tables of the scenario that gives the buckets and the current date. */
  readonly time: Table
  /** SQL that gives the keys to which the report is restricted; undefined for all of them. */
  readonly keys?: string | undefined
  /** What the report has prepared. */
  readonly prepared?: string | undefined
}

/** What a report computes: SQL of all its columns, one row per key and bucket. */
export interface SummaryReport {
  /** Its name, words, rights and columns. */
  readonly declaration: Entity
  /** Names of the fields that make up its key. */
  readonly keys: readonly string[]
  /** SQL of all its keys, with the columns of `keys`. */
  allKeys(plan: Table): string
  figures(asked: Figures): string
  /**
   * SQL of what is computed outside the database before the figures are read.
   * @param scenario the one of the plan, where it is not that of the context
   */
  prepare?(context: DataContext, span: ReportSpan, scenario?: string): Promise<string>
}

export interface PlanReport extends SummaryReport {
  /** Name of the report and of its file. */
  readonly name: string
  readonly label: string
  readonly about: string
  /** Entities that it tells about: who may not see them all may not see the report. */
  readonly entities: readonly string[]
  /** Order of its rows: names of fields. */
  readonly order: readonly string[]
  /** `prepared` is what the report has prepared for the span. */
  over(span: ReportSpan, prepared?: string): Entity
}

export const defaultGranularity = 'week'

/** Completes a report by what follows from its declaration. */
export function planReport(report: SummaryReport): PlanReport {
  const { declaration, keys } = report
  return {
    ...report,
    name: declaration.model,
    label: declaration.label,
    about: declaration.about,
    entities: declaration.tellsOf ?? [],
    order: [...keys, 'startdate'],
    over: (span, prepared) =>
      withQuery(declaration, (table) => report.figures({ span, plan: table, time: table, prepared })),
  }
}

/** A declared report with what it reads. */
export const withQuery = (declaration: Entity, query: ReportQuery): Entity => ({ ...declaration, query })

/** The figures of a report: what is neither key nor bucket. */
export function measuresOf({ declaration, keys }: SummaryReport): readonly Field[] {
  const others = new Set([...keys, ...bucketFields.map(({ name }) => name)])
  return declaration.fields.filter(({ name }) => !others.has(name))
}

const moment = (value: string): string => `${literal(value)}::timestamp`

/** The current date of the plan: the parameter `currentdate`, a moment, `now` or `today`. */
const currentDate = (table: Table): string => `coalesce(
  (SELECT CASE WHEN lower("value") = 'today' THEN date_trunc('day', LOCALTIMESTAMP)
     WHEN pg_input_is_valid("value", 'timestamp') THEN "value"::timestamp END
   FROM ${table('common.parameter')} AS p WHERE "name" = 'currentdate'),
  LOCALTIMESTAMP)`

/** SQL of one row: the `start` and the `end` of what is reported. */
export function spanQuery(
  table: Table,
  { start, end }: Pick<ReportSpan, 'start' | 'end'>,
  length = '1 year',
): string {
  const from = start === undefined ? currentDate(table) : moment(start)
  const until = end === undefined ? `"start" + interval ${literal(length)}` : moment(end)
  return `SELECT "start", ${until} AS "end" FROM (SELECT ${from} AS "start") AS s`
}

/** SQL of the buckets of a span: `name`, `startdate`, `enddate`, and `n`, which numbers them from 1. */
export function bucketQuery(table: Table, span: ReportSpan): string {
  return `SELECT b."name", b."startdate", b."enddate", row_number() OVER (ORDER BY b."startdate")::integer AS "n"
  FROM ${table('common.bucketdetail')} AS b, (${spanQuery(table, span)}) AS "span"
  WHERE b."bucket" = ${literal(span.bucket)} AND b."enddate" > "span"."start" AND b."startdate" < "span"."end"`
}

/**
 * CTEs that every report begins with: `buckets`, numbered from 1 in their order, and `bounds`, one row with their
 * starts, the first start and the last end. A moment then finds its bucket by a search in an array, which takes a
 * fraction of what a join on ranges takes. Without buckets of the granularity `bounds` holds nulls, and nothing
 * lies within them.
 */
export function bucketTables(table: Table, span: ReportSpan): string {
  return `"buckets" AS MATERIALIZED (${bucketQuery(table, span)}),
"bounds" AS MATERIALIZED (
  SELECT array_agg("startdate" ORDER BY "startdate") AS "starts", min("startdate") AS "first",
    max("enddate") AS "last" FROM "buckets")`
}

/** The CTE `keys`, which every report has: the keys that have a row for each bucket, whether anything happens or not. */
export function keyTable({ allKeys }: Pick<SummaryReport, 'allKeys'>, { plan, keys }: Figures): string {
  return `"keys" AS MATERIALIZED (${keys ?? allKeys(plan)})`
}

/**
 * SQL that joins rows to the keys that a report is restricted to; nothing when it tells of all of them. Keys that can
 * be missing are compared as texts: a name is never empty.
 * @param columns SQL of the columns that hold the parts of the key, by the name of the part
 * @param nullable whether parts of the key can be missing
 */
export function onlyKeys(
  { keys }: Figures,
  columns: Readonly<Record<string, string>>,
  nullable: boolean,
): string {
  if (keys === undefined) return ''
  const same = Object.entries(columns).map(([name, column]) =>
    nullable ? `coalesce("only"."${name}", '') = coalesce(${column}, '')` : `"only"."${name}" = ${column}`,
  )
  return `JOIN "keys" AS "only" ON ${same.join(' AND ')}`
}

/** SQL for the number of the bucket that holds a moment; 0 for everything before the first one. */
export const bucketOf = (column: string): string => `width_bucket(${column}, "bounds"."starts")`
