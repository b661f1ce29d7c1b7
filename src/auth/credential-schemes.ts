/**
 * The ways in which a request identifies its user: Basic, API key, JSON web token, and session cookie. Known
 * credentials cost only a few map lookups.
 */
import type { ControlDatabase } from '../database/database.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { Access } from './access.ts'
import { type Account, findUserId } from './accounts.ts'
import { hashApiKey, isApiKey } from './credentials/api-keys.ts'
import { type BasicCredential, decodeBasic, parseAuthorization } from './credentials/basic-header.ts'
import { type TokenRules, verifyToken } from './credentials/json-web-tokens.ts'
import type { KeyUses } from './credentials/key-uses.ts'
import { notAuthenticated } from './credentials/not-authenticated.ts'
import type { PasswordVerifier } from './credentials/password-verifier.ts'
import type { VerifiedCredentials } from './credentials/verified-credentials.ts'
import { type FactorPolicy, mustHaveFactor, needsCode } from './factors/policy.ts'
import type { Principal } from './principal.ts'
import type { KeyLimits } from './rights/key-scope.ts'
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
  /** True if a page sends the request by itself, without input of its user: it does not prolong the session. */
  readonly unattended?: boolean
  /** Results about these credentials, cached for further checks of the same request. */
  readonly memo?: {
    fingerprint?: string
    /** Hash of the password with which Basic credentials were verified. */
    passwordHash?: string | null
  }
}

/** The user of a request, and how the request identified it. */
export interface IdentifiedUser {
  readonly account: Account
  readonly via: Principal['via']
  /** Limits of an API key. */
  readonly limits?: KeyLimits
  /** Strength of a session. */
  readonly strength?: SessionStrength
  readonly key?: NonNullable<Principal['key']>
}

/** What the schemes share in one process. */
export interface SchemeContext {
  readonly database: ControlDatabase
  readonly access: Access
  readonly sessions: Sessions
  readonly tokens: TokenRules
  /** Users who must have a second factor. */
  readonly policy: FactorPolicy
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly passwords: PasswordVerifier
  readonly verified: VerifiedCredentials
  /** Passwords that are being verified, by credential and address. */
  readonly verifying: Map<string, Promise<Account>>
  readonly keyUses: KeyUses
}

/** A scheme of the header Authorization: returns the user of its value. Throws `not_authenticated`. */
type Scheme = (context: SchemeContext, value: string, request: Credentials) => Promise<IdentifiedUser>

const schemes: Readonly<Record<string, Scheme>> = { basic: identifyByBasic, bearer: identifyByBearer }

/** Returns the user of a request by its header, otherwise by its session cookie; undefined without credentials. */
export async function identifyUser(
  context: SchemeContext,
  request: Credentials,
): Promise<IdentifiedUser | undefined> {
  const header = parseAuthorization(request.authorization)
  if (header !== undefined) {
    if (!Object.hasOwn(schemes, header.scheme)) throw notAuthenticated()
    return schemes[header.scheme]!(context, header.value, request)
  }
  const cookie = request.cookies?.[sessionCookie]
  return cookie === undefined || cookie === '' ? undefined : identifyBySession(context, cookie, request)
}

/**
 * Returns the current account of a request that was identified before; undefined if its password was changed or its
 * session has ended. Does not verify a password again, which takes long and would count a changed one as a failed
 * attempt, and does not extend a session. Throws `not_authenticated`.
 */
export async function recheckUser(
  context: SchemeContext,
  request: Credentials,
  { userId, via }: Pick<Principal, 'userId' | 'via'>,
): Promise<IdentifiedUser | undefined> {
  const { access, sessions } = context
  if (via === 'basic') {
    const account = await access.accounts.get(userId)
    const verifiedHash = request.memo?.passwordHash
    const isSame = verifiedHash === undefined || account?.passwordHash === verifiedHash
    return account === undefined || !isSame ? undefined : { account, via }
  }
  if (via !== 'session') return identifyUser(context, request)
  const session = await sessions.get(request.cookies?.[sessionCookie] ?? '')
  const account = session?.userId === userId ? await access.accounts.get(userId) : undefined
  return session === undefined || account === undefined
    ? undefined
    : { account, via, strength: session.strength }
}

/** Returns whether the credentials were recently verified. Costs one hash and no query. */
export function recognizesCredentials(
  { access, verified }: Pick<SchemeContext, 'access' | 'verified'>,
  request: Pick<Credentials, 'authorization' | 'cookies' | 'memo'>,
): boolean {
  const { authorization, cookies } = request
  const header = parseAuthorization(authorization)
  if (header === undefined) {
    const cookie = cookies?.[sessionCookie] ?? ''
    return cookie !== '' && access.sessions.peek(hashSessionToken(cookie)) !== undefined
  }
  const { scheme, value } = header
  if (scheme === 'bearer' && isApiKey(value)) return access.apiKeys.peek(hashApiKey(value)) !== undefined
  return verified.find(fingerprintOf(verified, request, `${scheme} ${value}`)) !== undefined
}

