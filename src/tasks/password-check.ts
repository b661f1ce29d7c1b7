/** Validates passwords in arguments of tasks. */
import { passwordFaults, type PasswordOwner } from '../auth/credentials/password-rules.ts'
import { joinSentences } from '../errors/messages.ts'
import { invalidParameter } from '../errors/parameter-errors.ts'

/** Throws `invalid_parameter` with all faults of a password. */
export function requirePassword(password: string, owner: PasswordOwner): void {
  const [first, ...others] = passwordFaults(password, owner)
  if (first === undefined) return
  throw invalidParameter('password', joinSentences(first, ...others))
}
