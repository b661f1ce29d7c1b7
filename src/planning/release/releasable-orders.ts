/** Lists the orders that can be released: proposed and approved ones that were not handed out (`handed-out.ts`). */
import { datetimeIso } from '../../data/record-sql.ts'
import type { DataContext } from '../../data/context.ts'
import { tablesOf } from '../../data/relation.ts'
import { qualified } from '../../database/identifiers.ts'
import { spanQuery, type Table } from '../reports/report.ts'
import { lineage } from '../stock/read-stock-facts.ts'
import { alikeSql } from './merge-orders.ts'
import { isHandedOutSql } from './handed-out.ts'
import type { ReleasableType } from './release-orders.ts'
import { isProposedSql } from '../../rules/proposed-order.ts'

export interface ReleasableOrder {
  readonly reference: string
  readonly status: 'proposed' | 'approved'
  readonly item: string | null
  /** What the supplier charges for one unit, otherwise the cost of the item. */
  readonly cost: number | null
  /** Where it arrives or is made. */
  readonly location: string | null
  readonly supplier: string | null
  readonly origin: string | null
  readonly operation: string | null
  readonly quantity: number
  readonly startdate: string | null
  readonly enddate: string | null
  /** Sales orders that it is for. */
  readonly demands: string | null
  /** The same for orders that can be joined. */
  readonly alike: string
}

export interface ReleasableFilter {
  readonly type: ReleasableType
  /** Days from the date of the plan within which the orders start; undefined without a limit. */
  readonly days: number | undefined
  /** Whether approved orders that were not handed out are included. */
  readonly approved: boolean
  readonly limit: number
}

/**
 * Returns SQL of what the supplier of a purchase order charges for one unit when it is ordered; null if unknown. As in
 * the planner, suppliers also apply to the items and locations below theirs. Needs the lineage of both.
 */
export const purchasePriceSql = (table: Table, order: string): string =>
  `(SELECT s."cost" FROM ${table('input.itemsupplier')} AS s
      JOIN "item_lineage" AS i ON i."ancestor" = s."item" AND i."name" = ${order}."item"
      WHERE s."supplier" = ${order}."supplier" AND s."cost" > 0 AND (s."location" IS NULL OR s."location" IN
          (SELECT l."ancestor" FROM "location_lineage" AS l WHERE l."name" = ${order}."location"))
        AND (${order}."startdate" < coalesce(s."effective_start", '-infinity')
          OR ${order}."startdate" >= coalesce(s."effective_end", 'infinity')) IS NOT TRUE
      ORDER BY s."item" = ${order}."item" DESC, s."location" IS NULL, coalesce(s."priority", 1), s."id" LIMIT 1)`

/** Returns the orders, the earliest first, and the number of all of them. */
export async function readReleasable(
  context: DataContext,
  { type, days, approved, limit }: ReleasableFilter,
): Promise<{ readonly total: number; readonly orders: readonly ReleasableOrder[] }> {
  const { home, scenario, signal } = context
  const table = tablesOf(context)
  const { rows } = await home.query<ReleasableOrder & { readonly total: number }>(
    {
      text: `WITH RECURSIVE "listed" AS MATERIALIZED (
          SELECT count(*) OVER ()::integer AS "total", o."reference", coalesce(o."status", 'proposed') AS "status", o."item",
            coalesce(o."destination", o."location") AS "location", o."supplier", o."origin", o."operation", o."quantity",
            o."startdate", o."enddate", o."demands", ${alikeSql('o')} AS "alike"
          FROM (${spanQuery(table, {})}) AS s CROSS JOIN ${table('input.operationplan')} AS o
          WHERE o."type" = $1 AND ($2::integer IS NULL OR o."startdate" < date_trunc('day', s."start") + ($2 + 1) * interval '1 day')
            AND (${isProposedSql('o."status"')} OR $3 AND o."status" = 'approved')
            AND NOT EXISTS (SELECT FROM ${qualified(scenario, 'orderrelease')} AS r
              WHERE r."reference" = o."reference" AND ${isHandedOutSql('r')})
          ORDER BY o."startdate", o."reference" LIMIT $4),
        "pairs" AS MATERIALIZED (SELECT DISTINCT "item", "location" FROM "listed"),
        ${lineage(table, 'item')}, ${lineage(table, 'location')}
        SELECT o."total", o."reference", coalesce(o."status", 'proposed') AS "status", o."item", coalesce(${purchasePriceSql(table, 'o')}, i."cost") AS "cost",
          o."location", o."supplier", o."origin", o."operation", o."quantity", ${datetimeIso('o."startdate"')} AS "startdate",
          ${datetimeIso('o."enddate"')} AS "enddate", o."demands", o."alike"
        FROM "listed" AS o LEFT JOIN ${table('input.item')} AS i ON i."name" = o."item"
        ORDER BY o."startdate", o."reference"`,
      values: [type, days ?? null, approved, limit],
    },
    { signal },
  )
  return { total: rows[0]?.total ?? 0, orders: rows.map(({ total: _total, ...order }) => order) }
}
