/** Finds the exceptions in the tables of a plan with one statement over all sources. */
import { spanQuery, type Table } from '../reports/report.ts'
import { dataFaults, infeasibleWork, overloads } from './findings.ts'
import { firmOrders, firmTables } from './firm-orders.ts'
import { lateOrders, lateTables } from './late-orders.ts'
import { placesTable } from './places.ts'
import { excesses, shortages, stockTables } from './stock.ts'

const sources = [lateOrders, firmOrders, shortages, excesses, overloads, infeasibleWork, dataFaults]

/** Returns SQL of all exceptions with their ranks, without their states. */
export const foundExceptions = (
  plan: Table,
): string => `WITH RECURSIVE "current" AS MATERIALIZED (${spanQuery(plan, {})}),
${lateTables(plan)},
${placesTable(plan)},
${firmTables(plan)},
${stockTables(plan)}
SELECT e.*, row_number() OVER (ORDER BY e."effect" DESC, e."value" DESC, e."startdate", e."id")::integer AS "rank"
FROM (
  ${sources.map((source) => source(plan)).join('\n  UNION ALL\n  ')}) AS e`
