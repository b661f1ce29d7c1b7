/** Summarizes a plan in a few figures, optionally next to those of another scenario. */
import type { DataContext } from '../../data/context.ts'
import { literal } from '../../database/identifiers.ts'
import { defineEntity, type Entity } from '../../model/entity.ts'
import type { Field } from '../../model/field.ts'
import type { Labels } from '../../model/labels/labels.ts'
import { planSummary as declaration } from '../../model/reports/plan-summary.ts'
import { isLateSql } from '../../rules/late.ts'
import { withShortness } from '../store/demand-change.ts'
import { capacityBeyond } from './capacity-beyond.ts'
import { comparedField } from './compared-field.ts'
import { isUnlimited, stockAtStart } from './inventory-sources.ts'
import { lastPlanQuery } from './last-plan.ts'
import type { OutputReport } from './output-report.ts'
import { compareParameter, spanParameters } from './parameters.ts'
import { type ReportSpan, spanQuery, type Table, withQuery } from './report.ts'
import { isProposedSql } from '../../rules/proposed-order.ts'

/** Number of resources shown: those with the highest utilization. */
const busiest = 10
/** Time over which the utilization is computed by default: later weeks have little load, and hide bottlenecks. */
const usualSpan = '28 days'
const endHelp = 'Moment at which the utilization ends; by default four weeks after its start.'

const figureNames = ['count', 'quantity', 'value', 'days', 'percent', 'moment', 'status'] as const
type FigureName = (typeof figureNames)[number]
const types: Readonly<Record<FigureName, string>> = {
  count: 'integer',
  quantity: 'float8',
  value: 'float8',
  days: 'float8',
  percent: 'float8',
  moment: 'timestamp',
  status: 'text',
}

/** Returns the select list of a row. `place` sorts the rows of a section. */
const row = (
  section: string,
  name: string,
  place: string,
  given: Readonly<Partial<Record<FigureName, string>>>,
): string =>
  [
    `'${section}' AS "section"`,
    `${name} AS "name"`,
    `(${place})::float8 AS "place"`,
    ...figureNames.map((figure) => `(${given[figure] ?? 'NULL'})::${types[figure]} AS "${figure}"`),
  ].join(', ')

interface Summed {
  readonly plan: Table
  readonly time: Table
  readonly span: Pick<ReportSpan, 'start' | 'end'>
  /** SQL of the run that made the plan. */
  readonly run: string
  /** SQL of the capacity outside the range that the plan has stored. */
  readonly beyond: string
}

/**
 * Returns SQL of the figures. A sales order that the plan does not deliver in full is short, regardless of its
 * lateness; otherwise it is late or on time. Edits since the plan do not move a sales order to another of these, and
 * do not change the stock at the start. Unlimited stock counts for nothing. Sums are grouped by item before they are multiplied by its cost: to join the
 * item to each record took three times as long.
 */
function figures({ plan, time, span, run, beyond }: Summed): string {
  const cost = `LEFT JOIN ${plan('input.item')} AS i ON i."name" = `
  const parts = [
    `SELECT ${row('demand', 'k."name"', 'k."place"', {
      count: 'coalesce(sum(d."count"), 0)',
      quantity: 'coalesce(sum(d."quantity"), 0)',
      value: `coalesce(sum(d."quantity" * i."cost"), 0)`,
      days: `coalesce(extract(epoch FROM sum(d."delay")) / 86400, 0)`,
      percent: '100.0 * coalesce(sum(d."count"), 0) / nullif(sum(sum(d."count")) OVER (), 0)',
    })}
    FROM (VALUES ('ontime', 1), ('late', 2), ('short', 3)) AS k ("name", "place")
    LEFT JOIN (
      SELECT CASE WHEN d."is_short" THEN 'short' WHEN ${isLateSql('d."delay"')} THEN 'late' ELSE 'ontime' END AS "state",
        d."item", count(*) AS "count", sum(d."quantity") AS "quantity", sum(greatest(d."delay", '0')) AS "delay"
      FROM (${withShortness(plan('input.demand'), plan('output.problem'))}) AS d
      WHERE d."plannedquantity" IS NOT NULL GROUP BY 1, 2) AS d ON d."state" = k."name"
    ${cost} d."item"
    GROUP BY k."name", k."place"`,
    `SELECT ${row('inventory', `'start'`, '1', {
      quantity: 'coalesce(sum(b."quantity"), 0)',
      value: 'coalesce(sum(b."quantity" * i."cost"), 0)',
    })} FROM (${stockAtStart(plan)}) AS b ${cost} b."item"`,
    `SELECT ${row('inventory', `'end'`, '2', {
      quantity: 'coalesce(sum(m."quantity"), 0)',
      value: 'coalesce(sum(m."quantity" * i."cost"), 0)',
    })}
    FROM (
      SELECT m."item", sum(m."quantity") AS "quantity"
      FROM ${plan('input.operationplanmaterial')} AS m
      WHERE m."status" IS DISTINCT FROM 'closed' AND NOT ${isUnlimited(plan, 'm')} GROUP BY 1) AS m
    ${cost} m."item"`,
    `SELECT ${row('proposals', 'o."type"', '1', {
      count: 'sum(o."count")',
      quantity: 'sum(o."quantity")',
      value: 'sum(o."quantity" * i."cost")',
    })}
    FROM (
      SELECT o."type", o."item", count(*) AS "count", sum(o."quantity") AS "quantity"
      FROM ${plan('input.operationplan')} AS o WHERE ${isProposedSql('o."status"')} AND o."type" <> 'STCK' GROUP BY 1, 2) AS o
    ${cost} o."item" GROUP BY o."type"`,
    `SELECT ${row('capacity', 'u."resource"', '-u."percent"', {
      quantity: 'u."load"',
      percent: 'u."percent"',
      days: `extract(epoch FROM u."end" - u."start") / 86400`,
      moment: 'u."start"',
    })}
    FROM (
      SELECT s."resource", s."start", s."end", s."load",
        100 * s."load" / nullif(s."available" + coalesce(b."available"[1], 0), 0) AS "percent"
      FROM (
        SELECT s."resource", "span"."start", "span"."end", sum(s."load") AS "load", sum(s."available") AS "available"
        FROM ${plan('output.resourcesummary')} AS s, (${spanQuery(time, span, usualSpan)}) AS "span"
        WHERE s."startdate" >= "span"."start" AND s."startdate" < "span"."end"
        GROUP BY 1, 2, 3) AS s
      LEFT JOIN (${beyond}) AS b ON b."resource" = s."resource") AS u WHERE u."percent" > 0 ORDER BY u."percent" DESC, u."resource" LIMIT ${busiest}`,
    `SELECT ${row('problems', 'p."name"', '-count(*)', { count: 'count(*)' })}
    FROM ${plan('output.problem')} AS p GROUP BY p."name"`,
    `SELECT ${row('constraints', 'c."name"', '-count(DISTINCT c."demand")', {
      count: 'count(DISTINCT c."demand")',
    })}
    FROM ${plan('output.constraint')} AS c GROUP BY c."name"`,
    `SELECT ${row('run', `'runplan'`, '1', { moment: 't."finished"', status: 't."status"' })}
    FROM (${run}) AS t`,
  ]
  return parts.map((part) => `(${part})`).join('\nUNION ALL\n')
}

