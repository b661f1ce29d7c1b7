/** SQL of planned sales orders and their deliveries, shared by all reports of demand. */
import { isDemandToPlan } from '../load/demands.ts'
import { type Figures, onlyKeys, type Table } from './report.ts'

/**
 * Returns the CTE `planned`: open orders and quotes. It is read anew wherever it is used, because keys and other
 * conditions then select the rows by an index, and several processes can read them.
 */
export const plannedTable = (plan: Table): string => `"planned" AS NOT MATERIALIZED (
  SELECT d."name", d."item", d."location", d."due", coalesce(d."quantity", 0) AS "quantity"
  FROM ${plan('input.demand')} AS d WHERE ${isDemandToPlan('d')})`

const hasKey = 'd."item" IS NOT NULL AND d."location" IS NOT NULL'
const lacksKey = '(d."item" IS NULL OR d."location" IS NULL)'
const counts = `o."status" IS DISTINCT FROM 'closed'`

const both = (first: string, second: string): string => `${first}\n  UNION ALL ${second}`

/**
 * What a delivery `o` takes off the backlog of its order `d`, and when: not before the order is due, and together with
 * the deliveries before it no more than the quantity of the order. A minimum shipment can be larger.
 */
const owedColumns = `CASE WHEN d."name" IS NOT NULL THEN least(o."quantity", greatest(0, d."quantity" + o."quantity"
      - sum(o."quantity") OVER (PARTITION BY d."name" ORDER BY o."enddate", o."reference"))) END AS "owed",
    CASE WHEN d."name" IS NOT NULL THEN greatest(o."enddate", d."due") END AS "owed_at"`

/** Key, moment and quantity of a delivery `o` of an order `d`; what the order does not say, the delivery does. */
const deliveryColumns = `coalesce(d."item", o."item") AS "item", coalesce(d."location", o."location") AS "location",
    o."enddate" AS "moment", o."quantity", ${owedColumns}`

/** Returns SQL that joins rows to the asked keys by the columns of two expressions. */
type Only = (item: string, location: string) => string

const everyKey: Only = () => ''

/**
 * Returns SQL of the deliveries whose key is not that of their order: `item`, `location`, `moment`, `quantity`, `owed`
 * and `owed_at`. They have no order, or its item or location is not given.
 */
const ownDeliveries = (plan: Table, only: Only): string =>
  both(
    `
  SELECT ${deliveryColumns}
  FROM "planned" AS d JOIN ${plan('input.deliveryorder')} AS o ON o."demand" = d."name"
  ${only('coalesce(d."item", o."item")', 'coalesce(d."location", o."location")')} WHERE ${counts} AND ${lacksKey}`,
    `
  SELECT o."item", o."location", o."enddate", o."quantity", NULL::float8, NULL::timestamp
  FROM ${plan('input.deliveryorder')} AS o ${only('o."item"', 'o."location"')}
  WHERE ${counts} AND o."demand" IS NULL`,
  )

/**
 * Returns SQL of all keys of planned orders and deliveries: `item` and `location`. Most deliveries have the key of
 * their order; only the others are searched for further keys.
 */
export const demandKeys = (plan: Table): string => `
    SELECT * FROM (SELECT DISTINCT "item", "location" FROM "planned") AS p
    UNION
    SELECT e."item", e."location" FROM (${ownDeliveries(plan, everyKey)}) AS e`

/**
 * Returns the CTE `orders`: the planned orders of the asked keys. Those of few keys are found once; all orders are read
 * anew wherever they are used, like `planned`. Orders without item or location are found separately: a comparison that
 * holds for nulls too would read all orders.
 * @param nullable whether orders without item or location count
 */
export function orderTable(asked: Figures, nullable: boolean): string {
  if (asked.keys === undefined) {
    return `"orders" AS NOT MATERIALIZED (SELECT d.* FROM "planned" AS d${nullable ? '' : ` WHERE ${hasKey}`})`
  }
  const only = (withNulls: boolean): string =>
    onlyKeys(asked, { item: 'd."item"', location: 'd."location"' }, withNulls)
  const withKey = `SELECT d.* FROM "planned" AS d ${only(false)}`
  const rows = nullable
    ? both(withKey, `SELECT d.* FROM "planned" AS d ${only(true)} WHERE ${lacksKey}`)
    : withKey
  return `"orders" AS MATERIALIZED (${rows})`
}

/**
 * Returns SQL of the deliveries of planned orders, and of those without an order, of the asked keys: `item`,
 * `location`, `moment` and `quantity`; and what they take off the backlog of their order, `owed` at `owed_at`, both null
 * without an order. It needs the CTE `orders`.
 * @param nullable whether deliveries without item or location count
 */
export function deliveriesOfKeys(asked: Figures, nullable: boolean): string {
  const { plan, keys } = asked
  if (keys === undefined) {
    return `
  SELECT ${deliveryColumns}
  FROM ${plan('input.deliveryorder')} AS o LEFT JOIN "planned" AS d ON d."name" = o."demand"
  WHERE ${counts} AND (o."demand" IS NULL OR d."name" IS NOT NULL)`
  }
  const ofOrders = `
  SELECT d."item", d."location", o."enddate" AS "moment", o."quantity", ${owedColumns}
  FROM "orders" AS d JOIN ${plan('input.deliveryorder')} AS o ON o."demand" = d."name"
  WHERE ${counts} AND ${hasKey}`
  return both(
    ofOrders,
    ownDeliveries(plan, (item, location) => onlyKeys(asked, { item, location }, nullable)),
  )
}
