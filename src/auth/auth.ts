/**
 * Entry point of authentication, opened once per process: identifies users, manages sessions, and provides the
 * storages of users, groups and keys. Permission checks are pure functions in `rights/policies`.
 */
import type { Database } from '../database/database.ts'
import { ServiceError } from '../errors/service-error.ts'
import { type Access, openAccess } from './access.ts'
import { type Account, loadAccounts } from './accounts.ts'
import {
  type Authenticator,
  createAuthenticator,
  type Credentials,
  notAuthenticated,
  type WrongPassword,
} from './authenticate.ts'
import { type CommentRate, createCommentRate } from './comment-rate.ts'
import { type BasicCredential } from './credentials/basic-header.ts'
import { defaultTokenAgeSeconds, type TokenRules } from './credentials/json-web-tokens.ts'
import { type ExternalIdentity, type IdentityRules, signOnUser } from './sign-on/identities.ts'
import type { PasskeyAnswer, PasskeyPlace } from './factors/passkeys.ts'
import { type FactorPolicy, mustHaveFactor, needsCode, noFactorPolicy } from './factors/policy.ts'
import { createSecondFactors, type SecondFactors } from './factors/second-factors.ts'
import { createSecurityLog, type SecurityLog } from './security-events.ts'
import { type Cookie, expiredCookies, sessionCookie, sessionCookies } from './sessions/cookies.ts'
import { createSessions } from './sessions/sessions.ts'
import type { SessionStrength } from './sessions/store.ts'
import { type AuthStorages, createAuthStorages } from './storages/auth-storages.ts'

export interface AuthOptions {
  readonly database: Database
  /** Secret for the signatures of JSON web tokens; if empty, no tokens are accepted. */
  readonly jwtSecret: string
  /** Maximum lifetime of a JSON web token, in seconds. */
  readonly jwtMaxAge?: number
  /** Required claims of JSON web tokens (see `TokenRules`). */
  readonly jwtAudience?: string | undefined
  readonly jwtIssuer?: string | undefined
  /** Path of the session cookies. */
  readonly cookiePath?: string
  /** Idle timeout of sessions, in seconds. */
  readonly sessionAge: number
  /** Maximum lifetime of an API key, in days. */
  readonly apiKeyMaxAge: number
  /** Language of users whose language is `auto` if the browser does not send one. */
  readonly language: string
  /** Permissions of tasks (`execute.run_<task>`). */
  readonly taskPermissions?: readonly string[]
  /** Milliseconds since 1970. */
  readonly now?: () => number
  /** Called if the connection for notifications of changes breaks; it is reopened. */
  readonly onFailure?: (error: unknown) => void
  /** Called if known places of sign-ins or events of the security log cannot be stored or read. */
  readonly onPlacesFailure?: (error: unknown) => void
  /** Users who must have a second factor; none by default. */
  readonly factorPolicy?: FactorPolicy
}

export type SignInFailure = 'password' | 'code' | 'passkey'

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
  readonly identity: ExternalIdentity
  readonly rules: IdentityRules
}

export interface Login {
  readonly userId: number
  readonly username: string
  readonly cookies: readonly Cookie[]
  /** Whether the session can only be used to set up a second factor. */
  readonly factorMissing: boolean
}

export interface Auth
  extends Pick<Authenticator, 'authenticate' | 'recognizes' | 'verify' | 'admit'>, AuthStorages {
  readonly access: Access
  readonly factors: SecondFactors
  /** Limit of the comments of one user per hour. */
  readonly commentRate: CommentRate
  readonly securityLog: SecurityLog
  /** Number of failed sign-ins in this process. */
  signInFailures(): Readonly<Record<SignInFailure, number>>
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
  /** Opens a session for a user who was authenticated by an external provider. Throws `sign_on_refused`. */
  signOn(request: SignOnRequest): Promise<Login>
  /** Ends the session of the request, if there is one, and returns the cookies to remove. */
  logout(request: Pick<Credentials, 'cookies'> & { readonly secure: boolean }): Promise<readonly Cookie[]>
  /** Stops listening for notifications. Must be called before the database is closed, which waits for the connection. */
  close(): Promise<void>
}

