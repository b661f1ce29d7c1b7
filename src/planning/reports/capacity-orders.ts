/**
 * Orders that use a resource within a window, with their load in it: the records behind a figure of the capacity
 * report. Plans store the load per resource and bucket only; that of an order is computed from its dates and the
 * calendars that interrupt it, in the same way as by the planner.
 */
import { literal } from '../../database/identifiers.ts'
import { readCalendars } from '../../data/calendars/read-calendars.ts'
import type { DataContext } from '../../data/context.ts'
import { readRows } from '../../data/read-rows.ts'
import { tablesOf } from '../../data/relation.ts'
import { compute, type Computation } from '../../data/threads/computation.ts'
import { allCalendars, assignedCalendars, calendarsOf } from '../../data/write/orders/resource-calendars.ts'
import { capacityOrders as declaration } from '../../model/reports/capacity-orders.ts'
import { answerLoads, type DatedUse, loadsCost, type LoadQuestion } from '../../planner/result/order-loads.ts'
import { demandNames, earliestDue, pegged, setupEnd, within } from './order-sql.ts'
import type { OutputReport } from './output-report.ts'
import type { ReportArguments } from './parameters.ts'
import { givenRows, spanQuery, type Table, withQuery } from './report.ts'

const computation: Computation<LoadQuestion, ReturnType<typeof answerLoads>> = {
  module: import.meta.resolve('../../planner/result/order-loads.ts'),
  name: 'answerLoads',
  run: answerLoads,
}

/** Returns SQL of the resource and of the members of the pool that it is. */
const membersQuery = (plan: Table, resource: string): string => `"members" AS (
  SELECT r."name" FROM ${plan('input.resource')} AS r WHERE r."name" = ${literal(resource)}
  UNION
  SELECT r."name" FROM "members" AS m JOIN ${plan('input.resource')} AS r ON r."owner" = m."name")`

const seconds = (column: string): string => `extract(epoch FROM ${column})::float8`

/** Returns SQL of the uses of the resource within the window, with the calendars that interrupt their orders. */
function usesQuery(plan: Table, resource: string, span: string): string {
  const inputTable = (name: string): string => plan(`input.${name}`)
  return `WITH RECURSIVE ${membersQuery(plan, resource)}
SELECT u."id", ${seconds('o."startdate"')}, ${seconds(`coalesce(${setupEnd}, o."startdate")`)}, ${seconds('o."enddate"')},
  coalesce(u."quantity", 1)::float8, coalesce(r."type" LIKE 'buckets%', false),
  to_json(${allCalendars(
    assignedCalendars('o."reference"', inputTable),
    calendarsOf('p."available"', 'l."available"'),
  )})::text
FROM (${span}) AS s CROSS JOIN "members" AS m
JOIN ${plan('input.operationplanresource')} AS u ON u."resource" = m."name"
JOIN ${plan('input.operationplan')} AS o ON o."reference" = u."operationplan"
JOIN ${plan('input.resource')} AS r ON r."name" = u."resource"
LEFT JOIN ${plan('input.operation')} AS p ON p."name" = o."operation"
LEFT JOIN ${plan('input.location')} AS l ON l."name" = p."location"
WHERE ${within}`
}

/** Reads the uses of a resource, and returns SQL of their `id`, `load` and `setup`. */
async function loadsQuery(context: DataContext, resource: string, span: string): Promise<string> {
  const table = tablesOf(context)
  const ids: string[] = []
  const uses: DatedUse[] = []
  const sets = new Map<string, number>()
  const { calendars, from, to } = await context.home.withTransaction(
    async (client) => {
      const { rows } = await client.query<{ from: number; to: number }>(
        `SELECT ${seconds('s."start"')} AS "from", ${seconds('s."end"')} AS "to" FROM (${span}) AS s`,
      )
      await readRows(client, usesQuery(table, resource, span), (cells) => {
        const [id, start, begin, end, quantity, isCounted, names] = cells
        const set = sets.get(String(names)) ?? sets.size
        sets.set(String(names), set)
        ids.push(String(id))
        uses.push({
          start: Number(start),
          begin: Number(begin),
          end: Number(end),
          quantity: Number(quantity),
          isCounted: isCounted === true,
          set,
        })
      })
      return { calendars: await readCalendars(client, table), ...rows[0]! }
    },
    { isolation: 'repeatable read', readOnly: true, signal: context.signal },
  )
  const named = [...sets.keys()].map((names): readonly string[] => JSON.parse(names))
  const wanted = new Set(named.flat())
  const question: LoadQuestion = {
    calendars: calendars.filter(({ name }) => wanted.has(name)),
    sets: named,
    uses,
    from,
    to,
  }
  const loads = await compute(computation, question, { cost: loadsCost(question), signal: context.signal })
  const lists = [ids, loads.map(({ load }) => load), loads.map(({ setup }) => setup)]
  const [id, load, setup] = lists.map((values) => literal(`{${values.join(',')}}`))
  return `SELECT * FROM unnest(${id}::bigint[], ${load}::float8[], ${setup}::float8[]) AS n ("id", "load", "setup")`
}

/** Returns SQL of the orders; `loads` is the result of `loadsQuery`. */
const ordersQuery = (plan: Table, loads: string): string =>
  `SELECT o."reference", u."resource", coalesce(o."item", w."item") AS "item", n."load", n."setup", o."quantity",
  o."type", o."status", o."operation", o."location", o."owner", o."startdate", o."enddate",
  ${earliestDue(plan)} AS "due", o."delay", ${demandNames} AS "demands",
  (SELECT string_agg(DISTINCT d."customer", ', ') FROM ${plan('input.demand')} AS d
   WHERE d."name" IN (SELECT jsonb_object_keys(${pegged}))) AS "customers"
FROM (${loads}) AS n JOIN ${plan('input.operationplanresource')} AS u ON u."id" = n."id"
JOIN ${plan('input.operationplan')} AS o ON o."reference" = u."operationplan"
LEFT JOIN ${plan('input.operationplan')} AS w ON w."reference" = o."owner"
WHERE n."load" > 0 OR n."setup" > 0`

export const capacityOrders: OutputReport = {
  declaration,
  parameters: [
    {
      name: 'resource',
      type: 'text',
      oneOf: 'resource',
      help: 'Resource; a pool has the orders of its members.',
    },
    {
      name: 'start',
      type: 'datetime',
      help: 'Start of the window; by default the current date of the plan.',
    },
    { name: 'end', type: 'datetime', help: 'End of the window; by default a month after its start.' },
  ],
  open: async ({ args }, context) => {
    const table = tablesOf(context)
    const loads = await loadsQuery(context, args.get('resource') ?? '', spanOf(table, args))
    return {
      entity: withQuery(declaration, (plan) => givenRows(declaration.fields, ordersQuery(plan, loads))),
      order: ['startdate', 'reference', 'resource'],
    }
  },
}

const spanOf = (table: Table, args: ReportArguments): string =>
  spanQuery(table, { start: args.get('start'), end: args.get('end') }, '1 month')
