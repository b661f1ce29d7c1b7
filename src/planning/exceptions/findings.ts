/** Exceptions from the problems that the plan reports for resources, operations and data. */
import type { Table } from '../reports/report.ts'
import { exceptionColumns, inDays } from './columns.ts'

/**
 * Returns SQL of overloaded resources. The effect is the quantity of the orders on the resource times the days that
 * each overlaps the overload.
 */
export const overloads = (plan: Table): string => `SELECT ${exceptionColumns(`'overload:' || p."owner"`, {
  kind: `'overload'`,
  subject: 'p."owner"',
  location: 'max(r."location")',
  bottleneck: 'p."owner"',
  startdate: 'min(p."startdate")',
  enddate: 'max(p."enddate")',
  quantity: 'sum(w."quantity")',
  days: `sum(${inDays('p."enddate" - p."startdate"')})`,
  effect: 'coalesce(sum(w."effect"), 0)',
  value: 'coalesce(sum(w."value"), 0)',
  count: 'count(*)',
})}
  FROM ${plan('output.problem')} AS p
  LEFT JOIN ${plan('input.resource')} AS r ON r."name" = p."owner"
  LEFT JOIN LATERAL (
    SELECT sum(o."quantity") AS "quantity", sum(o."quantity" * coalesce(i."cost", 0)) AS "value",
      sum(o."quantity" * ${inDays('least(o."enddate", p."enddate") - greatest(o."startdate", p."startdate")')}) AS "effect"
    FROM ${plan('input.operationplanresource')} AS u
    JOIN ${plan('input.operationplan')} AS o ON o."reference" = u."operationplan"
    LEFT JOIN ${plan('input.item')} AS i ON i."name" = o."item"
    WHERE u."resource" = p."owner" AND o."startdate" < p."enddate" AND o."enddate" > p."startdate") AS w ON true
  WHERE p."name" = 'overload' GROUP BY p."owner"`

/** Returns SQL of operations that would have to start in the past or in the wrong sequence. */
export const infeasibleWork = (plan: Table): string => `SELECT ${exceptionColumns(
  `'infeasible:' || p."owner"`,
  {
    kind: `'infeasible'`,
    subject: 'p."owner"',
    item: 'max(o."item")',
    location: 'max(o."location")',
    startdate: 'min(p."startdate")',
    enddate: 'max(p."enddate")',
    days: `sum(${inDays('p."enddate" - p."startdate"')})`,
    count: 'count(*)',
    description: 'min(p."description")',
  },
)}
  FROM ${plan('output.problem')} AS p
  LEFT JOIN ${plan('input.operation')} AS o ON o."name" = p."owner"
  WHERE p."entity" = 'operation' AND p."name" IN ('before current', 'precedence') GROUP BY p."owner"`

/** Returns SQL of invalid data that cannot be planned. */
export const dataFaults = (plan: Table): string => `SELECT ${exceptionColumns(
  `'data:' || p."entity" || ':' || p."owner"`,
  {
    kind: `'data'`,
    subject: 'p."owner"',
    cause: `'invalid data'`,
    startdate: 'min(p."startdate")',
    count: 'count(*)',
    description: 'min(p."description")',
  },
)}
  FROM ${plan('output.problem')} AS p WHERE p."name" = 'invalid data' GROUP BY p."entity", p."owner"`
