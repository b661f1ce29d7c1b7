/**
 * Authenticates requests by their Authorization header or session cookie.
 *
 * Known credentials cost only a few map lookups: accounts, keys and sessions are cached until the database sends a
 * notification of a change (see `access`), Basic credentials for some minutes.
 */
import type { Database } from '../database/database.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { Access } from './access.ts'
import { type Account, findUserId, loadAccounts } from './accounts.ts'
import { hashApiKey, isApiKey, noteKeyUse } from './credentials/api-keys.ts'
import { type BasicCredential, decodeBasic, parseAuthorization } from './credentials/basic-header.ts'
import { type TokenRules, verifyToken } from './credentials/json-web-tokens.ts'
import { verifyPassword } from './credentials/passwords.ts'
import { createKnownPlaces } from './credentials/known-places.ts'
import { createSharedFailures } from './credentials/shared-failures.ts'
import {
  createSharedThrottle,
  type SharedAttempt,
  type SharedThrottle,
} from './credentials/shared-throttle.ts'
import { codeLimits, createThrottle, failureMemoryMs, network, placeOf } from './credentials/throttle.ts'
import { createVerifiedCredentials } from './credentials/verified-credentials.ts'
import { type FactorPolicy, mustHaveFactor, needsCode } from './factors/policy.ts'
import { languageOf } from './language.ts'
import type { Principal } from './principal.ts'
import { type KeyLimits, limitedScenarios, scopeWrites } from './rights/key-scope.ts'
import { sessionCookie } from './sessions/cookies.ts'
import { csrfMatches, isSafeMethod } from './sessions/csrf.ts'
import type { Sessions } from './sessions/sessions.ts'
import { hashSessionToken, type SessionStrength } from './sessions/store.ts'

/** The parts of a request that identify its user. */
export interface Credentials {
  /** HTTP method; unsafe methods with a session require the CSRF token. */
  readonly method: string
  /** Address of the client, behind trusted proxies. */
  readonly address: string
  readonly authorization?: string | undefined
  readonly cookies?: Readonly<Record<string, string | undefined>> | undefined
  /** Value of the header X-CSRFToken. */
  readonly csrfToken?: string | undefined
  readonly acceptLanguage?: string | undefined
  /** Results about these credentials, cached for further checks of the same request. */
  readonly memo?: { fingerprint?: string }
}

export interface Authenticator {
  /**
   * Returns the user of the request; undefined without credentials. Throws `not_authenticated` for invalid
   * credentials, `too_many_attempts` if they cannot be checked yet, and `csrf_failed`.
   */
  authenticate(request: Credentials): Promise<Principal | undefined>
  /** Returns whether the credentials were recently verified. Costs one hash and no query. */
  recognizes(request: Pick<Credentials, 'authorization' | 'cookies' | 'memo'>): boolean
  /** Counts an attempt to sign in elsewhere with a name, throttled like passwords. Throws `too_many_attempts`. */
  admit(name: string, address: string): Promise<SharedAttempt>
  /** Verifies a name (or e-mail address) and password, throttled like Basic. */
  verify(credential: BasicCredential, address: string): Promise<Account>
  /** Throttle of the codes that are required after a password. */
  readonly codeThrottle: SharedThrottle
}

export interface AuthenticatorOptions {
  readonly database: Database
  readonly access: Access
  readonly sessions: Sessions
  readonly tokens: TokenRules
  /** Language of users whose language is `auto` if the browser does not send one. */
  readonly language: string
  /** Secret of the installation; key of the hashes of names and addresses. */
  readonly secret: string
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly onFailure?: ((error: unknown) => void) | undefined
  /** Users who must have a second factor. */
  readonly policy: FactorPolicy
  /** Called for wrong passwords, with the user if it exists. */
  readonly onWrongPassword: (attempt: WrongPassword) => Promise<void>
}

export interface WrongPassword {
  readonly userId: number | undefined
  readonly name: string
  readonly address: string
}

