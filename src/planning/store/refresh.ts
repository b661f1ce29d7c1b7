/** Updates the computed fields of records that stay: orders that are not proposals, sales orders, items, resources. */
import type pg from 'pg'
import { copyLines } from '../../data/write/computed/copy-rows.ts'
import { type Consequence, loggedUpdate } from '../../data/write/log/logged.ts'
import { identifier, literal } from '../../database/identifiers.ts'
import { requireEntity } from '../../model/model.ts'
import type { OrderRow } from '../../planner/input.ts'
import type { DemandResult, ItemResult, OrderResult } from '../../planner/result/result.ts'
import { isLateSql } from '../../rules/late.ts'
import { isDemandToPlan } from '../load/demands.ts'
import { type PlanTables, planEntities } from './plan-tables.ts'
import { type DeliveryChanges, refreshDemands } from './refresh-demands.ts'
import { demandShape, existingShape, itemShape, loadedShape } from './plan-rows.ts'
import type { RowShape } from './row-shape.ts'

export interface Refreshed {
  /** Number of changed records, by entity. */
  readonly updated: ReadonlyMap<string, number>
  readonly deliveries: DeliveryChanges
  /** References of the approved orders whose dates others have changed since they were loaded: they keep them. */
  readonly overtaken: readonly string[]
}

export interface Computed {
  /** Orders that are not proposals. */
  readonly orders: Iterable<OrderResult>
  readonly demands: Iterable<DemandResult>
  readonly items: Iterable<ItemResult>
  /** Orders as they were loaded, if others may have changed them since. */
  readonly loaded?: readonly OrderRow[] | undefined
  /** Names of all records that may have changed, if only a part of the plan is stored. */
  readonly scope?: RefreshScope
}

export interface RefreshScope {
  readonly demands: readonly string[]
  readonly items: readonly string[]
  readonly resources: readonly string[]
}

export async function refresh(
  write: Consequence,
  tables: PlanTables,
  computed: Computed,
): Promise<Refreshed> {
  const { client } = write
  const { scope } = computed
  await stage(client, 'orders', tables.orders, existingShape, computed.orders)
  await stage(client, 'demands', tables.demands, demandShape, computed.demands)
  await stage(client, 'items', tables.items, itemShape, computed.items)
  const overtaken = await findOvertaken(client, tables, computed.loaded)
  await moveApproved(write, overtaken)
  const orders = await client.query(
    `UPDATE ${tables.orders} AS t
     SET "criticality" = s."criticality", "delay" = s."delay", "color" = s."color", "demands" = s."demands",
       "resource_names" = s."resource_names", "plan" = s."plan", "lastmodified" = LOCALTIMESTAMP(6)
     FROM pg_temp."_plan_orders" AS s
     WHERE t."reference" = s."reference" AND t."status" IN ('approved', 'confirmed', 'completed')
       AND (t."criticality", t."delay", t."color", t."demands", t."resource_names", t."plan") IS DISTINCT FROM
         (s."criticality", s."delay", s."color", s."demands", s."resource_names", s."plan")`,
  )
  const { changed: demands, ...deliveries } = await refreshDemands(client, tables, scope?.demands)
  const items = await refreshItems(client, tables, scope?.items)
  const resources = await refreshResources(client, tables, scope?.resources)
  const updated = new Map([
    [planEntities.orders, orders.rowCount ?? 0],
    [planEntities.demands, demands],
    [planEntities.items, items],
    [planEntities.resources, resources],
  ])
  return { updated, deliveries, overtaken }
}

async function stage<Row>(
  client: pg.ClientBase,
  name: string,
  table: string,
  shape: RowShape<Row>,
  rows: Iterable<Row>,
): Promise<void> {
  const list = shape.names.map(identifier).join(', ')
  await client.query(
    `CREATE TEMPORARY TABLE "_plan_${name}" ON COMMIT DROP AS SELECT ${list} FROM ${table} WITH NO DATA`,
  )
  await copyLines(client, `pg_temp."_plan_${name}"`, shape.names, shape.lines(rows))
  // Only the key: the other columns are long and are only compared.
  await client.query(`ANALYZE pg_temp."_plan_${name}" (${shape.key.map(identifier).join(', ')})`)
}

/** Returns SQL of a date that the plan assigns to the order `o`. */
const planned = (column: string): string =>
  `(SELECT s."${column}" FROM pg_temp."_plan_orders" AS s WHERE s."reference" = o."reference")`

/** Returns the approved orders whose dates are not those that were loaded. */
async function findOvertaken(
  client: pg.ClientBase,
  tables: PlanTables,
  loaded: Computed['loaded'],
): Promise<readonly string[]> {
  const approved = (loaded ?? []).filter(({ status }) => status === 'approved')
  if (approved.length === 0) return []
  await stage(client, 'loaded', tables.orders, loadedShape, approved)
  // Loaded dates are whole seconds.
  const { rows } = await client.query<{ reference: string }>(
    `SELECT o."reference" FROM pg_temp."_plan_loaded" AS l JOIN ${tables.orders} AS o ON o."reference" = l."reference"
     WHERE o."status" = 'approved' AND (date_trunc('second', o."startdate"), date_trunc('second', o."enddate"))
       IS DISTINCT FROM (l."startdate", l."enddate")
     ORDER BY 1`,
  )
  return rows.map(({ reference }) => reference)
}

