/**
 * Entry point of authentication, opened once per process: identifies users, manages sessions, and provides the
 * storages of users, groups and keys. Permission checks are pure functions in `rights/policies`.
 */
import type { ControlDatabase } from '../database/database.ts'
import { type Access, openAccess } from './access.ts'
import { type Authenticator, createAuthenticator } from './authenticate.ts'
import { type CommentRate, createCommentRate } from './comment-rate.ts'
import { defaultTokenAgeSeconds, type TokenRules } from './credentials/json-web-tokens.ts'
import { type FactorPolicy, noFactorPolicy } from './factors/policy.ts'
import { createSecondFactors, type SecondFactors } from './factors/second-factors.ts'
import { createLogins, type Logins } from './logins.ts'
import { createSecurityLog, type SecurityLog } from './security-events.ts'
import { createSessions } from './sessions/sessions.ts'
import { createSignInFailures, type SignInFailures } from './sign-in-failures.ts'
import { type AuthStorages, createAuthStorages } from './storages/auth-storages.ts'

export interface AuthOptions {
  readonly database: ControlDatabase
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

export interface Auth
  extends
    Pick<Authenticator, 'authenticate' | 'recheck' | 'recognizes' | 'verify' | 'admit'>,
    Logins,
    AuthStorages {
  readonly access: Access
  readonly factors: SecondFactors
  /** Limit of the comments of one user per hour. */
  readonly commentRate: CommentRate
  readonly securityLog: SecurityLog
  /** Number of failed sign-ins in this process. */
  readonly signInFailures: SignInFailures['counts']
  /** Stops listening for notifications. Must be called before the database is closed, which waits for the connection. */
  close(): Promise<void>
}

export function openAuth(options: AuthOptions): Auth {
  const { database, language, jwtSecret: secret, now = Date.now, cookiePath: path = '/' } = options
  const policy = options.factorPolicy ?? noFactorPolicy
  const access = openAccess({ database, onFailure: options.onFailure })
  const sessions = createSessions({ database, access, now, sessionAge: options.sessionAge })
  const tokens: TokenRules = {
    secret,
    maxAgeSeconds: options.jwtMaxAge ?? defaultTokenAgeSeconds,
    audience: options.jwtAudience,
    issuer: options.jwtIssuer,
  }
  const securityLog = createSecurityLog({ database, now, onFailure: options.onPlacesFailure })
  const failures = createSignInFailures(securityLog)
  const authenticator = createAuthenticator({
    policy,
    onWrongPassword: (attempt) => failures.record('password', attempt),
    database,
    access,
    sessions,
    tokens,
    language,
    now,
    secret,
    onFailure: options.onPlacesFailure,
  })
  const factors = createSecondFactors({
    database,
    secret,
    policy,
    now,
    throttle: authenticator.codeThrottle,
  })
  const commentRate = createCommentRate(now)
  return {
    ...createAuthStorages({
      access,
      commentRate,
      apiKeyMaxAge: options.apiKeyMaxAge,
      taskPermissions: options.taskPermissions ?? [],
    }),
    ...createLogins({ database, authenticator, sessions, factors, failures, securityLog, path }),
    access,
    authenticate: (request) => authenticator.authenticate(request),
    recheck: (request, principal) => authenticator.recheck(request, principal),
    recognizes: (request) => authenticator.recognizes(request),
    verify: (credential, address) => authenticator.verify(credential, address),
    admit: (name, address) => authenticator.admit(name, address),
    factors,
    commentRate,
    securityLog,
    signInFailures: () => failures.counts(),
    close: () => access.close(),
  }
}