const rememberFor = 5 * 60_000
/** Minimum time between two updates of the last use of a key, in milliseconds. */
const useNotedMs = 60_000
const remembered = 20_000

interface Found {
  readonly account: Account
  readonly via: Principal['via']
  /** Limits of an API key. */
  readonly limits?: KeyLimits
  /** Strength of a session. */
  readonly strength?: SessionStrength
  readonly key?: NonNullable<Principal['key']>
}

/** Returns the error for invalid or missing credentials, with the challenge that clients expect. */
export function notAuthenticated(): ServiceError {
  return new ServiceError(
    'not_authenticated',
    {},
    { headers: { 'WWW-Authenticate': 'Basic realm="api", charset="UTF-8"' } },
  )
}

export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { database, access, sessions, now } = options
  const places = createKnownPlaces({
    database,
    secret: options.secret,
    now,
    onFailure: options.onFailure,
  })
  const throttle = createThrottle(now, places)
  const failures = createSharedFailures({
    database,
    secret: options.secret,
    now,
    memory: failureMemoryMs,
  })
  const passwords = createSharedThrottle({ throttle, failures, prefix: 'password', ask: admitted })
  const codeThrottle = createSharedThrottle({
    throttle: createThrottle(now, undefined, codeLimits),
    failures,
    prefix: 'code',
  })
  const verified = createVerifiedCredentials({ now, lifetime: rememberFor, limit: remembered })
  const verifying = new Map<string, Promise<Account>>()
  /** Time at which the last use of each key was stored. */
  const noted = new Map<number, number>()

  /** Stores the last use of a key at intervals; the request does not wait for it. */
  function noteUse(keyId: number): void {
    if (now() - (noted.get(keyId) ?? -Infinity) < useNotedMs) return
    if (noted.size >= remembered) noted.clear()
    noted.set(keyId, now())
    noteKeyUse(database, keyId).catch(() => noted.delete(keyId))
  }

  /**
   * Returns the fingerprint of credentials. A request is checked twice, at admission and at authentication, and
   * hashing takes most of the time of both, so the fingerprint is cached in the request.
   */
  function fingerprintOf(request: Pick<Credentials, 'memo'>, scheme: string, value: string): string {
    const { memo } = request
    if (memo === undefined) return verified.fingerprint(`${scheme} ${value}`)
    return (memo.fingerprint ??= verified.fingerprint(`${scheme} ${value}`))
  }

  /** Returns the cached or current account. An account that does not exist any more is an invalid credential. */
  async function accountOf(userId: number): Promise<Account> {
    const account = access.accounts.peek(userId) ?? (await access.accounts.get(userId))
    if (account === undefined) throw notAuthenticated()
    return account
  }

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

  /** Verifies concurrent requests with the same header from the same address only once. */
  function verifyOnce(fingerprint: string, credential: BasicCredential, address: string): Promise<Account> {
    const key = `${fingerprint} ${address}`
    const shared = verifying.get(key)
    if (shared !== undefined) return shared
    const mine = verify(credential, address)
      .then((account) => {
        verified.remember(fingerprint, credential.name, account)
        return account
      })
      .finally(() => verifying.delete(key))
    verifying.set(key, mine)
    return mine
  }

  async function basic(value: string, request: Credentials): Promise<Found> {
    const { address } = request
    const fingerprint = fingerprintOf(request, 'basic', value)
    const known = verified.find(fingerprint)
    if (known !== undefined) {
      await admitted(() => throttle.checkVerified(known.name, address))
      const account = await accountOf(known.userId)
      if (verified.stillHolds(fingerprint, account)) return { account: takenAlone(account), via: 'basic' }
    }
    const credential = decodeBasic(value)
    if (credential === undefined) throw notAuthenticated()
    const account = await verifyOnce(fingerprint, credential, address)
    return { account: takenAlone(account), via: 'basic' }
  }

  /** Throws `second_factor_basic` for a user who requires a second factor, so that a password alone cannot bypass it. */
  function takenAlone(account: Account): Account {
    const { policy } = options
    const more = needsCode(policy, account) || mustHaveFactor(policy, account)
    if (more && !policy.basicAlone) throw new ServiceError('second_factor_basic')
    return account
  }

  async function tokenAccount(token: string, request: Credentials): Promise<Account> {
    const fingerprint = fingerprintOf(request, 'bearer', token)
    const known = verified.find(fingerprint)
    if (known !== undefined) {
      const account = await accountOf(known.userId)
      if (verified.stillHolds(fingerprint, account)) return account
    }
    const subject = await verifyToken(token, options.tokens, now())
    if (subject === undefined) throw notAuthenticated()
    const userId = await findUserId(database, subject.by, subject.value)
    if (userId === undefined) throw notAuthenticated()
    const account = await accountOf(userId)
    // `iat` has whole seconds: a token of the second in which the password was changed may be older than the change.
    if (subject.issued <= account.passwordChanged) throw notAuthenticated()
    verified.remember(fingerprint, subject.value, account, subject.expires)
    return account
  }

  async function bearer(token: string, request: Credentials): Promise<Found> {
    if (isApiKey(token)) {
      const key = await access.apiKeys.get(hashApiKey(token))
      if (key === undefined || key.expires <= now()) throw notAuthenticated()
      const account = await accountOf(key.userId)
      noteUse(key.keyId)
      return { account, via: 'apikey', limits: key.limits, key: { id: key.keyId, name: key.name } }
    }
    return { account: await tokenAccount(token, request), via: 'jwt' }
  }

  async function session(token: string, request: Credentials): Promise<Found | undefined> {
    const found = await sessions.resume(token)
    const account = found && (await access.accounts.get(found.userId))
    if (found === undefined || account === undefined) return undefined
    if (!isSafeMethod(request.method) && !csrfMatches(token, request.csrfToken)) {
      throw new ServiceError('csrf_failed')
    }
    return { account, via: 'session', strength: found.strength }
  }

  const schemes: Readonly<Record<string, (value: string, request: Credentials) => Promise<Found>>> = {
    basic,
    bearer,
  }

  async function find(request: Credentials): Promise<Found | undefined> {
    const header = parseAuthorization(request.authorization)
    if (header !== undefined) {
      if (!Object.hasOwn(schemes, header.scheme)) throw notAuthenticated()
      return schemes[header.scheme]!(header.value, request)
    }
    const cookie = request.cookies?.[sessionCookie]
    return cookie === undefined || cookie === '' ? undefined : session(cookie, request)
  }

  function recognizes(request: Pick<Credentials, 'authorization' | 'cookies' | 'memo'>): boolean {
    const { authorization, cookies } = request
    const header = parseAuthorization(authorization)
    if (header === undefined) {
      const cookie = cookies?.[sessionCookie] ?? ''
      return cookie !== '' && access.sessions.peek(hashSessionToken(cookie)) !== undefined
    }
    const { scheme, value } = header
    if (scheme === 'bearer' && isApiKey(value)) return access.apiKeys.peek(hashApiKey(value)) !== undefined
    return verified.find(fingerprintOf(request, scheme, value)) !== undefined
  }

  return {
    verify,
    codeThrottle,
    admit: (name, address) => passwords.admit(name, address),
    recognizes,
    authenticate: async (request) => {
      const found = await find(request)
      if (found === undefined) return undefined
      const { account, via, limits, key, strength } = found
      return {
        userId: account.userId,
        username: account.username,
        language: languageOf(account.language, request.acceptLanguage, options.language),
        scenarios: limits === undefined ? account.scenarios : limitedScenarios(account.scenarios, limits),
        via,
        readOnly: limits !== undefined && !scopeWrites(limits.scope),
        ...(limits === undefined ? {} : { scope: limits.scope }),
        ...(strength === 'password' && mustHaveFactor(options.policy, account)
          ? { factorMissing: true as const }
          : {}),
        ...(key === undefined ? {} : { key }),
      }
    },
  }
}
