/** Who is told in the inbox what becomes of a proposal: users who follow it by themselves, and those who have said so. */
import type pg from 'pg'
import type { DataContext } from '../data/context.ts'
import { readProposal } from './read-proposals.ts'

/**
 * SQL that tells whether a user follows the proposal `p`. Authors, members of the groups that are asked for an approval and
 * all who have had to do with it do, unless they have said otherwise.
 * @param user SQL of the number of the user
 */
export const followsProposal = (user: string): string => `coalesce(
    (SELECT f."follows" FROM control."proposalfollower" f WHERE f."proposal" = p."id" AND f."user" = ${user}),
    p."author" = ${user}
    OR EXISTS (SELECT FROM control."proposalevent" o WHERE o."proposal" = p."id" AND o."user" = ${user})
    OR EXISTS (
      SELECT FROM control."membershipgroup" m JOIN control."group" g ON g."id" = m."group"
      WHERE m."user" = ${user} AND m."scenario" = p."scenario" AND g."name" = ANY (p."reviewers")),
    false)`

/** Starts or stops news of a proposal for a user. Throws `unknown_proposal`. */
export async function followProposal(
  { database, scenario, signal }: DataContext,
  id: number,
  { user, follows }: { readonly user: number; readonly follows: boolean },
): Promise<void> {
  await database.withTransaction(
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

/** Whoever says something about a proposal is told again what others say, also after having ended it before. */
export async function followAgain(client: pg.ClientBase, id: number, user: number | null): Promise<void> {
  await client.query(
    `DELETE FROM control."proposalfollower" WHERE "proposal" = $1 AND "user" = $2 AND NOT "follows"`,
    [id, user],
  )
}

/** Upper limit of followers that are listed. */
const maxFollowers = 100

/** The first users who follow a proposal, by number. Members of groups that are asked for an approval are not listed. */
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

/** Whether a user follows a proposal. */
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
