/**
 * Looks up users by id, for records that name their author. Statements about a scenario never join the table of users,
 * which is in another database if the scenario is on another server.
 */
import { literal } from '../database/identifiers.ts'
import type { DataContext } from './context.ts'
import type { ControlDatabase } from '../database/database.ts'

export interface NamedUser {
  readonly id: number
  readonly username: string
}

/** Returns a lookup by id; deleted users have only an id. */
export async function namedUsers(
  database: ControlDatabase,
  ids: readonly (number | null)[],
): Promise<(id: number | null) => NamedUser | { readonly id: number } | null> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  const { rows } =
    wanted.length === 0
      ? { rows: [] }
      : await database.query<{ id: number; username: string }>({
          text: 'SELECT "id", "username" FROM control."user" WHERE "id" = ANY ($1::bigint[])',
          values: [wanted],
        })
  const known = new Map(rows.map((user) => [user.id, user]))
  return (id) => (id === null ? null : (known.get(id) ?? { id }))
}

/** Returns the login name of a user that was looked up; null for a deleted user and for none. */
export const usernameIn = (user: NamedUser | { readonly id: number } | null): string | null =>
  user !== null && 'username' in user ? user.username : null

/**
 * Returns the users of a scenario's table as SQL of a relation with the columns `id` and `username`; deleted users are
 * not among them.
 * @param ids SQL of a query of the ids in the scenario, one column
 */
export async function userNamesSql(
  { control, home, signal }: Pick<DataContext, 'control' | 'home' | 'signal'>,
  ids: string,
): Promise<string> {
  const { rows } = await home.query<{ id: number }>(
    { text: `SELECT DISTINCT i."id"::float8 AS "id" FROM (${ids}) AS i ("id") WHERE i."id" IS NOT NULL` },
    { signal },
  )
  const wanted = rows.map(({ id }) => id)
  const nameOf = await namedUsers(control, wanted)
  const known = wanted.map(nameOf)
  return `(SELECT * FROM json_to_recordset(${literal(JSON.stringify(known))}::json) AS j ("id" bigint, "username" text)
    WHERE j."username" IS NOT NULL)`
}
