/** Somebody must remain who may do everything in production: nobody else could give that right back. */
import type pg from 'pg'
import { ServiceError } from '../../errors/service-error.ts'

type Client = Pick<pg.ClientBase, 'query'>

/** Superusers of production, held until the transaction ends: two of them must not take it from each other. */
async function superusers(client: Client): Promise<readonly number[]> {
  const { rows } = await client.query<{ user: number }>(
    `SELECT "user" FROM control."membership"
    WHERE "scenario" = 'default' AND "is_active" AND "is_superuser" ORDER BY "user" FOR UPDATE`,
  )
  return rows.map(({ user }) => user)
}

/** Runs a change of memberships. Throws `last_superuser` when nobody is left; users in `leaving` do not count. */
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
