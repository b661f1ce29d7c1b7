/**
 * Caches recently verified credentials, so that a request requires neither a password hash nor the check of a
 * signature.
 *
 * The cache contains neither passwords nor data from which they could be computed elsewhere: entries are found by a
 * hash with a random key of this process. An entry is valid only while the account is unchanged; a changed password,
 * name or address invalidates it immediately.
 */
import { hash, randomBytes } from 'node:crypto'
import type { Account } from '../accounts.ts'

export interface Verified {
  readonly userId: number
  /** Name or address that was sent. */
  readonly name: string
}

interface Entry extends Verified {
  readonly account: Pick<Account, 'username' | 'email' | 'passwordHash' | 'tokensSince'>
  readonly until: number
}

export interface VerifiedCredentials {
  /** Returns the fingerprint of a credential in this process. */
  fingerprint(credential: string): string
  find(fingerprint: string): Verified | undefined
  /** Returns whether the account, undefined if deleted, is unchanged since the credential was verified; else forgets it. */
  stillHolds(fingerprint: string, account: Account | undefined): account is Account
  /** Caches for the usual time, or until an earlier time (in milliseconds since 1970). */
  remember(fingerprint: string, name: string, account: Account, until?: number): void
}

export interface VerifiedCredentialsOptions {
  readonly now: () => number
  /** Lifetime of an entry, in milliseconds. */
  readonly lifetime: number
  readonly limit: number
}

export function createVerifiedCredentials(options: VerifiedCredentialsOptions): VerifiedCredentials {
  // SHA-3 does not require HMAC: a prepended key is sufficient, and takes a third of the time.
  const key = randomBytes(32).toString('base64')
  const entries = new Map<string, Entry>()
  return {
    fingerprint: (credential) => hash('sha3-256', key + credential, 'base64'),
    find: (fingerprint) => {
      const entry = entries.get(fingerprint)
      if (entry !== undefined && entry.until > options.now()) return entry
      entries.delete(fingerprint)
      return undefined
    },
    stillHolds: (fingerprint, account): account is Account => {
      const known = entries.get(fingerprint)?.account
      const same =
        known !== undefined &&
        account !== undefined &&
        known.passwordHash === account.passwordHash &&
        known.username === account.username &&
        known.email === account.email &&
        known.tokensSince === account.tokensSince
      if (!same) entries.delete(fingerprint)
      return same
    },
    remember: (fingerprint, name, account, until = Infinity) => {
      const { userId, username, email, passwordHash, tokensSince } = account
      entries.delete(fingerprint)
      entries.set(fingerprint, {
        userId,
        name,
        account: { username, email, passwordHash, tokensSince },
        until: Math.min(until, options.now() + options.lifetime),
      })
      const oldest = entries.keys().next()
      if (entries.size > options.limit && !oldest.done) entries.delete(oldest.value)
    },
  }
}
