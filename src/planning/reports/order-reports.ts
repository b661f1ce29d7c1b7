/**
 * Sums quantities of orders that start, end and are in progress per time bucket: for operations, suppliers, and
 * transfers between locations.
 */
import type { Entity } from '../../model/entity.ts'
import * as declared from '../../model/reports/order-reports.ts'
import { orderDrilldowns } from './drilldowns.ts'
import {
  bucketOf,
  bucketTables,
  type Drilldowns,
  type Figures,
  keyTable,
  type KeyUnit,
  measuresOf,
  onlyKeys,
  type PlanReport,
  planReport,
  type SummaryReport,
  type Table,
  unitOfItem,
  unitTable,
  withUnit,
} from './report.ts'
import { isProposedSql } from '../../rules/proposed-order.ts'

const source = (plan: Table): string => `${plan('input.operationplan')} AS o`
/** Returns SQL of the quantity that starts (1) or ends (-1), of all orders or of those that meet a further condition. */
const sum = (sign: 1 | -1, test = ''): string =>
  `coalesce(sum(e."quantity") FILTER (WHERE e."sign" = ${sign}${test}), 0)`
/** Returns SQL of the change of the quantity in progress. */
const change = (test = ''): string =>
  `coalesce(sum(e."sign" * e."quantity") FILTER (WHERE e."lasts"${test}), 0)`
const proposed = ` AND ${isProposedSql('e."status"')}`

interface OrdersOf {
  readonly declaration: Entity
  readonly keys: readonly string[]
  /** SQL condition for its orders, alias `o`. */
  readonly condition: string
  readonly nullable: boolean
  readonly unit: KeyUnit
  readonly drilldowns: Drilldowns
}

/**
 * Returns a report of orders. An order counts with its quantity in the bucket of its start and in that of its end. It
 * is in progress from its start to its end, so an order without one of them never is. Quantities in progress before
 * the first bucket are carried over to it.
 */
function ordersReport({ declaration, keys, condition, nullable, unit, drilldowns }: OrdersOf): PlanReport {
  const columns = (alias: string): string => keys.map((key) => `${alias}."${key}"`).join(', ')
  const counted = `${condition} AND o."status" IS DISTINCT FROM 'closed'`
  /** Returns the CTEs up to `events`, which has a row per start and end of an order. */
  const eventTables = (asked: Figures): string => {
    const only = onlyKeys(asked, Object.fromEntries(keys.map((key) => [key, `o."${key}"`])), nullable)
    return `${bucketTables(asked.time, asked.span)},
${keyTable(report, asked)},
"events" AS (
  SELECT ${columns('o')}, o."status", o."quantity", e."moment", e."sign",
    o."startdate" IS NOT NULL AND o."enddate" IS NOT NULL AS "lasts"
  FROM ${source(asked.plan)} ${only}
  CROSS JOIN LATERAL (VALUES (o."startdate", 1), (o."enddate", -1)) AS e ("moment", "sign")
  WHERE ${counted} AND e."moment" IS NOT NULL)`
  }
  const report: SummaryReport = {
    declaration,
    keys,
    unit,
    drilldowns,
    allKeys: (plan) => `SELECT DISTINCT ${columns('o')} FROM ${source(plan)} WHERE ${counted}`,
    figures: (asked) =>
      `WITH ${eventTables(asked)}, ${figuresOf(report, { columns, events: '"events"', owners: '"keys"' })}`,
    totals: (asked) =>
      `WITH ${eventTables(asked)}, ${unitTable(report, asked.time)}, ${figuresOf(report, {
        columns: (alias) => `${alias}."unit"`,
        events: `(${withUnit(report, asked.time, '"events"')})`,
        owners: '"units"',
      })}`,
  }
  return planReport(report)
}

interface Owners {
  /** Returns SQL of the columns that identify an owner. */
  readonly columns: (alias: string) => string
  /** SQL of the events, with these columns. */
  readonly events: string
  /** SQL of all owners; each has a row per bucket. */
  readonly owners: string
}

/** Returns CTEs and SQL that sum events per owner and bucket. */
function figuresOf(report: SummaryReport, { columns, events, owners }: Owners): string {
  const names = measuresOf(report).map(({ name }) => name)
  const [starts, startsProposed, ends, endsProposed, under, underProposed] = names
  return `"sums" AS (
  SELECT ${columns('e')}, ${bucketOf('e."moment"')} AS "n",
    ${sum(1)} AS "${starts}", ${sum(1, proposed)} AS "${startsProposed}",
    ${sum(-1)} AS "${ends}", ${sum(-1, proposed)} AS "${endsProposed}",
    ${change()} AS "${under}", ${change(proposed)} AS "${underProposed}"
  FROM ${events} AS e, "bounds" WHERE e."moment" < "bounds"."last" GROUP BY ${columns('e')}, "n"
  UNION ALL
  SELECT ${columns('k')}, b."n", ${names.map(() => '0').join(', ')} FROM ${owners} AS k CROSS JOIN "buckets" AS b),
"running" AS (
  SELECT ${columns('s')}, s."n",
    ${[starts, startsProposed, ends, endsProposed].map((name) => `sum(s."${name}") AS "${name}"`).join(', ')},
    ${[under, underProposed].map((name) => `sum(sum(s."${name}")) OVER w AS "${name}"`).join(', ')}
  FROM "sums" AS s GROUP BY ${columns('s')}, s."n" WINDOW w AS (PARTITION BY ${columns('s')} ORDER BY s."n"))
SELECT ${columns('r')}, b."name" AS "bucket", b."startdate", b."enddate",
  ${names.map((name) => `r."${name}"`).join(', ')}
FROM "running" AS r JOIN "buckets" AS b ON b."n" = r."n"`
}

const itemOfKey = unitOfItem(() => 'k."item"')

export const operationReport = ordersReport({
  declaration: declared.operationReport,
  keys: ['operation'],
  condition: `o."type" IN ('MO', 'WO') AND o."operation" IS NOT NULL`,
  nullable: false,
  // A step of a routing makes no item: it has no unit.
  unit: unitOfItem(
    (plan) => `(SELECT p."item" FROM ${plan('input.operation')} AS p WHERE p."name" = k."operation")`,
  ),
  drilldowns: orderDrilldowns('/api/input/operationplan/?operation={operation}&type__in=MO,WO', 'inprogress'),
})

export const purchaseReport = ordersReport({
  declaration: declared.purchaseReport,
  keys: ['item', 'supplier', 'location'],
  condition: `o."type" = 'PO'`,
  nullable: true,
  unit: itemOfKey,
  drilldowns: orderDrilldowns(
    '/api/input/purchaseorder/?item={item}&supplier={supplier}&location={location}',
    'onorder',
  ),
})

export const distributionReport = ordersReport({
  declaration: declared.distributionReport,
  keys: ['item', 'origin', 'destination'],
  condition: `o."type" = 'DO'`,
  nullable: true,
  unit: itemOfKey,
  drilldowns: orderDrilldowns(
    '/api/input/distributionorder/?item={item}&origin={origin}&destination={destination}',
    'intransit',
  ),
})
