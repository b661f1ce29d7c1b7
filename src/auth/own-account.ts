/** Reads the data of a user's own account. */
import type { ControlDatabase } from '../database/database.ts'

export interface OwnAccount {
  readonly first_name: string | null
  readonly last_name: string | null
  readonly email: string | null
  readonly stored_language: string
  readonly theme: string
  readonly default_scenario: string | null
}

/** Returns the account; undefined if it was deleted in the meantime. */
export async function readOwnAccount(
  database: ControlDatabase,
  userId: number,
): Promise<OwnAccount | undefined> {
  const { rows } = await database.query<OwnAccount>({
    name: 'http_own_account',
    text: `SELECT "first_name", "last_name", "email", "language" AS "stored_language", "theme", "default_scenario"
        FROM control."user" WHERE "id" = $1`,
    values: [userId],
  })
  return rows[0]
}
