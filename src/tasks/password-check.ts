/** Validates passwords in arguments of tasks. */
import { passwordFaults, type PasswordOwner } from '../auth/credentials/password-rules.ts'
import { messageText } from '../errors/messages.ts'
import { ServiceError } from '../errors/service-error.ts'

/** Throws `invalid_parameter` with all faults of a password. */
export function requirePassword(password: string, owner: PasswordOwner): void {
  const faults = passwordFaults(password, owner)
  if (faults.length === 0) return
  const reason = faults.map((fault) => messageText(fault)).join(' ')
  throw new ServiceError('invalid_parameter', { name: 'password', reason })
}
