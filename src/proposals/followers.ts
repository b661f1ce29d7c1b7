/** Followers of a proposal, who are notified in the inbox: users who follow it automatically or by their own choice. */
import type pg from 'pg'
import type { DataContext } from '../data/context.ts'
import { readProposal } from './read-proposals.ts'

/**
 * Returns the SQL condition that a user follows the proposal `p`. Authors, members of the groups whose approval is
 * requested and all users with an event of the proposal follow it, unless they have stopped following.
 * @param user SQL of the id of the user
 */
export const followsProposal = (user: string): string => `coalesce(
    (SELECT f."follows" FROM control."proposalfollower" f WHERE f."proposal" = p."id" AND f."user" = ${user}),
    p."author" = ${user}
    OR EXISTS (SELECT FROM control."proposalevent" o WHERE o."proposal" = p."id" AND o."user" = ${user})
    OR EXISTS (
      SELECT FROM control."membershipgroup" m JOIN control."group" g ON g."id" = m."group"
      WHERE m."user" = ${user} AND m."scenario" = p."scenario" AND g."name" = ANY (p."reviewers")),
    false)`

/** Starts or stops notifications about a proposal for a user. Throws `unknown_proposal`. */
export async function followProposal(
  { control, scenario, signal }: DataContext,
  id: number,
  { user, follows }: { readonly user: number; readonly follows: boolean },
): Promise<void> {
  await control.withTransaction(
    async (client) => {
      await readProposal(client, scenario, id, { lock: true })
      await client.query(
        `INSERT INTO control."proposalfollower" ("proposal", "user", "follows") VALUES ($1, $2, $3)
         ON CONFLICT ("proposal", "user") DO UPDATE SET "follows" = excluded."follows"`,
        [id, user, follows],
      )
    },
    { signal },
  )
}

/** Makes a user who comments on a proposal a follower again, even if the user has stopped following. */
export async function followAgain(client: pg.ClientBase, id: number, user: number | null): Promise<void> {
  await client.query(
    `DELETE FROM control."proposalfollower" WHERE "proposal" = $1 AND "user" = $2 AND NOT "follows"`,
    [id, user],
  )
}

/** Maximum number of followers listed. */
const maxFollowers = 100

/** Returns the first followers of a proposal, by id. Members of groups whose approval is requested are not listed. */
export async function readFollowers(
  client: Pick<pg.ClientBase, 'query'>,
  id: number,
): Promise<readonly number[]> {
  const { rows } = await client.query<{ user: number }>(
    `SELECT u."user"::float8 AS "user" FROM (
       SELECT "author" AS "user" FROM control."proposal" WHERE "id" = $1
       UNION SELECT "user" FROM control."proposalevent" WHERE "proposal" = $1
       UNION SELECT "user" FROM control."proposalfollower" WHERE "proposal" = $1) u
     WHERE u."user" IS NOT NULL AND NOT EXISTS (
       SELECT FROM control."proposalfollower" f WHERE f."proposal" = $1 AND f."user" = u."user" AND NOT f."follows")
     ORDER BY u."user" LIMIT ${maxFollowers}`,
    [id],
  )
  return rows.map(({ user }) => user)
}

/** Returns whether a user follows a proposal. */
export async function isFollower(
  client: Pick<pg.ClientBase, 'query'>,
  id: number,
  user: number,
): Promise<boolean> {
  const { rows } = await client.query<{ follows: boolean }>(
    `SELECT ${followsProposal('$2')} AS "follows" FROM control."proposal" p WHERE p."id" = $1`,
    [id, user],
  )
  return rows[0]?.follows ?? false
}
