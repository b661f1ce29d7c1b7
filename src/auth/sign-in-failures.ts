/** Counts the failed sign-ins of this process, and records them in the security log. */
import type { WrongPassword } from './credentials/password-verifier.ts'
import type { SecurityLog } from './security-events.ts'

export type SignInFailure = 'password' | 'code' | 'passkey' | 'provider'

export interface SignInFailures {
  /** Counts and records a failed sign-in. */
  record(reason: SignInFailure, attempt: WrongPassword): Promise<void>
  /** Number of failed sign-ins in this process. */
  counts(): Readonly<Record<SignInFailure, number>>
}

export function createSignInFailures(securityLog: SecurityLog): SignInFailures {
  let counts: Readonly<Record<SignInFailure, number>> = { password: 0, code: 0, passkey: 0, provider: 0 }
  return {
    record: async (reason, { userId, name, address }) => {
      counts = { ...counts, [reason]: counts[reason] + 1 }
      const subject = { user: userId ?? null, username: name, address }
      await securityLog.record({ event: 'sign_in_failed', ...subject, details: { reason } })
    },
    counts: () => counts,
  }
}
