/** What a promote keeps of the users of production: followers, notifications, mentions, notes on exceptions. */
import type pg from 'pg'
import { followedSinceSql } from '../../data/history/followed-since.ts'
import { qualified } from '../../database/identifiers.ts'
import { lastCommonSql } from '../common-log.ts'

/**
 * Returns the relations of rows of production that the new data has instead of those of the scenario. `copied` is a
 * schema with its comments and its log.
 *
 * - Followers. Changes of the scenario since both diverged are news for them, earlier ones are not.
 * - Pending notifications whose comment is the same in both scenarios.
 * - News of plans that are in both logs. Those of the scenario are for its own followers, who have them there.
 */
export function productionsOwn(copied: string, destination: string): ReadonlyMap<string, string> {
  const of = (table: string): string => qualified(destination, table)
  const since = `least(${followedSinceSql(destination)}, (SELECT ${lastCommonSql(copied, destination)}))`
  return new Map([
    [
      'follower',
      `(SELECT r.* FROM ${of('follower')} f
        CROSS JOIN LATERAL jsonb_populate_record(f, jsonb_build_object('since', ${since})) r)`,
    ],
    [
      'notification',
      `(SELECT n.* FROM ${of('notification')} n WHERE n."comment" IS NULL OR EXISTS (
        SELECT FROM ${of('comment')} d
        JOIN ${qualified(copied, 'comment')} s USING ("id", "lastmodified", "object_pk") WHERE d."id" = n."comment"))`,
    ],
    [
      'plannotice',
      `(SELECT n.* FROM ${of('plannotice')} n WHERE EXISTS (
        SELECT FROM ${of('changeset')} d
        JOIN ${qualified(copied, 'changeset')} s USING ("id", "created", "channel") WHERE d."id" = n."changeset"))`,
    ],
  ])
}

/**
 * Adds to the new data, in `schema`, what the users of production have noted since the copy: mentions in comments that
 * are in both scenarios, and states of exceptions, of which the latest counts.
 */
export async function addProductionsOwn(
  client: pg.ClientBase,
  { schema, destination }: { readonly schema: string; readonly destination: string },
): Promise<void> {
  await client.query(
    `INSERT INTO ${qualified(schema, 'mention')} ("comment", "user")
     SELECT m."comment", m."user" FROM ${qualified(destination, 'mention')} m
     JOIN ${qualified(destination, 'comment')} d ON d."id" = m."comment"
     JOIN ${qualified(schema, 'comment')} s ON s."id" = d."id" AND s."content_type" = d."content_type"
       AND s."object_pk" = d."object_pk" AND s."user" IS NOT DISTINCT FROM d."user" AND s."comment" = d."comment"
     ON CONFLICT DO NOTHING`,
  )
  const columns = ['status', 'until', 'assignee', 'note', 'user', 'changed'] as const
  const names = columns.map((name) => `"${name}"`).join(', ')
  await client.query(
    `INSERT INTO ${qualified(schema, 'exceptionstate')} AS t ("id", ${names})
     SELECT "id", ${names} FROM ${qualified(destination, 'exceptionstate')}
     ON CONFLICT ("id") DO UPDATE SET ${columns.map((name) => `"${name}" = excluded."${name}"`).join(', ')}
       WHERE excluded."changed" > t."changed"`,
  )
}
