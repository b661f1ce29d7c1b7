/**
 * Orders on resources within a time window: one row per resource with its orders as a list, paged by resource, or one
 * row per order and resource.
 */
import type { ReportQuery } from '../../model/entity.ts'
import { identifier } from '../../database/identifiers.ts'
import type { DataContext } from '../../data/context.ts'
import { planQuery, readEverything, type RunOptions } from '../../data/read/index.ts'
import { fetchTexts } from '../../data/read/read-stream.ts'
import { datetimeJson } from '../../data/record-sql.ts'
import { tablesOf } from '../../data/relation.ts'
import { parameterError } from '../../errors/parameter-errors.ts'
import { timeline as declaration, timelineRows } from '../../model/reports/timeline.ts'
import type { OpenReport, OutputReport } from './output-report.ts'
import { demandNames, earliestDue, pegged, setupEnd, within } from './order-sql.ts'
import { spanQuery, type Table, withQuery } from './report.ts'

interface Window {
  readonly start?: string | undefined
  readonly end?: string | undefined
}

/** SQL of the columns that differ between a list and rows with bars; `d` is a demand that the order is for. */
interface Shape {
  /** Columns that only one of the two has. */
  readonly own: string
  readonly demands: string
  readonly customers: string
  readonly delay: string
}

const listShape: Shape = {
  own: `, ${pegged} AS "pegged"`,
  demands: demandNames,
  customers: `string_agg(DISTINCT d."customer", ', ')`,
  delay: 'o."delay"',
}

/** Clients calculate with the lateness, and compare the names. */
const barShape: Shape = {
  own: '',
  demands: pegged,
  customers: `coalesce(json_agg(DISTINCT d."customer") FILTER (WHERE d."customer" IS NOT NULL), '[]')`,
  delay: 'extract(epoch FROM o."delay")',
}

/** Returns SQL of the columns of a bar other than its resource: an order `o` and its use `u` of a resource. */
const columns = (
  plan: Table,
  { own, demands, customers, delay }: Shape,
): string => `o."reference", o."type", o."status", o."operation",
  o."item", o."location", o."owner", o."quantity", u."quantity" AS "load", o."startdate", ${setupEnd} AS "setupend",
  o."enddate", coalesce(u."setup", o."plan" ->> 'setup') AS "setup", ${delay} AS "delay", o."criticality",
  coalesce(o."plan" -> 'feasible' <> 'false', true) AS "feasible",
  ${earliestDue(plan)} AS "due",
  ${demands} AS "demands", (
    SELECT ${customers} FROM ${plan('input.demand')} AS d
    WHERE d."name" IN (SELECT jsonb_object_keys(${pegged}))) AS "customers"${own}`

const uses = (plan: Table): string => `${plan('input.operationplanresource')} AS u
  JOIN ${plan('input.operationplan')} AS o ON o."reference" = u."operationplan"`

/** Returns SQL of the window, in the scenario that is read. */
type WindowQuery = (plan: Table) => string

const listQuery =
  (span: WindowQuery): ReportQuery =>
  (plan) =>
    `SELECT u."resource", ${columns(plan, listShape)}
FROM ${uses(plan)} CROSS JOIN (${span(plan)}) AS s WHERE ${within}`

/** All resources: a resource without orders also has a row. */
const resources: ReportQuery = (plan) =>
  `SELECT r."name" AS "resource", r."location", r."owner", r."category", NULL::json AS "bars" FROM ${plan('input.resource')} AS r`

const barsQuery =
  (span: WindowQuery, page: string): ReportQuery =>
  (plan) =>
    `WITH "window" AS MATERIALIZED (${span(plan)}),
"page" AS MATERIALIZED (SELECT row_number() OVER () AS "place", p.* FROM (${page}) AS p)
SELECT p."resource", p."location", p."owner", p."category", coalesce(b."bars", '[]') AS "bars"
FROM "page" AS p CROSS JOIN LATERAL (
  SELECT json_agg((SELECT row_to_json("bar") FROM (
    SELECT ${barColumns}) AS "bar")
    ORDER BY c."startdate", c."reference") AS "bars"
  FROM (
    SELECT ${columns(plan, barShape)}
    FROM ${uses(plan)} CROSS JOIN "window" AS s WHERE u."resource" = p."resource" AND ${within}) AS c) AS b
ORDER BY p."place"`

/** Maximum number of bars in a response: about 40 MB, which is also what a browser can still show. */
export const mostBars = 50_000

/** Returns SQL that counts the bars of a page, up to one more than allowed. */
const barCountQuery =
  (span: WindowQuery, page: string): ReportQuery =>
  (plan) =>
    `WITH "window" AS MATERIALIZED (${span(plan)}), "page" AS MATERIALIZED (${page})
SELECT count(*)::integer AS "count" FROM (
  SELECT FROM "page" AS p CROSS JOIN "window" AS s JOIN ${uses(plan)} ON u."resource" = p."resource"
  WHERE ${within} LIMIT ${mostBars + 1}) AS b`

const barColumns = declaration.fields
  .filter(({ name }) => name !== 'resource' && name !== 'pegged')
  .map((field) => {
    const name = identifier(field.name)
    return field.type === 'datetime' ? `${datetimeJson(`c.${name}`)} AS ${name}` : `c.${name}`
  })
  .join(', ')

const list = (span: WindowQuery): OpenReport => ({
  entity: withQuery(declaration, listQuery(span)),
  order: ['resource', 'startdate', 'reference'],
})

/** Throws `invalid_parameter` for a page with more bars than a response may have. */
async function requireFewBars(context: DataContext, counted: ReportQuery, run: RunOptions): Promise<void> {
  const query = counted(tablesOf(context))
  const text = `SELECT c."count"::text FROM (${query}) AS c`
  const [number] = await fetchTexts(context.home, { text, values: [], settings: {} }, run)
  if (Number(number) > mostBars)
    throw parameterError('end', { code: 'too_many_bars', params: { most: mostBars } })
}

function rows(span: WindowQuery): OpenReport {
  return {
    entity: withQuery(timelineRows, resources),
    order: ['resource'],
    rows: async (context, request, run) => {
      const fields = timelineRows.fields.filter(({ name }) => name !== 'bars')
      const page = planQuery(context, { ...request, fields })
      await requireFewBars(context, barCountQuery(span, page), run)
      const entity = withQuery(timelineRows, barsQuery(span, page))
      return { ...readEverything(entity), ordering: [], fields: request.fields }
    },
  }
}

export const timeline: OutputReport = {
  declaration,
  shapes: { rows: timelineRows },
  parameters: [
    {
      name: 'start',
      type: 'datetime',
      help: 'Start of the window; by default the current date of the plan.',
    },
    {
      name: 'end',
      type: 'datetime',
      help: `End of the window; by default a month after its start. Rows with more than ${mostBars.toLocaleString('en')} orders are refused.`,
    },
    {
      name: 'shape',
      type: 'choice',
      choices: ['rows', 'list'],
      help:
        'rows: a row per resource with its orders as a list, bars, pages count resources. list: a row per order and ' +
        'resource. By default rows, and in csv, xlsx and ndjson the list.',
    },
  ],
  open: ({ args, format }) => {
    const window: Window = { start: args.get('start'), end: args.get('end') }
    const spanOf = (plan: Table): string => spanQuery(plan, window, '1 month')
    const shape = args.get('shape') ?? (flat.has(format) ? 'list' : 'rows')
    return shape === 'list' ? list(spanOf) : rows(spanOf)
  },
}

const flat: ReadonlySet<string> = new Set(['csv', 'xlsx', 'ndjson'])
