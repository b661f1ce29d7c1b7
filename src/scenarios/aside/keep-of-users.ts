/** What a promote keeps of the users of production: followers and notifications. */
import { followedSinceSql } from '../../data/history/followed-since.ts'
import { qualified } from '../../database/identifiers.ts'
import { lastCommonSql } from '../common-log.ts'

/**
 * Returns the relations of rows of production that the new data has instead of those of the scenario. `copied` is a
 * schema with its comments and its log.
 *
 * - Followers. Changes of the scenario since both diverged are news for them, earlier ones are not.
 * - Pending notifications whose comment is the same in both scenarios.
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
  ])
}
