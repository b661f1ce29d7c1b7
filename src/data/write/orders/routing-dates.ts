/**
 * Dates of an order and of its steps stay together: steps move by as much as their order is moved, and an order spans its
 * steps when one of them is moved. What the same write says of a date stands.
 */
import type { Entity } from '../../../model/entity.ts'
import { stage } from '../intake/staging.ts'
import { type Consequence, loggedUpdate } from '../log/logged.ts'

export interface RoutingDates {
  readonly orders: Entity
  /** The table of orders. */
  readonly table: string
  /** The staged orders as they were: `reference`, `startdate`, `enddate`. */
  readonly before: string
}

const isOpen = (alias: string): string => `${alias}."status" NOT IN ('completed', 'closed')`

/** Moves steps with their orders and lets orders span their steps. */
export async function moveRoutings(
  write: Consequence,
  { orders, table, before }: RoutingDates,
): Promise<void> {
  const { client } = write
  const moved = `SELECT t."reference", t."owner", t."type",
      CASE WHEN t."enddate" IS DISTINCT FROM b."enddate" THEN t."enddate" - b."enddate" ELSE t."startdate" - b."startdate" END AS "by"
    FROM ${table} t JOIN ${before} b ON b."reference" = t."reference"
    WHERE ROW(t."startdate", t."enddate") IS DISTINCT FROM ROW(b."startdate", b."enddate")`
  const isMoved = `FROM (${moved}) m WHERE m."type" IN ('MO', 'WO')`
  // Most writes move nothing, and a temporary table costs more than to find that out.
  const { rows } = await client.query<{ any: boolean }>(`SELECT EXISTS (SELECT ${isMoved}) AS "any"`)
  if (!rows[0]!.any) return
  await client.query(`CREATE TEMPORARY TABLE "_moved" ON COMMIT DROP AS SELECT * ${isMoved}`)
  // Steps look their order up, one by one.
  await client.query('CREATE INDEX ON pg_temp."_moved" ("reference"); ANALYZE pg_temp."_moved"')
  const isStaged = `o."reference" IN (SELECT "reference" FROM ${stage})`
  const shift = `(SELECT m."by" FROM pg_temp."_moved" m WHERE m."reference" = o."owner")`
  await loggedUpdate(
    write,
    orders,
    { startdate: `o."startdate" + ${shift}`, enddate: `o."enddate" + ${shift}` },
    `o."type" = 'WO' AND o."owner" IN (SELECT m."reference" FROM pg_temp."_moved" m) AND ${isOpen('o')} AND NOT ${isStaged} AND ${shift} IS NOT NULL`,
  )
  const span = (bound: string): string =>
    `(SELECT ${bound} FROM ${table} c WHERE c."owner" = o."reference" AND c."type" = 'WO')`
  const [start, end] = [span('min(c."startdate")'), span('max(c."enddate")')]
  await loggedUpdate(
    write,
    orders,
    { startdate: `coalesce(${start}, o."startdate")`, enddate: `coalesce(${end}, o."enddate")` },
    `o."reference" IN (SELECT m."owner" FROM pg_temp."_moved" m WHERE m."type" = 'WO') AND ${isOpen('o')} AND NOT ${isStaged}
        AND ROW(o."startdate", o."enddate") IS DISTINCT FROM ROW(coalesce(${start}, o."startdate"), coalesce(${end}, o."enddate"))`,
  )
  await client.query('DROP TABLE pg_temp."_moved"')
}
