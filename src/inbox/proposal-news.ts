/** Events by others of the proposals that a user follows, and conflicts found by the service, as items of the inbox. */
import type { ControlDatabase } from '../database/database.ts'
import { followsProposal } from '../proposals/followers.ts'
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

/** Scenarios that a user may open, and those in which the user may also view proposals of others. */
export interface OpenScenarios {
  readonly open: readonly string[]
  readonly seeing: readonly string[]
}

/**
 * Returns SQL for the events by others of the proposals that the user may view. The parameters are those of
 * `OpenScenarios`.
 */
const news = (
  open: string,
  seeing: string,
): string => `control."proposalevent" e JOIN control."proposal" p ON p."id" = e."proposal"
  WHERE p."scenario" = ANY (${open}) AND (p."author" = $1 OR p."scenario" = ANY (${seeing}))
    AND e."user" IS DISTINCT FROM $1 AND e."kind" <> 'created' AND ${followsProposal('$1')}`

export async function proposalNews(
  database: ControlDatabase,
  query: FeedQuery,
  { open, seeing }: OpenScenarios,
): Promise<readonly ProposalItem[]> {
  const { rows } = await database.query<ProposalItem & Record<string, unknown>>({
    text: `SELECT ${id} AS "id", p."id"::float8 AS "proposal", p."title", e."kind" AS "event", e."text", u."username" AS "user",
        p."scenario", ${momentText('e."created"')} AS "moment", ${read} AS "read"
      FROM (SELECT e.*, p."scenario" FROM ${news('$8', '$9')}) e JOIN control."proposal" p ON p."id" = e."proposal"
      LEFT JOIN control."user" u ON u."id" = e."user"
      WHERE ${comesAfter('e."created"', id)} AND (NOT $6::boolean OR NOT ${read})
      ORDER BY e."created" DESC, ${id} COLLATE "C" DESC LIMIT $7`,
    values: [...valuesOf(query), open, seeing],
  })
  return rows.map((row) =>
    Object.assign({ kind: 'proposal' as const, route: `/proposals/${row.proposal}` }, row),
  )
}

export async function unreadProposals(
  database: ControlDatabase,
  userId: number,
  { until, ids }: ReadMarks,
  { open, seeing }: OpenScenarios,
): Promise<number> {
  const { rows } = await database.query<{ unread: number }>({
    text: `SELECT count(*)::integer AS "unread" FROM ${news('$4', '$5')} AND NOT ${read}`,
    values: [userId, until, ids, open, seeing],
  })
  return rows[0]?.unread ?? 0
}
