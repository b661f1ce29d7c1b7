/**
 * Links with which users set a new password: created by administrators, valid once and for a day, until the password is
 * changed, and while the administrator may set the password of the user. The database stores only the hash of the token,
 * and one link per user.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { ControlDatabase } from '../../database/database.ts'
import { fieldErrors, ServiceError } from '../../errors/service-error.ts'
import { type Account, loadAccounts } from '../accounts.ts'
import { mayResetAccess } from '../rights/reach.ts'
import { passwordFaults } from './password-rules.ts'
import { hashPassword } from './passwords.ts'

const linkLifetimeHours = 24

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Creates the link of a user and invalidates a previous one. `expires` is a time in UTC. */
export async function createPasswordReset(
  database: ControlDatabase,
  userId: number,
  creator: number,
): Promise<{ readonly token: string; readonly expires: string }> {
  const token = randomBytes(32).toString('base64url')
  return database.withTransaction(async (client) => {
    await client.query('DELETE FROM control."passwordreset" WHERE "user" = $1 OR "expires" < now()', [userId])
    const { rows } = await client.query<{ expires: string }>(
      `INSERT INTO control."passwordreset" ("token", "user", "creator", "expires")
      VALUES ($1, $2, $3, now() + make_interval(hours => $4))
      RETURNING to_char("expires" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "expires"`,
      [hashOf(token), userId, creator, linkLifetimeHours],
    )
    return { token, expires: rows[0]!.expires }
  })
}

/**
 * Returns the user of a link; undefined if the link is used, expired or unknown, or if its creator may no longer set the
 * password of the user, such as after the user has got more permissions.
 */
export async function passwordResetOwner(
  database: ControlDatabase,
  token: string,
): Promise<Account | undefined> {
  const { rows } = await database.query<{ user: number; creator: number }>({
    text: `SELECT "user", "creator" FROM control."passwordreset"
      WHERE "token" = $1 AND "expires" > now() AND "creator" IS NOT NULL`,
    values: [hashOf(token)],
  })
  const link = rows[0]
  if (link === undefined) return undefined
  // Not from the cache: permissions may have changed just now.
  const accounts = await loadAccounts(database, [link.user, link.creator])
  const [owner, creator] = [accounts.get(link.user), accounts.get(link.creator)]
  return owner !== undefined && creator !== undefined && mayResetAccess(creator, owner) ? owner : undefined
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
      [owner.userId, hash],
    )
  })
}
