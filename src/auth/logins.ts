/**
 * Opens and ends the sessions of browsers: after a password and a second factor, a passkey, or a sign-in at an external
 * provider. Every sign-in is recorded in the security log.
 */
import type { ControlDatabase } from '../database/database.ts'
import { ServiceError } from '../errors/service-error.ts'
import { type Account, loadAccounts } from './accounts.ts'
import type { Authenticator } from './authenticate.ts'
import type { Credentials } from './credential-schemes.ts'
import type { BasicCredential } from './credentials/basic-header.ts'
import { notAuthenticated } from './credentials/not-authenticated.ts'
import type { PasskeyAnswer, PasskeyPlace } from './factors/passkeys.ts'
import { mustHaveFactor, needsCode } from './factors/policy.ts'
import type { SecondFactors } from './factors/second-factors.ts'
import type { SecurityLog } from './security-events.ts'
import { type Cookie, expiredCookies, sessionCookie, sessionCookies } from './sessions/cookies.ts'
import type { Sessions } from './sessions/sessions.ts'
import type { SessionStrength } from './sessions/store.ts'
import type { SignInFailures } from './sign-in-failures.ts'
import { type ExternalIdentity, type IdentityRules, signOnUser } from './sign-on/identities.ts'

export interface LoginRequest extends BasicCredential {
  readonly address: string
  readonly userAgent?: string | undefined
  /** Whether the request used https; cookies are then sent with https only. */
  readonly secure: boolean
  /** Whether the session is kept after the browser is closed; by default true. */
  readonly remember?: boolean
  /** Code of the authenticator app, or a recovery code. */
  readonly code?: string | undefined
}

type LoginOrigin = Pick<LoginRequest, 'address' | 'userAgent' | 'secure' | 'remember'>

export interface PasskeyLogin extends LoginOrigin {
  readonly place: PasskeyPlace
  readonly answer: PasskeyAnswer
}

export interface SignOnRequest extends Pick<LoginRequest, 'address' | 'userAgent' | 'secure'> {
  /** Returns the identity according to the provider. Throws `sign_on_failed`. */
  readonly identify: () => Promise<ExternalIdentity>
  readonly rules: IdentityRules
}

export interface Login {
  readonly userId: number
  readonly username: string
  readonly cookies: readonly Cookie[]
  /** Whether the session can only be used to set up a second factor. */
  readonly factorMissing: boolean
}

export interface Logins {
  /**
   * Opens a session. Throws `not_authenticated`, `too_many_attempts`, `second_factor_required` if a code is missing,
   * and `second_factor_wrong`.
   */
  login(request: LoginRequest): Promise<Login>
  /** Opens a session with a passkey. Throws `passkey_refused`. */
  loginByPasskey(request: PasskeyLogin): Promise<Login>
  /** Returns how the session of the request was opened. */
  strengthOf(cookies: Credentials['cookies']): Promise<SessionStrength>
  /** Opens a session of the same strength for a user who is signed in already. */
  reopen(userId: number, strength: SessionStrength, origin: LoginOrigin): Promise<Login>
  /** Marks the session of the request as verified by a second factor. */
  strengthen(userId: number, cookies: Credentials['cookies']): Promise<void>
  /** Opens a session for a user who was authenticated by an external provider. Throws `sign_on_failed` and `sign_on_refused`. */
  signOn(request: SignOnRequest): Promise<Login>
  /** Ends the session of the request, if there is one, and returns the cookies to remove. */
  logout(request: Pick<Credentials, 'cookies'> & { readonly secure: boolean }): Promise<readonly Cookie[]>
}

export interface LoginContext {
  readonly database: ControlDatabase
  readonly authenticator: Pick<Authenticator, 'verify'>
  readonly sessions: Sessions
  readonly factors: SecondFactors
  readonly failures: SignInFailures
  readonly securityLog: SecurityLog
  /** Path of the session cookies. */
  readonly path: string
}

