/** SQL of the figures of stock of all buffers together. */
import { bufferRows, joinSeasons, seasonTable } from './inventory-exceptions.ts'
import { addedTable, each, flowNames, standing, summed, valueChange, wayNames } from './inventory-sources.ts'
import { orderTable, plannedTable } from './planned-demand.ts'
import { bucketTables, type Figures, keyTable, type SummaryReport, unitTable } from './report.ts'

/**
 * Returns SQL of the totals per unit and bucket. Contributions are added up per unit at once: only units have a row for
 * each bucket.
 */
export function totalFigures(report: Pick<SummaryReport, 'allKeys' | 'unit'>, asked: Figures): string {
  const { measures } = asked
  const isAsked = (...names: readonly string[]): boolean =>
    measures === undefined || names.some((name) => measures.includes(name))
  const needed = [
    ...summed.filter((name) => name === 'change' || isAsked(name)),
    ...(isAsked('startvalue', 'endvalue') ? [valueChange] : []),
  ]
  const running = needed.filter((name) => name === valueChange || standing.includes(name))
  const figure = (name: string, column: string): string => (needed.includes(name) ? column : 'NULL::float8')
  const flow = (name: string): string => figure(name, `r."${name}"`)
  const level = (name: string): string => figure(name, `r."${name}_end"`)
  const least = isAsked('safetystock') ? leastOfUnits(report, asked) : undefined
  const columns = [`${report.unit.name} AS "unit"`]
  return `WITH ${bucketTables(asked.time, asked.span)},
${keyTable(report, asked)},
${plannedTable(asked.plan)},
${orderTable(asked, false)},
${unitTable(report, asked.time)},
${addedTable(asked, { columns, join: report.unit.join(asked.time), needed })},
"sums" AS (SELECT "unit", "n", ${each(needed, (name) => `sum("${name}") AS "${name}"`)} FROM "added" GROUP BY "unit", "n"),
"summed" AS (
  SELECT u."unit", b."n", ${each(needed, (name) => `coalesce(s."${name}", 0) AS "${name}"`)}
  FROM "units" AS u CROSS JOIN (SELECT 0 AS "n" UNION ALL SELECT "n" FROM "buckets") AS b
  LEFT JOIN "sums" AS s ON ${sameUnit('s', 'u')} AND s."n" = b."n"),
"running" AS (
  SELECT *, ${each(['change', ...running], (name) => `sum("${name}") OVER w AS "${name}_end"`)}
  FROM "summed" WINDOW w AS (PARTITION BY "unit" ORDER BY "n"))${least?.tables ?? ''}
SELECT r."unit", b."name" AS "bucket", b."startdate", b."enddate",
  r."change_end" - r."change" AS "startonhand", ${least?.column ?? 'NULL::float8'} AS "safetystock",
  ${each(flowNames, (name) => `${flow(name)} AS "${name}"`)},
  r."change_end" AS "endonhand", NULL::float8 AS "daysofcover",
  ${each([...wayNames, 'backlog'], (name) => `${level(name)} AS "${name}"`)},
  ${flow('totaldemand')} AS "totaldemand",
  ${level(valueChange)} - ${flow(valueChange)} AS "startvalue", ${level(valueChange)} AS "endvalue"
FROM "running" AS r JOIN "buckets" AS b ON b."n" = r."n" ${least?.join ?? ''}`
}

/** Returns the SQL condition for the same unit, which is null for keys without one. */
const sameUnit = (one: string, other: string): string =>
  `coalesce(${one}."unit", '') = coalesce(${other}."unit", '')`

/** Returns SQL of the safety stock per unit: CTEs, how they are joined to rows `r`, and the figure. */
function leastOfUnits({ unit }: Pick<SummaryReport, 'unit'>, asked: Figures) {
  const buffers = `(${bufferRows(asked)}) AS k ${unit.join(asked.time)}`
  return {
    tables: `,
${seasonTable(asked)},
"constant" AS (
  SELECT ${unit.name} AS "unit", sum(k."minimum") AS "minimum"
  FROM ${buffers} WHERE k."minimum_calendar" IS NULL GROUP BY 1),
"varying" AS (
  SELECT ${unit.name} AS "unit", b."n", sum(coalesce(v."value", k."minimum")) AS "minimum"
  FROM ${buffers} ${joinSeasons('k')} WHERE k."minimum_calendar" IS NOT NULL GROUP BY 1, 2)`,
    join: `
LEFT JOIN "constant" AS c ON ${sameUnit('c', 'r')}
LEFT JOIN "varying" AS v ON ${sameUnit('v', 'r')} AND v."n" = r."n"`,
    column: `coalesce(c."minimum", 0) + coalesce(v."minimum", 0)`,
  }
}
