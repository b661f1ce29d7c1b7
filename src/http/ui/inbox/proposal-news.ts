/**
 * What others have done with proposals, as items of the inbox: of own ones, of those one has had to do with, and of those
 * that wait for an approval of one's group.
 */
import type { Database } from '../../../database/database.ts'
import { comesAfter, type FeedItem, type FeedQuery, isRead, momentText, valuesOf } from './feed.ts'
import type { ReadMarks } from './read-marks.ts'

interface ProposalItem extends FeedItem {
  readonly proposal: number
  readonly title: string
  readonly event: string
  readonly text: string
  readonly user: string | null
}

const id = `('proposal:' || e."id")`
const read = isRead('e."created"', id)

/**
 * Events of others in scenarios that the user may open. The second parameter of a statement, `scenarios`, are their names.
 */
const news = (
  scenarios: string,
): string => `control."proposalevent" e JOIN control."proposal" p ON p."id" = e."proposal"
  WHERE p."scenario" = ANY (${scenarios}) AND e."user" IS DISTINCT FROM $1 AND e."kind" <> 'created' AND (
    p."author" = $1
    OR EXISTS (SELECT FROM control."proposalevent" o WHERE o."proposal" = p."id" AND o."user" = $1)
    OR EXISTS (
      SELECT FROM control."membershipgroup" m JOIN control."group" g ON g."id" = m."group"
      WHERE m."user" = $1 AND m."scenario" = p."scenario" AND g."name" = ANY (p."reviewers")))`

export async function proposalNews(
  database: Database,
  query: FeedQuery,
  scenarios: readonly string[],
): Promise<readonly ProposalItem[]> {
  const { rows } = await database.query<ProposalItem & Record<string, unknown>>({
    text: `SELECT ${id} AS "id", p."id"::float8 AS "proposal", p."title", e."kind" AS "event", e."text", u."username" AS "user",
        p."scenario", ${momentText('e."created"')} AS "moment", ${read} AS "read"
      FROM (SELECT e.*, p."scenario" FROM ${news('$8')}) e JOIN control."proposal" p ON p."id" = e."proposal"
      LEFT JOIN control."user" u ON u."id" = e."user"
      WHERE ${comesAfter('e."created"', id)} AND (NOT $6::boolean OR NOT ${read})
      ORDER BY e."created" DESC, ${id} COLLATE "C" DESC LIMIT $7`,
    values: [...valuesOf(query), scenarios],
  })
  return rows.map((row) => Object.assign({ kind: 'proposal', route: `/proposals/${row.proposal}` }, row))
}

export async function unreadProposals(
  database: Database,
  userId: number,
  { until, ids }: ReadMarks,
  scenarios: readonly string[],
): Promise<number> {
  const { rows } = await database.query<{ unread: number }>({
    text: `SELECT count(*)::integer AS "unread" FROM ${news('$4')} AND NOT ${read}`,
    values: [userId, until, ids, scenarios],
  })
  return rows[0]?.unread ?? 0
}
