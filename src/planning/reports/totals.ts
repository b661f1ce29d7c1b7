/**
 * Totals of reports per time bucket: of a row over its buckets, and of all rows of a filter. Only quantities with the
 * same unit of measure are added up.
 */
import { identifier } from '../../database/identifiers.ts'
import type { Field } from '../../model/field.ts'
import { bucketFields, pivotFields } from '../../model/reports/declare.ts'
import { type OverBuckets, summingOf } from '../../model/reports/figure-rules.ts'
import { datetimeJson } from '../../data/record-sql.ts'
import { comparedPrefix } from './compared-field.ts'
import type { ScenarioTable } from '../../data/relation.ts'
import type { Source } from './compared.ts'
import { asGiven } from './report.ts'

/** Maximum number of units with a total of their own. */
const mostUnits = 20

const isSummed = ({ type }: Field): boolean => type === 'number'

/** Returns the prefix of a figure of another scenario, and the rule of the figure. */
function ruleOf({ name }: Field) {
  const prefix = name.startsWith(comparedPrefix) ? comparedPrefix : ''
  return { prefix, rule: summingOf(name.slice(prefix.length)) }
}

/** Returns SQL of the share of two sums in percent. */
const share = (part: string, whole: string): string =>
  `CASE WHEN sum(${whole}) > 0 THEN 100 * sum(${part}) / sum(${whole}) END`

const column = (name: string): string => `f.${identifier(name)}`

/** Returns SQL of the total of a figure over the buckets `f` of a group. */
function overBuckets(field: Field): string {
  const { prefix, rule } = ruleOf(field)
  const own = column(field.name)
  const sums: Readonly<Record<OverBuckets, () => string>> = {
    sum: () => `sum(${own})`,
    least: () => `min(${own})`,
    first: () => `(array_agg(${own} ORDER BY f."startdate"))[1]`,
    last: () => `(array_agg(${own} ORDER BY f."startdate" DESC))[1]`,
    share: () => share(column(`${prefix}${rule.part}`), column(`${prefix}${rule.whole}`)),
  }
  return sums[rule.buckets]()
}

/** Returns SQL of a JSON object with the total of each figure over the buckets `f` of a group. */
export function totalObject(measures: readonly Field[]): string {
  const columns = measures
    .filter(isSummed)
    .map((field) => `${asGiven(overBuckets(field))} AS ${identifier(field.name)}`)
  return columns.length === 0
    ? `'{}'::json`
    : `(SELECT row_to_json("sums") FROM (SELECT ${columns.join(', ')}) AS "sums")`
}

/** Returns SQL of a JSON list of the buckets `f` of a group with their figures. */
export function bucketList(measures: readonly Field[]): string {
  const columns = [...bucketFields, ...measures].map((field) => {
    const name = `f.${identifier(field.name)}`
    return field.type === 'datetime' ? `${datetimeJson(name)} AS ${identifier(field.name)}` : name
  })
  return `json_agg((SELECT row_to_json("figures") FROM (SELECT ${columns.join(', ')}) AS "figures")
      ORDER BY f."startdate")`
}

/** Columns of the answer. */
export const totalFields: readonly Field[] = [
  pivotFields.unit,
  pivotFields.rows,
  pivotFields.buckets,
  pivotFields.total,
]

/**
 * Returns SQL of the totals: first a row of all keys, then, if their quantities have different units, a row per unit.
 * The row of all keys has no quantities then; the rows of units have no money.
 * @param chosen SQL of the keys; undefined for all keys
 */
export function totalsQuery(
  source: Source,
  table: ScenarioTable,
  chosen: string | undefined,
  measures: readonly Field[],
): string {
  const { unit, keys } = source.report
  const numbers = source.fields.filter(
    (field) => isSummed(field) && !keys.includes(field.name) && !bucketFields.includes(field),
  )
  const whole = numbers.map((field) => {
    const { prefix, rule } = ruleOf(field)
    const name = identifier(field.name)
    const sum =
      rule.buckets === 'share'
        ? share(`t.${identifier(`${prefix}${rule.part}`)}`, `t.${identifier(`${prefix}${rule.whole}`)}`)
        : `sum(t.${name})`
    const added = {
      all: sum,
      unit: `CASE WHEN (SELECT "kinds" FROM "counts") = 1 THEN ${sum} END`,
      none: 'NULL::float8',
    }[rule.rows]
    return `${asGiven(added)} AS ${name}`
  })
  const each = numbers.map((field) =>
    ruleOf(field).rule.rows === 'unit'
      ? `${asGiven(`t.${identifier(field.name)}`)} AS ${identifier(field.name)}`
      : `NULL::float8 AS ${identifier(field.name)}`,
  )
  const shown = measures.filter((field) => isSummed(field))
  const needed = shown.flatMap((field) => {
    const { prefix, rule } = ruleOf(field)
    return [field.name.slice(prefix.length), rule.part ?? [], rule.whole ?? []].flat()
  })
  return `WITH "chosen" AS MATERIALIZED (${chosen ?? source.allKeys(table)}),
"kinds" AS MATERIALIZED (
  SELECT ${unit.name} AS "unit", ${unit.kind} AS "kind" FROM "chosen" AS k ${unit.join(table)}),
"counts" AS MATERIALIZED (
  SELECT count(*) AS "rows", count(DISTINCT "kind") AS "kinds", max("unit") AS "unit" FROM "kinds"),
"units" AS (
  SELECT "unit", count(*) AS "rows" FROM "kinds" WHERE "unit" IS NOT NULL
  GROUP BY "unit" ORDER BY count(*) DESC, "unit" LIMIT ${mostUnits}),
"totals" AS MATERIALIZED (
  ${source.totals(table, { keys: 'SELECT * FROM "chosen"', all: chosen === undefined, measures: needed })}),
"figures" AS (
  SELECT 0 AS "place", CASE WHEN (SELECT "kinds" FROM "counts") = 1 THEN (SELECT "unit" FROM "counts") END AS "unit",
    (SELECT "rows" FROM "counts")::integer AS "rows", t."bucket", t."startdate", t."enddate", ${whole.join(', ')}
  FROM "totals" AS t GROUP BY t."bucket", t."startdate", t."enddate"
  UNION ALL
  SELECT 1, t."unit", u."rows"::integer, t."bucket", t."startdate", t."enddate", ${each.join(', ')}
  FROM "totals" AS t JOIN "units" AS u ON u."unit" = t."unit" WHERE (SELECT "kinds" FROM "counts") > 1)
SELECT f."unit", f."rows", ${bucketList(shown)} AS "buckets", ${totalObject(shown)} AS "total"
FROM "figures" AS f GROUP BY f."place", f."unit", f."rows" ORDER BY f."place", f."rows" DESC, f."unit"`
}