/** Returns the run that made the plan of a scenario, as SQL of at most one row. */
async function runOf({ control, signal }: DataContext, scenario: string): Promise<string> {
  const { rows } = await control.query<{ finished: string | null; status: string }>(
    {
      text: `SELECT "finished"::text AS "finished", "status" FROM (${lastPlanQuery('$1::text[]')}) AS last`,
      values: [[scenario]],
    },
    { signal },
  )
  const [run] = rows
  const values = [run?.finished, run?.status].map((value) => (value == null ? 'NULL' : literal(value)))
  return `SELECT ${values[0]}::timestamp AS "finished", ${values[1]} AS "status" WHERE ${run !== undefined}`
}

const sections = declaration.fieldByName.get('section')!.choices ?? []
const sequence = `array_position(ARRAY[${sections.map((name) => `'${name}'`).join(', ')}], f."section"), f."place", f."name"`
const numbered = `row_number() OVER (ORDER BY ${sequence})::integer AS "id"`
const list = (alias: string): string => figureNames.map((name) => `${alias}."${name}"`).join(', ')

const isFigure = (field: Field): boolean => figureNames.some((figure) => figure === field.name)

function comparedEntity(other: string, labels: Labels): Entity {
  const beside = (field: Field): Field => comparedField(declaration, field, other, labels)
  const { name, label, labelPlural, about, basedOn = [], rowsMidSize, fields } = declaration
  return defineEntity({
    name,
    label,
    labelPlural,
    about,
    basedOn,
    rowsMidSize,
    key: 'id',
    permissions: ['view'],
    imports: false,
    readOnly: true,
    fields: fields.flatMap((field) => (isFigure(field) ? [field, beside(field)] : [field])),
  })
}

/** Returns SQL of the whole span as one bucket. */
const wholeSpan = (time: Table, span: Summed['span']): string =>
  `SELECT 1 AS "n", "span"."start" AS "startdate", "span"."end" AS "enddate" FROM (${spanQuery(time, span, usualSpan)}) AS "span"`

export const planSummary: OutputReport = {
  declaration,
  parameters: [
    ...spanParameters
      .filter(({ type }) => type === 'datetime')
      .map((parameter) =>
        parameter.name === 'end' ? Object.assign({}, parameter, { help: endHelp }) : parameter,
      ),
    compareParameter,
  ],
  open: async ({ args, labels }, context) => {
    const { scenario } = context
    const span = { start: args.get('start'), end: args.get('end') }
    const beyondOf = (of: string): Promise<string> =>
      capacityBeyond(context, (time) => wholeSpan(time, span), of)
    const beyond = await beyondOf(scenario)
    const run = await runOf(context, scenario)
    const other = args.get('compare')
    if (other === undefined || other === scenario) {
      const entity = withQuery(
        declaration,
        (table) => `SELECT ${numbered}, f."section", f."name", ${list('f')}
FROM (${figures({ plan: table, time: table, span, run, beyond })}) AS f`,
      )
      return { entity, order: ['id'] }
    }
    const beyondOther = await beyondOf(other)
    const runOther = await runOf(context, other)
    const entity = withQuery(comparedEntity(other, labels), (table) => {
      const own = figures({ plan: table, time: table, span, run, beyond })
      const others = figures({
        plan: (name) => table(name, other),
        time: table,
        span,
        run: runOther,
        beyond: beyondOther,
      })
      const columns = figureNames.map((name) => `a."${name}", b."${name}" AS "compared_${name}"`).join(', ')
      return `SELECT ${numbered}, f.* FROM (
  SELECT coalesce(a."section", b."section") AS "section", coalesce(a."name", b."name") AS "name",
    coalesce(a."place", b."place") AS "place", ${columns}
  FROM (${own}) AS a FULL JOIN (${others}) AS b ON b."section" = a."section" AND b."name" = a."name") AS f`
    })
    return { entity, order: ['id'] }
  },
}
