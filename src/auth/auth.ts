/**
 * The room as the service opens it once per process: who is asking, sessions, and the storages of users,
 * groups and keys. Rights themselves are pure functions, in `rights/policies`.
 */
import type { Database } from '../database/database.ts'
import { type Access, openAccess } from './access.ts'
import { type Authenticator, createAuthenticator, type Credentials } from './authenticate.ts'
import { type BasicCredential } from './credentials/basic-header.ts'
import { defaultTokenAgeSeconds, type TokenRules } from './credentials/json-web-tokens.ts'
import { type ExternalIdentity, type IdentityRules, signOnUser } from './sign-on/identities.ts'
import { type Cookie, expiredCookies, sessionCookie, sessionCookies } from './sessions/cookies.ts'
import { createSessions } from './sessions/sessions.ts'
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
  /** Told when the places where users sign in cannot be stored or read. */
  readonly onPlacesFailure?: (error: unknown) => void
}

export interface LoginRequest extends BasicCredential {
  readonly address: string
  readonly userAgent?: string | undefined
  /** Whether the request came by https: the cookies then never travel otherwise. */
  readonly secure: boolean
  /** The session outlives the browser; by default it does. */
  readonly remember?: boolean
}

export interface SignOnRequest extends Pick<LoginRequest, 'address' | 'userAgent' | 'secure'> {
  readonly identity: ExternalIdentity
  readonly rules: IdentityRules
}

export interface Login {
  readonly userId: number
  readonly username: string
  readonly cookies: readonly Cookie[]
}

export interface Auth
  extends Pick<Authenticator, 'authenticate' | 'recognizes' | 'verify' | 'admit'>, AuthStorages {
  readonly access: Access
  /** Opens a session. Throws `not_authenticated` and `too_many_attempts`. */
  login(request: LoginRequest): Promise<Login>
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
  const authenticator = createAuthenticator({
    database,
    access,
    sessions,
    tokens,
    language,
    now,
    secret: options.jwtSecret,
    onFailure: options.onPlacesFailure,
  })
  const storages = createAuthStorages({
    access,
    apiKeyMaxAge: options.apiKeyMaxAge,
    taskPermissions: options.taskPermissions ?? [],
  })
  async function open(
    { userId, username }: Pick<Login, 'userId' | 'username'>,
    { address, userAgent, secure, remember }: Omit<LoginRequest, keyof BasicCredential>,
  ): Promise<Login> {
    const token = await sessions.open(userId, { address, userAgent })
    await database.query({
      text: 'UPDATE control."user" SET "last_login" = LOCALTIMESTAMP(0) WHERE "id" = $1',
      values: [userId],
    })
    const limits = remember === false ? { secure, path } : { secure, path, maxAge: sessions.longest }
    return { userId, username, cookies: sessionCookies(token, limits) }
  }

  return {
    ...storages,
    access,
    authenticate: (request) => authenticator.authenticate(request),
    recognizes: (request) => authenticator.recognizes(request),
    verify: (credential, address) => authenticator.verify(credential, address),
    admit: (name, address) => authenticator.admit(name, address),
    signOn: async ({ identity, rules, ...origin }) => {
      const userId = await signOnUser(database, identity, rules)
      return open({ userId, username: identity.username }, { ...origin, remember: false })
    },
    login: async ({ name, password, address, userAgent, secure, remember = true }) => {
      const { userId, username } = await authenticator.verify({ name, password }, address)
      return open({ userId, username }, { address, userAgent, secure, remember })
    },
    logout: async ({ cookies, secure }) => {
      const token = cookies?.[sessionCookie]
      if (token !== undefined && token !== '') await sessions.end(token)
      return expiredCookies({ secure, path })
    },
    close: () => access.close(),
  }
}
