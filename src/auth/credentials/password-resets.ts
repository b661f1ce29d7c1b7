/**
 * Links by which users give themselves a new password: made by administrators, good once and for a day. The database
 * holds the hash of the token only, and one link per user.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import { fieldErrors, ServiceError } from '../../errors/service-error.ts'
import { passwordFaults } from './password-rules.ts'
import { hashPassword } from './passwords.ts'

const linkLifetimeHours = 24

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Makes the link of a user; an earlier one is good no longer. `expires` is a moment in UTC. */
export async function createPasswordReset(
  database: Database,
  userId: number,
): Promise<{ readonly token: string; readonly expires: string }> {
  const token = randomBytes(32).toString('base64url')
  return database.withTransaction(async (client) => {
    await client.query('DELETE FROM control."passwordreset" WHERE "user" = $1 OR "expires" < now()', [userId])
    const { rows } = await client.query<{ expires: string }>(
      `INSERT INTO control."passwordreset" ("token", "user", "expires")
      VALUES ($1, $2, now() + make_interval(hours => $3))
      RETURNING to_char("expires" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "expires"`,
      [hashOf(token), userId, linkLifetimeHours],
    )
    return { token, expires: rows[0]!.expires }
  })
}

interface ResetOwner {
  readonly id: number
  readonly username: string
  readonly email: string | null
}

/** Whose link it is; undefined for one that is used, too old, or was none. */
export async function passwordResetOwner(database: Database, token: string): Promise<ResetOwner | undefined> {
  const { rows } = await database.query<ResetOwner>({
    text: `SELECT u."id", u."username", u."email" FROM control."passwordreset" r
      JOIN control."user" u ON u."id" = r."user" WHERE r."token" = $1 AND r."expires" > now()`,
    values: [hashOf(token)],
  })
  return rows[0]
}

/**
 * Sets the password of the user whose link it is, and ends the link. Throws `not_found` for a link that is not good,
 * `invalid_record` for a weak password, which leaves the link as it was.
 */
export async function usePasswordReset(database: Database, token: string, password: string): Promise<void> {
  const owner = await passwordResetOwner(database, token)
  if (owner === undefined) throw new ServiceError('not_found')
  const faults = passwordFaults(password, owner)
  if (faults.length > 0) throw fieldErrors({ password: faults })
  const hash = await hashPassword(password)
  await database.withTransaction(async (client) => {
    const { rowCount } = await client.query(
      'DELETE FROM control."passwordreset" WHERE "token" = $1 AND "expires" > now()',
      [hashOf(token)],
    )
    // Somebody else was quicker with the same link.
    if (rowCount !== 1) throw new ServiceError('not_found')
    await client.query(
      'UPDATE control."user" SET "password" = $2, "lastmodified" = LOCALTIMESTAMP(6) WHERE "id" = $1',
      [owner.id, hash],
    )
  })
}
