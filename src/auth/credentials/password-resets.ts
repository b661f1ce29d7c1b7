/**
 * Links with which users set a new password: created by administrators, valid once and for a day. The database stores
 * only the hash of the token, and one link per user.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { ControlDatabase } from '../../database/database.ts'
import { fieldErrors, ServiceError } from '../../errors/service-error.ts'
import { passwordFaults } from './password-rules.ts'
import { hashPassword } from './passwords.ts'

const linkLifetimeHours = 24

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Creates the link of a user and invalidates a previous one. `expires` is a time in UTC. */
export async function createPasswordReset(
  database: ControlDatabase,
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

/** Returns the user of a link; undefined if the link is used, expired or unknown. */
export async function passwordResetOwner(
  database: ControlDatabase,
  token: string,
): Promise<ResetOwner | undefined> {
  const { rows } = await database.query<ResetOwner>({
    text: `SELECT u."id", u."username", u."email" FROM control."passwordreset" r
      JOIN control."user" u ON u."id" = r."user" WHERE r."token" = $1 AND r."expires" > now()`,
    values: [hashOf(token)],
  })
  return rows[0]
}

/**
 * Sets the password of the user of the link, and invalidates the link. Throws `not_found` for an invalid link, and
 * `invalid_record` for a weak password, after which the link stays valid.
 */
export async function usePasswordReset(
  database: ControlDatabase,
  token: string,
  password: string,
): Promise<void> {
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
    // A concurrent request has used the same link.
    if (rowCount !== 1) throw new ServiceError('not_found')
    await client.query(
      'UPDATE control."user" SET "password" = $2, "lastmodified" = LOCALTIMESTAMP(6) WHERE "id" = $1',
      [owner.id, hash],
    )
  })
}
