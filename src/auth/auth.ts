/**
 * The room as the service opens it once per process: who is asking, sessions, and the storages of users,
 * groups and keys. Rights themselves are pure functions, in `rights/policies`.
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
  /** Secret with which JSON web tokens are signed; empty = none are accepted. */
  readonly jwtSecret: string
  /** Longest lifetime of a JSON web token in seconds. */
  readonly jwtMaxAge?: number
  /** Required claims of JSON web tokens (see `TokenRules`). */
  readonly jwtAudience?: string | undefined
  readonly jwtIssuer?: string | undefined
  /** Path of the cookies of a session. */
  readonly cookiePath?: string
  /** Seconds without a request after which a session ends. */
  readonly sessionAge: number
  /** Longest life of an API key, in days. */
  readonly apiKeyMaxAge: number
  /** Language for those who leave it to their browser, which does not say. */
  readonly language: string
  /** Rights that tasks bring (`execute.run_<task>`). */
  readonly taskPermissions?: readonly string[]
  /** Milliseconds since 1970. */
  readonly now?: () => number
  /** Told when the connection that announces changes breaks; it is reopened. */
  readonly onFailure?: (error: unknown) => void
  /** Told when the places where users sign in, or what happened to accounts, cannot be stored or read. */
  readonly onPlacesFailure?: (error: unknown) => void
  /** Who must have a second factor; by default nobody. */
  readonly factorPolicy?: FactorPolicy
}

export type SignInFailure = 'password' | 'code' | 'passkey'

export interface LoginRequest extends BasicCredential {
  readonly address: string
  readonly userAgent?: string | undefined
  /** Whether the request came by https: the cookies then never travel otherwise. */
  readonly secure: boolean
  /** The session outlives the browser; by default it does. */
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
  /** The session can only set a second factor up. */
  readonly factorMissing: boolean
}

export interface Auth
  extends Pick<Authenticator, 'authenticate' | 'recognizes' | 'verify' | 'admit'>, AuthStorages {
  readonly access: Access
  readonly factors: SecondFactors
  /** What one user may say within an hour. */
  readonly commentRate: CommentRate
  readonly securityLog: SecurityLog
  /** Sign-ins that went wrong in this process so far. */
  signInFailures(): Readonly<Record<SignInFailure, number>>
  /**
   * Opens a session. Throws `not_authenticated`, `too_many_attempts`, `second_factor_required` where a code is missing,
   * and `second_factor_wrong`.
   */
  login(request: LoginRequest): Promise<Login>
  /** Opens a session with a passkey. Throws `passkey_refused`. */
  loginByPasskey(request: PasskeyLogin): Promise<Login>
  /** How the session of the request was opened. */
  strengthOf(cookies: Credentials['cookies']): Promise<SessionStrength>
  /** Opens a session for somebody who is signed in already, as strong as the one before. */
  reopen(userId: number, strength: SessionStrength, origin: LoginOrigin): Promise<Login>
  /** A second factor was shown in the session of the request. */
  strengthen(userId: number, cookies: Credentials['cookies']): Promise<void>
  /** Opens a session for somebody who has signed in elsewhere. Throws `sign_on_refused`. */
  signOn(request: SignOnRequest): Promise<Login>
  /** Ends the session of the request, if there is one, and tells which cookies to remove. */
  logout(request: Pick<Credentials, 'cookies'> & { readonly secure: boolean }): Promise<readonly Cookie[]>
  /** Stops listening. To be done before the database is closed, which waits for the connection. */
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
  /** Notes a sign-in that went wrong. */
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

  /** Throws `second_factor_required` and `second_factor_wrong`. Says by what the user was known. */
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

  /** The account as it is stored, whatever this process remembers. */
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

/** The fault stands at the field of the form. */
const fieldsOf = (code: 'second_factor_required' | 'second_factor_wrong') => ({
  fields: { code: [{ code }] },
})
