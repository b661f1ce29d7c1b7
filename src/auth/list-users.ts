/** Lists users with their memberships, for administrators. */
import type { ListedUser } from '../contract/access.ts'
import { datetimeJson } from '../data/record-sql.ts'
import type { ControlDatabase } from '../database/database.ts'

/** Returns all users, each with its memberships of the given scenarios alone. */
export async function listUsers(
  database: ControlDatabase,
  scenarios: readonly string[],
  signal: AbortSignal,
): Promise<readonly ListedUser[]> {
  const { rows } = await database.query<{ user: string }>(
    {
      text: `
        SELECT json_build_object('id', u."id", 'username', u."username", 'first_name', u."first_name",
          'last_name', u."last_name", 'email', u."email", 'language', u."language",
          'last_login', ${datetimeJson('u."last_login"')}, 'date_joined', ${datetimeJson('u."date_joined"')},
          'has_password', u."password" IS NOT NULL,
          'has_second_factor', EXISTS (SELECT FROM control."totp" t WHERE t."user" = u."id" AND t."confirmed" IS NOT NULL)
            OR EXISTS (SELECT FROM control."passkey" k WHERE k."user" = u."id"),
          'scenarios', coalesce((
            SELECT json_object_agg(m."scenario", json_build_object('active', m."is_active",
              'superuser', m."is_superuser",
              'groups', coalesce((SELECT json_agg(g."name" ORDER BY g."name") FROM control."membershipgroup" mg
                JOIN control."group" g ON g."id" = mg."group"
                WHERE mg."user" = m."user" AND mg."scenario" = m."scenario"), '[]'),
              'permissions', coalesce((SELECT json_agg(p."permission" ORDER BY p."permission")
                FROM control."membershippermission" p
                WHERE p."user" = m."user" AND p."scenario" = m."scenario"), '[]')))
            FROM control."membership" m WHERE m."user" = u."id" AND m."scenario" = ANY ($1)), '{}'))::text AS "user"
        FROM control."user" u ORDER BY u."username"`,
      values: [scenarios],
    },
    { signal },
  )
  return rows.map(({ user }): ListedUser => JSON.parse(user))
}

/** Returns the users who may open each scenario, for administrators of its users. */
export async function usersOf(
  database: ControlDatabase,
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly { readonly username: string; readonly superuser: boolean }[]>> {
  const { rows } = await database.query<{ name: string; username: string; superuser: boolean }>({
    text: `SELECT m."scenario" AS "name", u."username", m."is_superuser" AS "superuser"
      FROM control."membership" m JOIN control."user" u ON u."id" = m."user"
      WHERE m."is_active" AND m."scenario" = ANY ($1) ORDER BY m."scenario", u."username"`,
    values: [names],
  })
  return new Map(
    [...Map.groupBy(rows, ({ name }) => name)].map(([name, members]) => [
      name,
      members.map(({ username, superuser }) => ({ username, superuser })),
    ]),
  )
}
