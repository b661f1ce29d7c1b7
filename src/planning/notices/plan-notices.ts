/**
 * Notifies followers of the changes that a plan makes to followed records: dates, quantities and lateness, before and
 * after. The values are read before and after a plan is stored, in its transaction: two statements, regardless of the
 * number of followed records.
 */
import type pg from 'pg'
import type { DataContext } from '../../data/context.ts'
import { qualified } from '../../database/identifiers.ts'
import { isLateSql } from '../../rules/late.ts'
import type { PlannedValues } from '../../model/plan-change.ts'
import type { ExceptionKind } from '../../model/exception-kinds.ts'

/** A change, or a new exception, as it is stored. */
export interface NoticedChange {
  readonly entity: string
  readonly key: string
  /** Kind of a new exception on the record; it has no values. */
  readonly exception?: ExceptionKind
  /** Null for an order that the plan added or dropped. */
  readonly before: PlannedValues | null
  readonly after: PlannedValues | null
}

/** Maximum number of changes listed in a notice; further ones are only counted. */
export const mostNoticed = 50
/** Maximum number of records compared per plan; the records followed first are taken. */
const mostFollowed = 20_000

/** SQL of the names of the entities whose records are orders. */
export const orderTypes = `'input.operationplan', 'input.manufacturingorder', 'input.workorder', 'input.purchaseorder',
  'input.distributionorder', 'input.deliveryorder'`

/** Returns SQL of an interval in seconds, rounded to minutes: planners do not care about smaller changes. */
const seconds = (interval: string): string => `(round(extract(epoch FROM ${interval}) / 60) * 60)::float8`

/** Returns SQL of the followed records with their planned values. */
function statesSql(scenario: string): string {
  const table = (name: string): string => qualified(scenario, name)
  return `WITH "followed" AS MATERIALIZED (
      SELECT "content_type" AS "entity", "object_pk" AS "key" FROM ${table('follower')}
      WHERE "object_pk" IS NOT NULL AND "content_type" IN ('input.demand', 'input.item', ${orderTypes})
      GROUP BY 1, 2 ORDER BY min("id") LIMIT ${mostFollowed})
    SELECT f."entity", f."key", json_build_object('end', d."deliverydate", 'quantity', d."plannedquantity",
      'delay', ${seconds('d."delay"')})::jsonb AS "state"
    FROM "followed" f JOIN ${table('demand')} d ON d."name" = f."key" WHERE f."entity" = 'input.demand'
    UNION ALL
    SELECT f."entity", f."key", json_build_object('start', o."startdate", 'end', o."enddate", 'quantity', o."quantity",
      'delay', ${seconds('o."delay"')})::jsonb
    FROM "followed" f JOIN ${table('operationplan')} o ON o."reference" = f."key" WHERE f."entity" IN (${orderTypes})
    UNION ALL
    SELECT f."entity", f."key", json_build_object(
      'quantity', (SELECT coalesce(sum(o."quantity"), 0)::numeric::float8 FROM ${table('operationplan')} o
        WHERE o."item" = f."key" AND o."type" IN ('MO', 'PO', 'DO')),
      'late', (SELECT count(*) FROM ${table('demand')} d WHERE d."item" = f."key" AND ${isLateSql('d."delay"')}),
      'delay', (SELECT ${seconds('max(d."delay")')} FROM ${table('demand')} d WHERE d."item" = f."key"))::jsonb
    FROM "followed" f WHERE f."entity" = 'input.item'`
}

/** Returns the planned values of followed records in the stored plan, as JSON text. */
export async function readFollowedStates(
  client: pg.ClientBase,
  { scenario }: Pick<DataContext, 'scenario'>,
): Promise<string> {
  const { rows } = await client.query<{ states: string }>(
    `SELECT coalesce(json_agg(json_build_array(s."entity", s."key", s."state")), '[]')::text AS "states"
      FROM (${statesSql(scenario)}) s`,
  )
  return rows[0]?.states ?? '[]'
}

/** Adds a notice for each follower of a record whose planned values differ from those before the plan of a change set. */
export async function addPlanNotices(
  client: pg.ClientBase,
  { scenario }: Pick<DataContext, 'scenario'>,
  changeset: number,
  before: string,
): Promise<void> {
  await client.query(
    `INSERT INTO ${qualified(scenario, 'plannotice')} ("changeset", "user", "total", "changes")
      WITH "before" AS (
        SELECT b."value"->>0 AS "entity", b."value"->>1 AS "key", b."value"->2 AS "state"
        FROM jsonb_array_elements($2::jsonb) b),
      "changed" AS MATERIALIZED (
        SELECT coalesce(a."entity", b."entity") AS "entity", coalesce(a."key", b."key") AS "key",
          b."state" AS "before", a."state" AS "after"
        FROM "before" b FULL JOIN (${statesSql(scenario)}) a ON a."entity" = b."entity" AND a."key" = b."key"
        WHERE a."state" IS DISTINCT FROM b."state")
      SELECT $1, n."user", count(*)::integer, json_agg(json_build_object(
          'entity', n."entity", 'key', n."key", 'before', n."before", 'after', n."after") ORDER BY n."place")
        FILTER (WHERE n."place" <= ${mostNoticed})::text
      FROM (
        SELECT u."user", c.*, row_number() OVER (PARTITION BY u."user"
          ORDER BY abs(coalesce((c."after"->>'delay')::float8, 0) - coalesce((c."before"->>'delay')::float8, 0)) DESC,
            c."entity", c."key") AS "place"
        FROM "changed" c JOIN (
          SELECT DISTINCT "user", "content_type", "object_pk" FROM ${qualified(scenario, 'follower')}) u
          ON u."content_type" = c."entity" AND u."object_pk" = c."key") n
      GROUP BY n."user"`,
    [changeset, before],
  )
}
