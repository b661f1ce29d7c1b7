/**
 * Authenticates requests by their Authorization header or session cookie.
 *
 * Known credentials cost only a few map lookups: accounts, keys and sessions are cached until the database sends a
 * notification of a change (see `access`), Basic credentials for some minutes.
 */
import {
  type Credentials,
  type IdentifiedUser,
  identifyUser,
  recheckUser,
  recognizesCredentials,
  type SchemeContext,
} from './credential-schemes.ts'
import { createKeyUses } from './credentials/key-uses.ts'
import {
  createPasswordVerifier,
  type PasswordVerifier,
  type PasswordVerifierOptions,
} from './credentials/password-verifier.ts'
import { createVerifiedCredentials } from './credentials/verified-credentials.ts'
import { mustHaveFactor } from './factors/policy.ts'
import { languageOf } from './language.ts'
import type { Principal } from './principal.ts'
import { limitedScenarios, scopeWrites } from './rights/key-scope.ts'

export interface Authenticator extends Pick<PasswordVerifier, 'verify' | 'admit' | 'codeThrottle'> {
  /**
   * Returns the user of the request; undefined without credentials. Throws `not_authenticated` for invalid
   * credentials, `too_many_attempts` if they cannot be checked yet, and `csrf_failed`.
   */
  authenticate(request: Credentials): Promise<Principal | undefined>
  /**
   * Returns the user of a request that was authenticated before, with the current permissions; undefined if its
   * password was changed or its session has ended. Does not extend sessions. Throws `not_authenticated`.
   */
  recheck(request: Credentials, principal: Pick<Principal, 'userId' | 'via'>): Promise<Principal | undefined>
  /** Returns whether the credentials were recently verified. Costs one hash and no query. */
  recognizes(request: Pick<Credentials, 'authorization' | 'cookies' | 'memo'>): boolean
}

export interface AuthenticatorOptions
  extends
    PasswordVerifierOptions,
    Pick<SchemeContext, 'database' | 'access' | 'sessions' | 'tokens' | 'policy' | 'now'> {
  /** Language of users whose language is `auto` if the browser does not send one. */
  readonly language: string
}

/** Time in which a verified credential is not verified again, in milliseconds. */
const verifiedForMs = 5 * 60_000
/** Maximum number of verified credentials. */
const maxVerified = 20_000

export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { database, now } = options
  const passwords = createPasswordVerifier(options)
  const context: SchemeContext = {
    ...options,
    passwords,
    verified: createVerifiedCredentials({ now, lifetime: verifiedForMs, limit: maxVerified }),
    verifying: new Map(),
    keyUses: createKeyUses({ database, now }),
  }
  return {
    ...passwords,
    recognizes: (request) => recognizesCredentials(context, request),
    authenticate: async (request) => {
      const user = await identifyUser(context, request)
      return user === undefined ? undefined : principalOf(user, request, options)
    },
    recheck: async (request, principal) => {
      const user = await recheckUser(context, request, principal)
      return user === undefined ? undefined : principalOf(user, request, options)
    },
  }
}

function principalOf(
  { account, via, limits, key, strength }: IdentifiedUser,
  { acceptLanguage }: Credentials,
  { language, policy }: AuthenticatorOptions,
): Principal {
  return {
    userId: account.userId,
    username: account.username,
    language: languageOf(account.language, acceptLanguage, language),
    scenarios: limits === undefined ? account.scenarios : limitedScenarios(account.scenarios, limits),
    ...(account.busyScenarios.size === 0 ? {} : { busyScenarios: account.busyScenarios }),
    via,
    readOnly: limits !== undefined && !scopeWrites(limits.scope),
    ...(limits === undefined ? {} : { scope: limits.scope, limits }),
    ...(strength === 'password' && mustHaveFactor(policy, account) ? { factorMissing: true as const } : {}),
    ...(key === undefined ? {} : { key }),
  }
}
