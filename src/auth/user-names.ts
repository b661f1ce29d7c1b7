/** Looks up users by id, for records that name their author. */
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
