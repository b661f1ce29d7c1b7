/** SQL of planned sales orders and their deliveries, shared by all reports of demand. */
import type { Table } from './report.ts'

/**
 * Returns the CTE `planned`: open orders and quotes. It is read anew wherever it is used, because keys and other
 * conditions then select the rows by an index, and several processes can read them.
 */
export const plannedTable = (plan: Table): string => `"planned" AS NOT MATERIALIZED (
  SELECT d."name", d."item", d."location", d."due", coalesce(d."quantity", 0) AS "quantity"
  FROM ${plan('input.demand')} AS d WHERE d."status" IN ('open', 'quote'))`

/**
 * Returns SQL of the deliveries of these orders and of deliveries without an order: `item`, `location`, `moment` and
 * `quantity`.
 */
export const deliveryQuery = (plan: Table): string => `
  SELECT coalesce(d."item", o."item") AS "item", coalesce(d."location", o."location") AS "location",
    o."enddate" AS "moment", o."quantity"
  FROM ${plan('input.deliveryorder')} AS o LEFT JOIN "planned" AS d ON d."name" = o."demand"
  WHERE o."status" IS DISTINCT FROM 'closed' AND (o."demand" IS NULL OR d."name" IS NOT NULL)`