export function openAuth(options: AuthOptions): Auth {
  const { database, now = Date.now, cookiePath: path = '/' } = options
  const access = openAccess({ database, onFailure: options.onFailure })
  const sessions = createSessions({ database, access, now, sessionAge: options.sessionAge })
  const tokens: TokenRules = {
    secret: options.jwtSecret,
    maxAgeSeconds: options.jwtMaxAge ?? defaultTokenAgeSeconds,
    audience: options.jwtAudience,
    issuer: options.jwtIssuer,
  }
  const { language } = options
  const policy = options.factorPolicy ?? noFactorPolicy
  const securityLog = createSecurityLog({ database, now, onFailure: options.onPlacesFailure })
  let failed: Readonly<Record<SignInFailure, number>> = { password: 0, code: 0, passkey: 0 }
  /** Records a failed sign-in. */
  async function noteFailure(reason: SignInFailure, { userId, name, address }: WrongPassword): Promise<void> {
    failed = { ...failed, [reason]: failed[reason] + 1 }
    const subject = { user: userId ?? null, username: name, address }
    await securityLog.record({ event: 'sign_in_failed', ...subject, details: { reason } })
  }
  const authenticator = createAuthenticator({
    policy,
    onWrongPassword: (attempt) => noteFailure('password', attempt),
    database,
    access,
    sessions,
    tokens,
    language,
    now,
    secret: options.jwtSecret,
    onFailure: options.onPlacesFailure,
  })
  const commentRate = createCommentRate(now)
  const storages = createAuthStorages({
    access,
    commentRate,
    apiKeyMaxAge: options.apiKeyMaxAge,
    taskPermissions: options.taskPermissions ?? [],
  })
  const factors = createSecondFactors({
    database,
    secret: options.jwtSecret,
    policy,
    now,
    throttle: authenticator.codeThrottle,
  })
  async function open(
    { userId, username }: Pick<Login, 'userId' | 'username'>,
    { address, userAgent, secure, remember }: LoginOrigin,
    strength: SessionStrength,
    factorMissing = false,
  ): Promise<Login> {
    const token = await sessions.open(userId, { address, userAgent }, strength)
    await database.query({
      text: 'UPDATE control."user" SET "last_login" = LOCALTIMESTAMP(0) WHERE "id" = $1',
      values: [userId],
    })
    const limits = remember === false ? { secure, path } : { secure, path, maxAge: sessions.longest }
    return { userId, username, cookies: sessionCookies(token, limits), factorMissing }
  }

  /** Throws `second_factor_required` and `second_factor_wrong`. Returns a description of the credentials for the log. */
  async function requireCode(account: Account, { code = '', address }: LoginRequest): Promise<string> {
    if (code.trim() === '') {
      throw new ServiceError('second_factor_required', {}, fieldsOf('second_factor_required'))
    }
    const taken = await factors.takeCode(account, code, address)
    const { userId, username } = account
    if (taken === undefined) {
      await noteFailure('code', { userId, name: username, address })
      throw new ServiceError('second_factor_wrong', {}, fieldsOf('second_factor_wrong'))
    }
    if (taken === 'recovery') {
      await securityLog.record({ event: 'recovery_code_used', user: userId, username, address })
    }
    return `password and ${taken} code`
  }

  async function openNoted(
    account: Account,
    origin: LoginOrigin,
    { by, strength }: { readonly by: string; readonly strength: SessionStrength },
  ): Promise<Login> {
    const { userId, username } = account
    const { address } = origin
    await securityLog.record({ event: 'sign_in', user: userId, username, address, details: { by } })
    const factorMissing = strength === 'password' && mustHaveFactor(policy, account)
    return open({ userId, username }, origin, strength, factorMissing)
  }

  /** Loads the account from the database, not from the cache. */
  async function freshAccount(userId: number): Promise<Account> {
    const account = (await loadAccounts(database, [userId])).get(userId)
    if (account === undefined) throw notAuthenticated()
    return account
  }

  return {
    ...storages,
    access,
    authenticate: (request) => authenticator.authenticate(request),
    recognizes: (request) => authenticator.recognizes(request),
    verify: (credential, address) => authenticator.verify(credential, address),
    admit: (name, address) => authenticator.admit(name, address),
    factors,
    commentRate,
    securityLog,
    signInFailures: () => failed,
    signOn: async ({ identity, rules, ...origin }) => {
      const userId = await signOnUser(database, identity, rules)
      const account = await freshAccount(userId)
      const by = `provider ${identity.provider}`
      return openNoted(account, { ...origin, remember: false }, { by, strength: 'external' })
    },
    login: async (request) => {
      const { name, password, address, userAgent, secure, remember = true } = request
      const account = await authenticator.verify({ name, password }, address)
      const origin = { address, userAgent, secure, remember }
      if (!needsCode(policy, account))
        return openNoted(account, origin, { by: 'password', strength: 'password' })
      return openNoted(account, origin, { by: await requireCode(account, request), strength: 'second' })
    },
    loginByPasskey: async ({ place, answer, ...origin }) => {
      try {
        const { userId, name } = await factors.passkeys.signIn(place, answer)
        const account = await freshAccount(userId)
        return await openNoted(account, origin, { by: `passkey ${name}`, strength: 'second' })
      } catch (error) {
        if (error instanceof ServiceError && error.code === 'passkey_refused') {
          await noteFailure('passkey', { userId: undefined, name: '', address: origin.address })
        }
        throw error
      }
    },
    strengthOf: async (cookies) => {
      const token = cookies?.[sessionCookie] ?? ''
      return (token === '' ? undefined : await sessions.resume(token))?.strength ?? 'password'
    },
    reopen: async (userId, strength, origin) => {
      const account = await freshAccount(userId)
      return open(account, origin, strength, strength === 'password' && mustHaveFactor(policy, account))
    },
    strengthen: async (userId, cookies) => {
      const token = cookies?.[sessionCookie] ?? ''
      if (token !== '') await sessions.strengthen(userId, token)
    },
    logout: async ({ cookies, secure }) => {
      const token = cookies?.[sessionCookie]
      if (token !== undefined && token !== '') await sessions.end(token)
      return expiredCookies({ secure, path })
    },
    close: () => access.close(),
  }
}

/** Reports the error at the field of the form. */
const fieldsOf = (code: 'second_factor_required' | 'second_factor_wrong') => ({
  fields: { code: [{ code }] },
})
