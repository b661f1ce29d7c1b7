/**
 * Notifies followers of the new exceptions on their records: late orders on a followed sales order, stock below its
 * safety stock on a followed item, an order to expedite. New are the exceptions that the previously stored ones do not
 * contain.
 */
import type pg from 'pg'
import type { DataContext } from '../../data/context.ts'
import { qualified } from '../../database/identifiers.ts'
import { mostNoticed, orderTypes } from './plan-notices.ts'

/** Returns SQL of the stored exceptions on followed records: `id`, `rank`, `kind`, `user`, `entity`, `key`. */
const followedExceptions = (
  scenario: string,
): string => `SELECT DISTINCT e."id", e."rank", e."kind", f."user",
    r."entity", r."key"
  FROM ${qualified(scenario, 'planexception')} e
  CROSS JOIN LATERAL (
    SELECT 'input.demand' AS "entity", e."subject" AS "key" WHERE e."kind" IN ('late', 'short')
    UNION ALL SELECT 'input.resource', e."subject" WHERE e."kind" = 'overload'
    UNION ALL SELECT 'input.operation', e."subject" WHERE e."kind" = 'infeasible'
    UNION ALL SELECT 'input.item', e."item" WHERE e."kind" IN ('shortage', 'excess')
    UNION ALL SELECT t."entity", e."subject" FROM unnest(ARRAY[${orderTypes}]) AS t("entity")
      WHERE e."kind" IN ('expedite', 'postpone', 'cancel')
    UNION ALL SELECT 'input.' || split_part(e."id", ':', 2), e."subject" WHERE e."kind" = 'data') r
  JOIN ${qualified(scenario, 'follower')} f ON f."content_type" = r."entity" AND f."object_pk" = r."key"`

/** Returns the ids of the stored exceptions on followed records, as JSON text; undefined if none were ever stored. */
export async function readFollowedExceptions(
  client: pg.ClientBase,
  { scenario }: Pick<DataContext, 'scenario'>,
): Promise<string | undefined> {
  const { rows } = await client.query<{ ids: string }>(
    `SELECT (SELECT coalesce(json_agg(DISTINCT e."id"), '[]')::text FROM (${followedExceptions(scenario)}) e) AS "ids"
      FROM ${qualified(scenario, 'exceptionplan')}`,
  )
  return rows[0]?.ids
}

/**
 * Adds a notice for each follower of a record with an exception that was not stored before.
 * @param before JSON text of the ids that were stored before
 */
export async function addExceptionNotices(
  client: pg.ClientBase,
  { scenario }: Pick<DataContext, 'scenario'>,
  before: string,
): Promise<void> {
  await client.query(
    `INSERT INTO ${qualified(scenario, 'plannotice')} ("changeset", "user", "kind", "total", "changes")
      SELECT p."changeset", n."user", 'exception', count(*)::integer, json_agg(json_build_object(
          'entity', n."entity", 'key', n."key", 'before', NULL, 'after', NULL, 'exception', n."kind") ORDER BY n."place")
        FILTER (WHERE n."place" <= ${mostNoticed})::text
      FROM ${qualified(scenario, 'exceptionplan')} p CROSS JOIN (
        SELECT e.*, row_number() OVER (PARTITION BY e."user" ORDER BY e."rank", e."entity") AS "place"
        FROM (${followedExceptions(scenario)}) e
        WHERE e."id" NOT IN (SELECT jsonb_array_elements_text($1::jsonb))) n
      WHERE p."changeset" IS NOT NULL
      GROUP BY p."changeset", n."user"
      ON CONFLICT ("changeset", "user", "kind") DO NOTHING`,
    [before],
  )
}