/** Moves approved orders. These are records of users, so the change log lists every order that the plan moves. */
async function moveApproved(write: Consequence, except: readonly string[]): Promise<void> {
  const orders = requireEntity(write.context.model, planEntities.orders)
  await loggedUpdate(
    write,
    orders,
    { startdate: planned('startdate'), enddate: planned('enddate') },
    // IN lets PostgreSQL begin with the few orders that are staged; EXISTS with a comparison alone reads all orders.
    `o."status" = 'approved' AND o."reference" <> ALL (${textArray(except)}) AND o."reference" IN (SELECT k."reference" FROM pg_temp."_plan_orders" AS k) AND EXISTS (
       SELECT FROM pg_temp."_plan_orders" AS s
       WHERE s."reference" = o."reference"
         AND (s."startdate", s."enddate") IS DISTINCT FROM (o."startdate", o."enddate"))`,
  )
}

const textArray = (texts: readonly string[]): string => `ARRAY[${texts.map(literal).join(', ')}]::text[]`

/** Updates the days that the stock lasts, and the open sales orders that are late or not planned in full. */
async function refreshItems(
  client: pg.ClientBase,
  tables: PlanTables,
  names?: readonly string[],
): Promise<number> {
  const columns = [
    'periodofcover',
    'latedemandcount',
    'latedemandquantity',
    'latedemandvalue',
    'unplanneddemandcount',
    'unplanneddemandquantity',
    'unplanneddemandvalue',
  ]
  const list = (alias: string): string => columns.map((column) => `${alias}."${column}"`).join(', ')
  const { rowCount } = await client.query(
    `UPDATE ${tables.items} AS t
     SET ${columns.map((column) => `"${column}" = n."${column}"`).join(', ')}, "lastmodified" = LOCALTIMESTAMP(6)
     FROM (
       SELECT i."name", s."periodofcover",
         coalesce(d."late", 0) AS "latedemandcount", coalesce(d."latequantity", 0) AS "latedemandquantity",
         coalesce(d."latequantity", 0) * coalesce(i."cost", 0) AS "latedemandvalue",
         coalesce(d."short", 0) AS "unplanneddemandcount", coalesce(d."missing", 0) AS "unplanneddemandquantity",
         coalesce(d."missing", 0) * coalesce(i."cost", 0) AS "unplanneddemandvalue"
       FROM ${tables.items} AS i
       LEFT JOIN pg_temp."_plan_items" AS s ON s."name" = i."name"
       LEFT JOIN (
         SELECT "item", count(*) FILTER (WHERE ${isLateSql('"delay"')}) AS "late",
           sum("plannedquantity") FILTER (WHERE ${isLateSql('"delay"')}) AS "latequantity",
           count(*) FILTER (WHERE "missing" > 0.000001) AS "short",
           sum("missing") FILTER (WHERE "missing" > 0.000001) AS "missing"
         FROM (
           SELECT "item", "delay", "plannedquantity", "quantity" - coalesce("plannedquantity", 0) AS "missing"
           FROM ${tables.demands} WHERE ${isDemandToPlan()}
             ${isOneOf('"item"', names)}) AS o
         GROUP BY "item") AS d ON d."item" = i."name"
       WHERE true ${isOneOf('i."name"', names)}) AS n
     WHERE n."name" = t."name" AND (${list('t')}) IS DISTINCT FROM (${list('n')})`,
    names === undefined ? [] : [names],
  )
  return rowCount ?? 0
}

/** Returns the SQL condition for names that are passed as the first parameter. */
const isOneOf = (column: string, names: readonly string[] | undefined): string =>
  names === undefined ? '' : `AND ${column} = ANY ($1::text[])`

async function refreshResources(
  client: pg.ClientBase,
  tables: PlanTables,
  names?: readonly string[],
): Promise<number> {
  const { rowCount } = await client.query(
    `UPDATE ${tables.resources} AS t
     SET "overloadcount" = n."overloads", "lastmodified" = LOCALTIMESTAMP(6)
     FROM (
       SELECT r."name", count(p."id")::integer AS "overloads"
       FROM ${tables.resources} AS r
       LEFT JOIN ${tables.problems} AS p ON p."owner" = r."name" AND p."entity" = 'capacity' AND p."name" = 'overload'
       WHERE true ${isOneOf('r."name"', names)}
       GROUP BY r."name") AS n
     WHERE n."name" = t."name" AND t."overloadcount" IS DISTINCT FROM n."overloads"`,
    names === undefined ? [] : [names],
  )
  return rowCount ?? 0
}