export function createLogins(context: LoginContext): Logins {
  const { database, authenticator, sessions, factors, failures, path } = context
  const { policy } = factors
  return {
    signOn: async ({ identify, rules, ...origin }) => {
      let identity: ExternalIdentity | undefined
      try {
        identity = await identify()
        const userId = await signOnUser(database, identity, rules)
        const account = await loadAccount(database, userId)
        const by = `provider ${identity.provider}`
        return await openLogged(
          context,
          account,
          { ...origin, remember: false },
          { by, strength: 'external' },
        )
      } catch (error) {
        if (error instanceof ServiceError && ['sign_on_failed', 'sign_on_refused'].includes(error.code)) {
          const name = identity?.username ?? ''
          await failures.record('provider', { userId: undefined, name, address: origin.address })
        }
        throw error
      }
    },
    login: async (request) => {
      const { name, password, address, userAgent, secure, remember = true } = request
      const account = await authenticator.verify({ name, password }, address)
      const origin = { address, userAgent, secure, remember }
      if (!needsCode(policy, account))
        return openLogged(context, account, origin, { by: 'password', strength: 'password' })
      const by = await requireCode(context, account, request)
      return openLogged(context, account, origin, { by, strength: 'second' })
    },
    loginByPasskey: async ({ place, answer, ...origin }) => {
      try {
        const { userId, name } = await factors.passkeys.signIn(place, answer)
        const account = await loadAccount(database, userId)
        return await openLogged(context, account, origin, { by: `passkey ${name}`, strength: 'second' })
      } catch (error) {
        if (error instanceof ServiceError && error.code === 'passkey_refused') {
          await failures.record('passkey', { userId: undefined, name: '', address: origin.address })
        }
        throw error
      }
    },
    strengthOf: async (cookies) => {
      const token = cookies?.[sessionCookie] ?? ''
      return (token === '' ? undefined : await sessions.resume(token))?.strength ?? 'password'
    },
    reopen: async (userId, strength, origin) =>
      openSession(context, await loadAccount(database, userId), origin, strength),
    strengthen: async (userId, cookies) => {
      const token = cookies?.[sessionCookie] ?? ''
      if (token !== '') await sessions.strengthen(userId, token)
    },
    logout: async ({ cookies, secure }) => {
      const token = cookies?.[sessionCookie]
      if (token !== undefined && token !== '') await sessions.end(token)
      return expiredCookies({ secure, path })
    },
  }
}

/** Loads the account from the database, not from the cache. Throws `not_authenticated` if it does not exist. */
async function loadAccount(database: ControlDatabase, userId: number): Promise<Account> {
  const account = (await loadAccounts(database, [userId])).get(userId)
  if (account === undefined) throw notAuthenticated()
  return account
}

async function openLogged(
  context: LoginContext,
  account: Account,
  origin: LoginOrigin,
  { by, strength }: { readonly by: string; readonly strength: SessionStrength },
): Promise<Login> {
  const { userId, username } = account
  const { address } = origin
  await context.securityLog.record({ event: 'sign_in', user: userId, username, address, details: { by } })
  return openSession(context, account, origin, strength)
}

async function openSession(
  { database, sessions, factors, path }: LoginContext,
  account: Account,
  { address, userAgent, secure, remember }: LoginOrigin,
  strength: SessionStrength,
): Promise<Login> {
  const { userId, username } = account
  const factorMissing = strength === 'password' && mustHaveFactor(factors.policy, account)
  const token = await sessions.open(userId, { address, userAgent }, strength)
  await database.query({
    text: 'UPDATE control."user" SET "last_login" = LOCALTIMESTAMP(0) WHERE "id" = $1',
    values: [userId],
  })
  const limits = remember === false ? { secure, path } : { secure, path, maxAge: sessions.longest }
  return { userId, username, cookies: sessionCookies(token, limits), factorMissing }
}

/** Throws `second_factor_required` and `second_factor_wrong`. Returns a description of the credentials for the log. */
async function requireCode(
  { factors, failures, securityLog }: LoginContext,
  account: Account,
  { code = '', address }: LoginRequest,
): Promise<string> {
  if (code.trim() === '') {
    throw new ServiceError('second_factor_required', {}, fieldsOf('second_factor_required'))
  }
  const taken = await factors.takeCode(account, code, address)
  const { userId, username } = account
  if (taken === undefined) {
    await failures.record('code', { userId, name: username, address })
    throw new ServiceError('second_factor_wrong', {}, fieldsOf('second_factor_wrong'))
  }
  if (taken === 'recovery') {
    await securityLog.record({ event: 'recovery_code_used', user: userId, username, address })
  }
  return `password and ${taken} code`
}

/** Reports the error at the field of the form. */
const fieldsOf = (code: 'second_factor_required' | 'second_factor_wrong') => ({
  fields: { code: [{ code }] },
})
