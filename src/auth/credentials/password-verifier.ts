/**
 * Verifies names and passwords. Attempts are throttled by name and address, in all servers of the installation; places
 * from which a user has signed in before are known, so that attacks from elsewhere do not lock the user out.
 */
import type { ControlDatabase } from '../../database/database.ts'
import { type Account, findUserId, loadAccounts } from '../accounts.ts'
import type { BasicCredential } from './basic-header.ts'
import { createKnownPlaces } from './known-places.ts'
import { notAuthenticated } from './not-authenticated.ts'
import { verifyPassword } from './passwords.ts'
import { createSharedFailures } from './shared-failures.ts'
import { createSharedThrottle, type SharedAttempt, type SharedThrottle } from './shared-throttle.ts'
import { codeLimits, createThrottle, failureMemoryMs, network, placeOf } from './throttle.ts'

export interface PasswordVerifier {
  /** Verifies a name (or e-mail address) and password. Throws `not_authenticated` and `too_many_attempts`. */
  verify(credential: BasicCredential, address: string): Promise<Account>
  /** Counts an attempt to sign in elsewhere with a name, throttled like passwords. Throws `too_many_attempts`. */
  admit(name: string, address: string): Promise<SharedAttempt>
  /** Checks the limits for a password that was verified recently. Throws `too_many_attempts`. */
  checkVerified(name: string, address: string): Promise<void>
  /** Throttle of the codes that are required after a password. */
  readonly codeThrottle: SharedThrottle
}

export interface PasswordVerifierOptions {
  readonly database: ControlDatabase
  /** Secret of the installation; key of the hashes of names and addresses. */
  readonly secret: string
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Called if known places cannot be stored or read. */
  readonly onFailure?: ((error: unknown) => void) | undefined
  /** Called for wrong passwords, with the user if it exists. */
  readonly onWrongPassword: (attempt: WrongPassword) => Promise<void>
}

export interface WrongPassword {
  readonly userId: number | undefined
  readonly name: string
  readonly address: string
}

export function createPasswordVerifier(options: PasswordVerifierOptions): PasswordVerifier {
  const { database, secret, now, onFailure } = options
  const places = createKnownPlaces({ database, secret, now, onFailure })
  const throttle = createThrottle(now, places)
  const failures = createSharedFailures({ database, secret, now, memory: failureMemoryMs })
  const passwords = createSharedThrottle({ throttle, failures, prefix: 'password', ask: admitted })
  const codeThrottle = createSharedThrottle({
    throttle: createThrottle(now, undefined, codeLimits),
    failures,
    prefix: 'code',
  })

  /**
   * Calls the throttle, and again if it throws, after reading the known places, because another process may have
   * stored the place.
   */
  async function admitted<Result>(ask: () => Result): Promise<Result> {
    try {
      return ask()
    } catch {
      await places.refresh()
      return ask()
    }
  }

  async function verify({ name, password }: BasicCredential, address: string): Promise<Account> {
    const attempt = await passwords.admit(name, address)
    const place = placeOf(name, address)
    // Users who have signed in from this place before do not wait for others at the same address.
    const group = places.has(place) ? place : network(address)
    let account: Account | undefined
    let userId: number | undefined
    try {
      userId = await findUserId(database, 'login', name)
      // Not from the cache, because users sign in right after a password change, before the notification arrives.
      const candidate =
        userId === undefined ? undefined : (await loadAccounts(database, [userId])).get(userId)
      if (await verifyPassword(candidate?.passwordHash, password, group)) account = candidate
    } catch (error) {
      attempt.withdrawn()
      throw error
    }
    if (account === undefined) {
      await attempt.failed()
      await options.onWrongPassword({ userId, name, address })
      throw notAuthenticated()
    }
    await attempt.succeeded()
    places.note(account.userId, place)
    return account
  }

  return {
    verify,
    admit: (name, address) => passwords.admit(name, address),
    checkVerified: (name, address) => admitted(() => throttle.checkVerified(name, address)),
    codeThrottle,
  }
}
