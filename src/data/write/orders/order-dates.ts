/**
 * Dates of staged orders. If only the start or the end is given, the other date is computed from the lead time of a
 * purchase or distribution, or from the duration of the operation, in the working time of the calendars. An order
 * without any of them takes no time, and is reported as such. An end before the start is an error. Both are done
 * before the merge, so that an order that is written again unchanged stays unchanged.
 */
import { identifier, literal, qualified } from '../../../database/identifiers.ts'
import { keyField } from '../../../model/entity.ts'
import type { WorkingTime } from '../../../planner/calendar/working-time.ts'
import type { Seconds } from '../../../planner/time.ts'
import { readRows } from '../../read-rows.ts'
import type { Batch } from '../batch.ts'
import type { AssumedDates } from '../request.ts'
import type { ShapeColumn } from '../intake/shape.ts'
import { reportReversed, stagedAndStored, valueAfter } from '../checks/period.ts'
import { stage, type Staged } from '../intake/staging.ts'
import { durationsQuery, mayLast } from './order-durations.ts'
import { workingTimesOf } from './working-times.ts'

const dated = 'pg_temp."_dated"'
/** The computed date of orders whose time is interrupted by calendars. */
const computed = 'pg_temp."_computed"'

/** Completes and checks the dates. Returns the staged columns including the completed ones. */
export async function settleOrderDates(batch: Batch, staged: Staged): Promise<Staged> {
  if (!staged.given.some(isDate)) return staged
  const { rows, lacking, reversed } = await lookOver(batch, staged)
  if (reversed) await reportReversed(batch, staged, { start: 'startdate', end: 'enddate' })
  return lacking && mayLast(batch.target.entity.view?.type) ? completeDates(batch, staged, rows) : staged
}

const isDate = ({ field }: ShapeColumn): boolean => field.column === 'startdate' || field.column === 'enddate'

interface Overview {
  readonly rows: number
  /** Whether an order has only one of the dates. */
  readonly lacking: boolean
  /** Whether an order ends before it starts. */
  readonly reversed: boolean
}

/**
 * Checks all dates in one query, which is sufficient for most batches. If all rows give both dates, stored orders are
 * not read.
 */
async function lookOver(batch: Batch, staged: Staged): Promise<Overview> {
  const [start, end] = [valueAfter(batch, staged, 'startdate'), valueAfter(batch, staged, 'enddate')]
  const complete = staged.uniform && staged.given.filter(isDate).length === 2
  const { rows } = await batch.client.query<Overview>(
    `SELECT count(*) AS rows, coalesce(bool_or((${start} IS NULL) <> (${end} IS NULL)), false) AS lacking,
       coalesce(bool_or(${end} < ${start}), false) AS reversed
     FROM ${complete ? `${stage} s` : stagedAndStored(batch)}`,
  )
  return rows[0]!
}

/**
 * Computes missing dates.
 * @param rows number of staged rows
 */
async function completeDates(batch: Batch, staged: Staged, rows: number): Promise<Staged> {
  const { client, context, target, shape } = batch
  const after = (name: string): string => valueAfter(batch, staged, name)
  const known = target.entity.view?.type
  const type = known === undefined ? `coalesce(${after('type')}, 'MO')` : literal(known)
  const names = ['item', 'supplier', 'location', 'origin', 'destination', 'operation']
  const lacking = `SELECT s."_i", s.${identifier(keyField(target.entity).column)} AS "reference", ${after('startdate')} AS "startdate", ${after('enddate')} AS "enddate",
      ${type} AS "type", ${names.map((name) => `coalesce(${after(name)}, '') COLLATE "C" AS "${name}"`).join(', ')},
      ${after('quantity')} AS "quantity"
    FROM ${stagedAndStored(batch)} WHERE (${after('startdate')} IS NULL) <> (${after('enddate')} IS NULL)`
  const { rowCount: datable } = await client.query(
    `CREATE TEMPORARY TABLE "_dated" ON COMMIT DROP AS
     ${durationsQuery(lacking, known, (name) => qualified(context.scenario, name))}`,
  )
  const interrupted = (datable ?? 0) > 0 && (await addWorkingTime(batch))
  const assumed =
    (datable ?? 0) > 0
      ? await fillDates(batch, {
          date: (name, other) =>
            interrupted ? `coalesce(d."${name}", c."moment", d."${other}")` : `d."${name}"`,
          from: interrupted ? `${dated} d LEFT JOIN ${computed} c ON c."_i" = d."_i"` : `${dated} d`,
          // Calendars that are never open long enough give no date either.
          assumed: interrupted
            ? 'd."assumed" OR d."parts" IS NOT NULL AND c."moment" IS NULL'
            : 'd."assumed"',
        })
      : undefined
  await client.query(`DROP TABLE ${interrupted ? `${dated}, ${computed}` : dated}`)
  if (assumed === undefined) return staged
  const given = shape.columns.filter((column) => staged.given.includes(column) || isDate(column))
  return { ...staged, given, uniform: staged.uniform && datable === rows, assumed }
}

