/**
 * Plan reports: figures per key and time bucket, read by one query over the tables of a plan. A report becomes an
 * entity for the requested granularity and horizon, and is then read like any entity: filtered, sorted, in every
 * format.
 */
import { identifier, literal } from '../../database/identifiers.ts'
import type { DataContext } from '../../data/context.ts'
import type { Entity, ReportQuery } from '../../model/entity.ts'
import type { Field } from '../../model/field.ts'
import { bucketFields } from '../../model/reports/declare.ts'
import { givenDecimals, shownDecimals } from '../../model/reports/figure-rules.ts'

export interface ReportSpan {
  /** Granularity: the name of a bucket such as `week`. */
  readonly bucket: string
  /** First point in time, as `YYYY-MM-DD[ HH:MM:SS]`; by default the current date of the plan. */
  readonly start?: string | undefined
  /** End of the span; by default a year after its start. */
  readonly end?: string | undefined
}

/** Returns the qualified table of an entity. */
export type Table = (entity: string) => string

export interface Figures {
  readonly span: ReportSpan
  /** Tables of the scenario whose plan is reported. */
  readonly plan: Table
  /**
   * Tables of the scenario with the buckets, the current date and the units of totals: both sides of a comparison have
   * the same.
   */
  readonly time: Table
  /** SQL of the keys to which the report is restricted; undefined for all keys. */
  readonly keys?: string | undefined
  /** SQL of all keys, if it is known already; does not restrict the report. */
  readonly allKeys?: string | undefined
  /** Names of the figures that totals need; undefined for all of them. Others may be missing or wrong. */
  readonly measures?: readonly string[] | undefined
  /** Result of `prepare`. */
  readonly prepared?: string | undefined
}

/** URLs of the records behind the figures: lists of the data API with field names in braces. */
export type Drilldowns = Readonly<Record<string, string>>

export interface KeyUnit {
  /** Returns SQL that joins a table with units to the keys `k`. */
  join(plan: Table): string
  /** SQL of the name of the unit, null if it has no name. */
  readonly name: string
  /** SQL of a text that is the same for all keys whose quantities can be added up. */
  readonly kind: string
}

/** The SQL of a report: all its columns, one row per key and bucket. */
export interface SummaryReport {
  /** Name, labels, permissions and columns of the report. */
  readonly declaration: Entity
  /** Names of the fields of its key. */
  readonly keys: readonly string[]
  /** Returns SQL of all its keys, with the columns of `keys`. */
  allKeys(plan: Table): string
  figures(asked: Figures): string
  /**
   * Returns SQL of the keys that are exceptions: `trends` of the model says which. Undefined for a report without
   * exceptions.
   */
  exceptions?(asked: Figures): string
  /** The unit in which the quantities of a key are counted; only quantities with the same unit are added up. */
  readonly unit: KeyUnit
  readonly drilldowns?: Drilldowns
  /**
   * Returns SQL of the figures of all keys together: a row per unit and bucket, with the columns of `figures` and
   * `unit`, null for the keys without one. Figures that cannot be added up are null.
   */
  totals(asked: Figures): string
  /**
   * Returns SQL of data that are computed outside the database before the figures are read.
   * @param scenario the scenario of the plan, if it is not that of the context
   */
  prepare?(context: DataContext, span: ReportSpan, scenario?: string): Promise<string>
}

export interface PlanReport extends SummaryReport {
  /** Name of the report and of its file. */
  readonly name: string
  readonly label: string
  readonly about: string
  /** Entities that the report contains data of: users without permission for all of them cannot view the report. */
  readonly entities: readonly string[]
  /** Names of fields by which the rows are ordered. */
  readonly order: readonly string[]
  /** Returns the entity of the report for a span; `prepared` is the result of `prepare` for the span. */
  over(span: ReportSpan, prepared?: string): Entity
}

export const defaultGranularity = 'week'

/** Completes a report with the properties that follow from its declaration. */
export function planReport(report: SummaryReport): PlanReport {
  const { declaration, keys } = report
  return {
    ...report,
    name: declaration.model,
    label: declaration.label,
    about: declaration.about,
    entities: declaration.basedOn ?? [],
    order: [...keys, 'startdate'],
    over: (span, prepared) =>
      withQuery(declaration, (table) => report.figures({ span, plan: table, time: table, prepared })),
  }
}

/** Returns a declared report with its query. */
export const withQuery = (declaration: Entity, query: ReportQuery): Entity => ({ ...declaration, query })

/** Returns the figures of a report: the fields that are neither key nor bucket. */
export function measuresOf({ declaration, keys }: SummaryReport): readonly Field[] {
  const others = new Set([...keys, ...bucketFields.map(({ name }) => name)])
  return declaration.fields.filter(({ name }) => !others.has(name))
}

const moment = (value: string): string => `${literal(value)}::timestamp`

/**
 * Returns SQL of the current date of the plan: the start date that was given with the plan, else the parameter `currentdate`,
 * which is a date, `now` or `today`.
 */
