/** Sales orders that are planned, and their deliveries, as SQL: whatever counts demand counts these. */
import type { Table } from './report.ts'

/** The CTE `planned`: open orders and quotes. */
export const plannedTable = (plan: Table): string => `"planned" AS (
  SELECT d."name", d."item", d."location", d."due", coalesce(d."quantity", 0) AS "quantity"
  FROM ${plan('input.demand')} AS d WHERE d."status" IN ('open', 'quote'))`

/** SQL of deliveries of these orders or of no order in particular: `item`, `location`, `moment` and `quantity`. */
export const deliveryQuery = (plan: Table): string => `
  SELECT coalesce(d."item", o."item") AS "item", coalesce(d."location", o."location") AS "location",
    o."enddate" AS "moment", o."quantity"
  FROM ${plan('input.deliveryorder')} AS o LEFT JOIN "planned" AS d ON d."name" = o."demand"
  WHERE o."status" IS DISTINCT FROM 'closed' AND (o."demand" IS NULL OR d."name" IS NOT NULL)`
