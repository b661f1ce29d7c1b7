/**
 * Counts, sums and averages of the records of a request, in total or by group, in one statement with one row per
 * group.
 */
import { joinList } from '../../model/values/value-list.ts'
import { identifier } from '../../database/identifiers.ts'
import { sortExpressions } from '../../database/sort-expressions.ts'
import type { Field } from '../../model/field.ts'
import type { Measure } from '../../model/measures.ts'
import type { DataContext } from '../context.ts'
import { columnExpression, shownExpression } from '../record-sql.ts'
import type { Bind } from './lookups.ts'
import type { Aggregate, GroupField, GroupOrder, MeasuredField, Period } from './parse-aggregate.ts'
import type { ReadRequest } from './parse-read.ts'
import { mayReadReplica } from './plan-read.ts'
import type { ReadPlan } from './read-plan.ts'
import { fetchTexts } from './read-stream.ts'
import { fromWhere, row } from './request-sql.ts'
import { parameters } from './where.ts'
import { databaseOf } from '../relation.ts'

export interface AggregatePage {
  readonly limit: number
  readonly offset: number
}

export interface GroupRow {
  readonly values: readonly (string | number | boolean | null)[]
  readonly count: number
  /** Values by name, such as `quantity__sum`. */
  readonly measures: Readonly<Record<string, string | number | null>>
}

export interface Aggregated {
  /** Number of groups on all pages. */
  readonly groups: number
  readonly rows: readonly GroupRow[]
}

/** Returns the aggregated values. Without groups there is one row for all records. */
export async function readAggregate(
  context: DataContext,
  request: ReadRequest,
  aggregate: Aggregate,
  { timeout, ...page }: AggregatePage & { readonly timeout: number },
): Promise<Aggregated> {
  const plan = planAggregate(context, request, aggregate, page)
  const [text = '{"groups":0,"rows":[]}'] = await fetchTexts(databaseOf(context, request.entity), plan, {
    signal: context.signal,
    timeout,
    onReplica: mayReadReplica(context, request),
  })
  const found: Aggregated = JSON.parse(text)
  return found
}

export function planAggregate(
  context: DataContext,
  request: ReadRequest,
  { groups, measured, ordering }: Aggregate,
  { limit, offset }: AggregatePage,
): ReadPlan {
  const { bind, values } = parameters()
  const { after: _after, until: _until, ...unpaged } = request
  const used = [...groups, ...measured].map(({ field }) => field)
  const from = fromWhere(context, { ...unpaged, fields: used, ordering: [] }, bind)
  const selected = [
    ...groups.map((group, place) => `${groupValue(group)} AS "group_${place}"`),
    ...measured.map((one, place) => `${measureValue(one)} AS "measure_${place}"`),
    'count(*) AS "count"',
  ]
  const grouped = groups.length === 0 ? '' : ` GROUP BY ${groups.map((_, place) => place + 1).join(', ')}`
  const shown = [
    `'values', json_build_array(${groups.map((group, place) => shownAs(group.field, `group_${place}`)).join(', ')})`,
    `'count', "v"."count"`,
    `'measures', ${measuresJson(measured)}`,
  ]
  const text =
    `WITH "found" AS (SELECT ${selected.join(', ')} ${from}${grouped}),` +
    ` "page" AS (SELECT *, row_number() OVER (${orderSql(groups, ordering)}) AS "place" FROM "found" AS "v"` +
    `${orderSql(groups, ordering)}${pageSql({ limit, offset }, bind)})` +
    ` SELECT json_build_object('groups', (SELECT count(*) FROM "found"), 'rows', coalesce((SELECT` +
    ` json_agg(json_build_object(${shown.join(', ')}) ORDER BY "v"."place") FROM "page" AS "v"), '[]'::json))::text`
  return { text, values, settings: { jit: 'off' } }
}

/** Returns the measures as JSON built from a row, because a PostgreSQL function has at most a hundred arguments. */
function measuresJson(measured: readonly MeasuredField[]): string {
  if (measured.length === 0) return `'{}'::json`
  const columns = measured.map(
    ({ name, field }, place) => `${shownAs(field, `measure_${place}`)} AS ${identifier(name)}`,
  )
  return `(SELECT row_to_json("m") FROM (SELECT ${columns.join(', ')}) AS "m")`
}

const pageSql = ({ limit, offset }: AggregatePage, bind: Bind): string =>
  ` LIMIT ${bind(limit, 'bigint')} OFFSET ${bind(offset, 'bigint')}`

function groupValue({ field, period }: GroupField): string {
  const column = columnExpression(field, row)
  if (period === undefined) return column
  const begins = `date_trunc('${period}', ${column}::timestamp)`
  return field.type === 'date' ? `${begins}::date` : begins
}

/**
 * Rounds to fifteen digits, which do not depend on the order of the rows; further digits of floating-point sums do.
 */
const wholeDigits = (sql: string): string => `(${sql})::numeric::float8`

const measureSql: Readonly<Record<Measure, (column: string) => string>> = {
  sum: (column) => `sum(${column})`,
  avg: (column) => `avg(${column})`,
  min: (column) => `min(${column})`,
  max: (column) => `max(${column})`,
}

function measureValue({ field, measure }: MeasuredField): string {
  const value = measureSql[measure](columnExpression(field, row))
  if (field.type === 'number' || field.type === 'integer') return wholeDigits(value)
  // Averages are truncated to seconds, because fractions have no meaning.
  return field.type === 'duration' && measure === 'avg' ? `date_trunc('second', ${value})` : value
}

const shownAs = (field: Field, column: string): string => {
  const { via: _via, ...own } = field
  return shownExpression({ ...own, column }, 'v', 'json')
}

function orderSql(groups: readonly GroupField[], ordering: readonly GroupOrder[]): string {
  const expressions = ordering.flatMap(({ by, place, descending }) => {
    const column = by === 'count' ? '"v"."count"' : `"v"."${by}_${place}"`
    const group = by === 'group' ? groups[place] : undefined
    const sorted = group === undefined ? [column] : sortExpressions(group.field, column)
    return sorted.map((expression) => `${expression}${descending ? ' DESC' : ''} NULLS LAST`)
  })
  return expressions.length === 0 ? '' : ` ORDER BY ${expressions.join(', ')}`
}

/** Returns the first moment after a period; undefined if it has a year of five digits, which no value has. */
function endOf(period: Period, from: Date): Date | undefined {
  const end = new Date(from)
  if (period === 'month') end.setUTCMonth(end.getUTCMonth() + 1)
  else end.setUTCDate(end.getUTCDate() + (period === 'week' ? 7 : 1))
  return end.getUTCFullYear() > 9_999 ? undefined : end
}

/**
 * Returns list parameters that select the records of a group. All have a lookup: a field without one could be taken
 * for a parameter of the list, such as `offset`.
 */
export function filterOfGroup(
  groups: readonly GroupField[],
  { values }: Pick<GroupRow, 'values'>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    groups.flatMap(({ field: { name, type }, period }, place) => {
      const value = values[place] ?? null
      if (value === null) return [[`${name}__isnull`, 'true']]
      // An empty parameter would be no filter.
      if (value === '') return [[`${name}__in`, joinList([''])]]
      if (period === undefined) return [[`${name}__exact`, String(value)]]
      const from = new Date(`${String(value).slice(0, 10)}T00:00:00Z`)
      const end = endOf(period, from)
      const text = (date: Date): string => date.toISOString().slice(0, type === 'date' ? 10 : 19)
      return [[`${name}__gte`, text(from)], ...(end === undefined ? [] : [[`${name}__lt`, text(end)]])]
    }),
  )
}