const currentDate = (table: Table): string => `coalesce(
  (SELECT "start" FROM ${table('storedplan')}),
  (SELECT CASE WHEN lower("value") = 'today' THEN date_trunc('day', LOCALTIMESTAMP)
     WHEN pg_input_is_valid("value", 'timestamptz') THEN "value"::timestamptz::timestamp END
   FROM ${table('common.parameter')} AS p WHERE "name" = 'currentdate'),
  LOCALTIMESTAMP)`

/** Returns SQL of one row with the `start` and the `end` of the report. */
export function spanQuery(
  table: Table,
  { start, end }: Pick<ReportSpan, 'start' | 'end'>,
  length = '1 year',
): string {
  const from = start === undefined ? currentDate(table) : moment(start)
  const until = end === undefined ? `"start" + interval ${literal(length)}` : moment(end)
  return `SELECT "start", ${until} AS "end" FROM (SELECT ${from} AS "start") AS s`
}

/** Returns SQL of the buckets of a span: `name`, `startdate`, `enddate`, and `n`, the number from 1. */
export function bucketQuery(table: Table, span: ReportSpan): string {
  return `SELECT b."name", b."startdate", b."enddate", row_number() OVER (ORDER BY b."startdate")::integer AS "n"
  FROM ${table('common.bucketdetail')} AS b, (${spanQuery(table, span)}) AS "span"
  WHERE b."bucket" = ${literal(span.bucket)} AND b."enddate" > "span"."start" AND b."startdate" < "span"."end"`
}

/**
 * Returns the CTEs that every report starts with: `buckets`, numbered from 1 in their order, and `bounds`, one row
 * with the starts of the buckets, the first start and the last end. The bucket of a time is found by a search in an
 * array, which takes a fraction of the time of a join on ranges. Without buckets of the granularity `bounds` contains
 * nulls, and no time is within them.
 */
export function bucketTables(table: Table, span: ReportSpan): string {
  return `"buckets" AS MATERIALIZED (${bucketQuery(table, span)}),
"bounds" AS MATERIALIZED (
  SELECT array_agg("startdate" ORDER BY "startdate") AS "starts", min("startdate") AS "first",
    max("enddate") AS "last" FROM "buckets")`
}

/** Returns the CTE `keys`, which every report has: the keys that have a row for each bucket, even without data. */
export function keyTable(report: Pick<SummaryReport, 'allKeys'>, { plan, keys, allKeys }: Figures): string {
  return `"keys" AS MATERIALIZED (${keys ?? allKeys ?? report.allKeys(plan)})`
}

/**
 * Returns SQL that joins rows to the keys that a report is restricted to; empty for all keys. Keys that can be null
 * are compared as texts, because a name is never empty.
 * @param columns SQL of the columns with the parts of the key, by the name of the part
 * @param nullable whether parts of the key can be null
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

/** Returns the unit of keys with an item: its unit of measure. */
export const unitOfItem = (item: (plan: Table) => string): KeyUnit => ({
  join: (plan) => `LEFT JOIN ${plan('input.item')} AS "i" ON "i"."name" = ${item(plan)}`,
  name: `nullif("i"."uom", '')`,
  kind: `coalesce('unit ' || nullif("i"."uom", ''), 'item ' || "i"."name", 'row ' || k::text)`,
})

/** Returns SQL of rows with a key, with its `unit` in front. */
export const withUnit = ({ unit }: Pick<SummaryReport, 'unit'>, time: Table, rows: string): string =>
  `SELECT ${unit.name} AS "unit", k.* FROM ${rows} AS k ${unit.join(time)}`

/** Returns the CTE `units`: the units of the keys. */
export const unitTable = (report: Pick<SummaryReport, 'unit'>, time: Table): string =>
  `"units" AS (SELECT DISTINCT u."unit" FROM (${withUnit(report, time, '"keys"')}) AS u)`

/** Returns SQL of a figure as it is shown, as an integer: JavaScript rounds in the same way. */
export const asShown = (figure: string): string => `floor((${figure}) * ${10 ** shownDecimals} + 0.5)`

/** From this size on, a double has hardly more decimals than are given, and rounding would change the figure itself. */
const firstUnrounded = 1e9

/** Returns SQL of a figure as answers and files give it: without digits that only come from adding fractions up. */
export const asGiven = (figure: string): string =>
  `CASE WHEN abs(${figure}) < ${firstUnrounded} THEN floor((${figure})::float8 * ${10 ** givenDecimals} + 0.5) / ${10 ** givenDecimals}
    ELSE (${figure})::float8 END`

/** Returns SQL of rows of a report as answers and files give them. */
export const givenRows = (fields: readonly Field[], rows: string): string =>
  `SELECT ${fields
    .map(({ name, type }) => {
      const column = `f.${identifier(name)}`
      return type === 'number' ? `${asGiven(column)} AS ${identifier(name)}` : column
    })
    .join(', ')} FROM (${rows}) AS f`

/** Returns SQL of the number of the bucket that contains a time; 0 before the first one. */
export const bucketOf = (column: string): string => `width_bucket(${column}, "bounds"."starts")`