interface DateSources {
  readonly date: (name: DateColumn, other: DateColumn) => string
  readonly from: string
  readonly assumed: string
}

type DateColumn = 'startdate' | 'enddate'

/** Maximum number of orders of unknown duration that are named. */
const mostNamed = 20

/** Stages the computed dates. Returns the orders that take no time because their duration is not known. */
async function fillDates(
  { client, shape }: Batch,
  { date, from, assumed }: DateSources,
): Promise<AssumedDates> {
  const mask = shape.columns
    .filter(isDate)
    .reduce((bits, { position }) => `set_bit(${bits}, ${position}, 1)`, 's."_set"')
  const { rows } = await client.query<{ total: number; first: readonly string[] | null }>(
    `WITH "filled" AS (
       UPDATE ${stage} s SET "startdate" = ${date('startdate', 'enddate')}, "enddate" = ${date('enddate', 'startdate')},
         "_set" = ${mask}
       FROM ${from} WHERE d."_i" = s."_i"
       RETURNING d."_i", d."reference", ${assumed} AS "assumed")
     SELECT count(*)::int AS total, (array_agg(f."reference" ORDER BY f."_i"))[1:${mostNamed}] AS first
     FROM "filled" f WHERE f."assumed"`,
  )
  const { total, first } = rows[0]!
  return { total, first: first ?? [] }
}

/** Uninterrupted work while all of its calendars are open. */
interface Part {
  readonly seconds: number
  readonly calendars: readonly string[]
}

interface Lasting {
  readonly start: Seconds | null
  readonly end: Seconds | null
  /** In the order of execution. */
  readonly parts: readonly (readonly [seconds: number, time: WorkingTime])[]
}

/** Number of dates sent per statement. */
const pageSize = 20_000
/**
 * Computes missing dates of orders whose time is interrupted by calendars, with the planner's functions. Returns
 * whether there are such orders.
 */
async function addWorkingTime({ client, context }: Batch): Promise<boolean> {
  const { rows: bounds } = await client.query<{
    first: Seconds | null
    last: Seconds | null
    longest: number | null
  }>(
    `SELECT extract(epoch FROM min(coalesce(d."startdate", d."enddate")))::float8 AS first,
       extract(epoch FROM max(coalesce(d."startdate", d."enddate")))::float8 AS last, max(d."seconds") AS longest
     FROM ${dated} d WHERE d."parts" IS NOT NULL`,
  )
  const { first, last, longest } = bounds[0]!
  if (first === null || last === null) return false
  const { rows: sets } = await client.query<{ calendars: readonly string[] }>(
    `SELECT DISTINCT ARRAY(SELECT json_array_elements_text(p->'calendars')) AS calendars
     FROM ${dated} d CROSS JOIN LATERAL json_array_elements(d."parts"::json) p WHERE d."parts" IS NOT NULL`,
  )
  const period = { first, last, longest: longest ?? 0 }
  const timeOf = await workingTimesOf(
    client,
    context,
    sets.map(({ calendars }) => calendars),
    period,
  )
  const indexes: number[] = []
  const moments: number[] = []
  await readRows(
    client,
    `SELECT d."_i", extract(epoch FROM d."startdate")::float8, extract(epoch FROM d."enddate")::float8, d."parts"
     FROM ${dated} d WHERE d."parts" IS NOT NULL`,
    ([index, start, end, json]) => {
      const parts: readonly Part[] = JSON.parse(String(json))
      const other = otherDate({
        start: numberOf(start),
        end: numberOf(end),
        parts: parts.map(({ seconds, calendars }) => [seconds, timeOf(calendars)]),
      })
      if (!Number.isFinite(other)) return
      indexes.push(Number(index))
      moments.push(other)
    },
  )
  await client.query('CREATE TEMPORARY TABLE "_computed" ("_i" int, "moment" timestamp) ON COMMIT DROP')
  for (let from = 0; from < indexes.length; from += pageSize) {
    await client.query(
      `INSERT INTO ${computed} SELECT i, to_timestamp(e) AT TIME ZONE 'UTC' FROM unnest($1::int[], $2::float8[]) AS u (i, e)`,
      [indexes.slice(from, from + pageSize), moments.slice(from, from + pageSize)],
    )
  }
  return true
}

const numberOf = (cell: unknown): number | null => (cell === null ? null : Number(cell))

/** Returns the missing date; not finite if the calendars are never open long enough. */
function otherDate({ start, end, parts }: Lasting): Seconds {
  if (start !== null) return parts.reduce((date, [seconds, time]) => time.finish(date, seconds), start)
  if (end === null) return Number.NaN
  return parts.reduceRight((date, [seconds, time]) => time.begin(date, seconds), end)
}
