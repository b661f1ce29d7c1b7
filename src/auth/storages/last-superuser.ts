/** Ensures that production keeps at least one superuser, because no other user could grant that permission again. */
import type pg from 'pg'
import { ServiceError } from '../../errors/service-error.ts'

type Client = Pick<pg.ClientBase, 'query'>

/**
 * Returns the superusers of production and locks their memberships until the end of the transaction, so that two of
 * them cannot revoke the permission from each other.
 */
async function superusers(client: Client): Promise<readonly number[]> {
  const { rows } = await client.query<{ user: number }>(
    `SELECT "user" FROM control."membership"
    WHERE "scenario" = 'default' AND "is_active" AND "is_superuser" ORDER BY "user" FOR UPDATE`,
  )
  return rows.map(({ user }) => user)
}

/**
 * Returns whether a user is a superuser of production, but not the only one. Locks the superusers like `keepSuperuser`
 * if the user is one; sign-ins of others do not wait for them.
 */
export async function isOneOfSuperusers(client: Client, userId: number): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT FROM control."membership"
    WHERE "user" = $1 AND "scenario" = 'default' AND "is_active" AND "is_superuser"`,
    [userId],
  )
  if (rows.length === 0) return false
  const all = await superusers(client)
  return all.length > 1 && all.includes(userId)
}

/** Runs a change of memberships. Throws `last_superuser` if no superuser remains; users in `leaving` do not count. */
export async function keepSuperuser(
  client: Client,
  leaving: readonly number[],
  change: () => Promise<void>,
): Promise<void> {
  const before = await superusers(client)
  await change()
  if (before.length === 0) return
  const gone = new Set(leaving)
  const left = (await superusers(client)).filter((user) => !gone.has(user))
  if (left.length === 0) throw new ServiceError('last_superuser')
}
