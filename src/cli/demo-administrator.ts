/**
 * The administrator of the demo: created on the first run, with the password of the environment variable if it is
 * set.
 */
import { randomBytes } from 'node:crypto'
import { passwordFaults } from '../auth/credentials/password-rules.ts'
import { verifyPassword } from '../auth/credentials/passwords.ts'
import { operatorId } from '../auth/operator.ts'
import { changePassword, createSuperuser, findUser } from '../auth/user-accounts.ts'
import type { ControlDatabase } from '../database/database.ts'
import { messageText } from '../errors/messages.ts'
import { ServiceError } from '../errors/service-error.ts'

export const administrator = 'admin'

export interface Administrator {
  /** Undefined if the password was set earlier and is not known. */
  readonly password: string | undefined
  /** Whether the user who started the demo chose the password. */
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
  database: ControlDatabase,
  given: string | undefined,
): Promise<Administrator> {
  const account = await findUser(database, administrator)
  if (account === undefined) {
    const password = given ?? randomBytes(9).toString('base64url')
    await createSuperuser(database, { username: administrator, password, language: 'auto' }, operatorId)
    return { password, chosen: given !== undefined }
  }
  if (given === undefined) return { password: undefined, chosen: false }
  // Changing a password ends sessions, so it is changed only if it differs.
  if (!(await verifyPassword(account.passwordHash, given)))
    await changePassword(database, administrator, given, operatorId)
  return { password: given, chosen: true }
}