async function identifyByBasic(
  context: SchemeContext,
  value: string,
  request: Credentials,
): Promise<IdentifiedUser> {
  const { verified, passwords } = context
  const { address } = request
  const fingerprint = fingerprintOf(verified, request, `basic ${value}`)
  const known = verified.find(fingerprint)
  if (known !== undefined) {
    await passwords.checkVerified(known.name, address)
    const account = await currentAccount(context, known.userId)
    if (verified.stillHolds(fingerprint, account)) return byPasswordAlone(context, account, request)
  }
  const credential = decodeBasic(value)
  if (credential === undefined) throw notAuthenticated()
  return byPasswordAlone(context, await verifyOnce(context, fingerprint, credential, address), request)
}

/** Throws `second_factor_basic` for a user who requires a second factor, so that a password alone cannot bypass it. */
function byPasswordAlone(
  { policy }: SchemeContext,
  account: Account,
  { memo }: Pick<Credentials, 'memo'>,
): IdentifiedUser {
  const more = needsCode(policy, account) || mustHaveFactor(policy, account)
  if (more && !policy.basicAlone) throw new ServiceError('second_factor_basic')
  if (memo !== undefined) memo.passwordHash = account.passwordHash
  return { account, via: 'basic' }
}

/** Verifies concurrent requests with the same header from the same address only once. */
function verifyOnce(
  { passwords, verified, verifying }: SchemeContext,
  fingerprint: string,
  credential: BasicCredential,
  address: string,
): Promise<Account> {
  const key = `${fingerprint} ${address}`
  const shared = verifying.get(key)
  if (shared !== undefined) return shared
  const mine = passwords
    .verify(credential, address)
    .then((account) => {
      verified.remember(fingerprint, credential.name, account)
      return account
    })
    .finally(() => verifying.delete(key))
  verifying.set(key, mine)
  return mine
}

async function identifyByBearer(
  context: SchemeContext,
  token: string,
  request: Credentials,
): Promise<IdentifiedUser> {
  return isApiKey(token)
    ? identifyByApiKey(context, token)
    : { account: await accountOfToken(context, token, request), via: 'jwt' }
}

async function identifyByApiKey(context: SchemeContext, token: string): Promise<IdentifiedUser> {
  const key = await context.access.apiKeys.get(hashApiKey(token))
  if (key === undefined || key.expires <= context.now()) throw notAuthenticated()
  const account = await accountOf(context, key.userId)
  context.keyUses.note(key.keyId)
  return { account, via: 'apikey', limits: key.limits, key: { id: key.keyId, name: key.name } }
}

/** Returns the account of a JSON web token. */
async function accountOfToken(context: SchemeContext, token: string, request: Credentials): Promise<Account> {
  const { database, tokens, now, verified } = context
  const fingerprint = fingerprintOf(verified, request, `bearer ${token}`)
  const known = verified.find(fingerprint)
  if (known !== undefined) {
    const account = await currentAccount(context, known.userId)
    if (verified.stillHolds(fingerprint, account)) return account
  }
  const subject = await verifyToken(token, tokens, now())
  if (subject === undefined) throw notAuthenticated()
  const userId = await findUserId(database, subject.by, subject.value)
  if (userId === undefined) throw notAuthenticated()
  const account = await accountOf(context, userId)
  // `iat` has whole seconds: a token of the second of a change may be older than the change.
  if (subject.issued <= account.tokensSince) throw notAuthenticated()
  verified.remember(fingerprint, subject.value, account, subject.expires)
  return account
}

async function identifyBySession(
  { sessions, access }: SchemeContext,
  token: string,
  request: Credentials,
): Promise<IdentifiedUser | undefined> {
  const found = await (request.unattended === true ? sessions.get(token) : sessions.resume(token))
  const account = found && (await access.accounts.get(found.userId))
  if (found === undefined || account === undefined) return undefined
  if (!isSafeMethod(request.method) && !csrfMatches(token, request.csrfToken)) {
    throw new ServiceError('csrf_failed')
  }
  return { account, via: 'session', strength: found.strength }
}

/** Returns the cached or current account; undefined if it does not exist any more. */
async function currentAccount({ access }: SchemeContext, userId: number): Promise<Account | undefined> {
  return access.accounts.peek(userId) ?? (await access.accounts.get(userId))
}

/** Returns the cached or current account. An account that does not exist any more is an invalid credential. */
async function accountOf(context: SchemeContext, userId: number): Promise<Account> {
  const account = await currentAccount(context, userId)
  if (account === undefined) throw notAuthenticated()
  return account
}

/**
 * Returns the fingerprint of credentials. A request is checked twice, at admission and at authentication, and hashing
 * takes most of the time of both, so the fingerprint is cached in the request.
 */
function fingerprintOf(
  verified: VerifiedCredentials,
  { memo }: Pick<Credentials, 'memo'>,
  credential: string,
): string {
  if (memo === undefined) return verified.fingerprint(credential)
  return (memo.fingerprint ??= verified.fingerprint(credential))
}
