/** The demo's administrator: made on the first run, and given the password that the environment names. */
import { randomBytes } from 'node:crypto'
import { passwordFaults } from '../auth/credentials/password-rules.ts'
import { verifyPassword } from '../auth/credentials/passwords.ts'
import { changePassword, createSuperuser, findUser } from '../auth/user-accounts.ts'
import type { Database } from '../database/database.ts'
import { messageText } from '../errors/messages.ts'
import { ServiceError } from '../errors/service-error.ts'

export const administrator = 'admin'

export interface Administrator {
  /** Undefined when it was set earlier and is not ours to know. */
  readonly password: string | undefined
  /** Whether the person who started the demo chose it. */
  readonly chosen: boolean
}

/** Throws `usage` for a password that is too weak, before anything is started. */
export function requireStrong(password: string): void {
  const faults = passwordFaults(password, { username: administrator })
  if (faults.length === 0) return
  const reason = `PLANCTL_ADMIN_PASSWORD: ${faults.map((fault) => messageText(fault)).join(' ')}`
  throw new ServiceError('usage', { reason })
}

export async function ensureAdministrator(
  database: Database,
  given: string | undefined,
): Promise<Administrator> {
  const account = await findUser(database, administrator)
  if (account === undefined) {
    const password = given ?? randomBytes(9).toString('base64url')
    await createSuperuser(database, { username: administrator, password })
    return { password, chosen: given !== undefined }
  }
  if (given === undefined) return { password: undefined, chosen: false }
  // Changing it ends sessions, so not without need.
  if (!(await verifyPassword(account.passwordHash, given)))
    await changePassword(database, administrator, given)
  return { password: given, chosen: true }
}
