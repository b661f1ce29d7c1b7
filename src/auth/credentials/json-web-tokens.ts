/** JSON web tokens signed with the secret of the installation (HS256), which name their user. */
import { jwtVerify, SignJWT } from 'jose'

/** Whom a token names: by user name or by e-mail address. */
export interface TokenSubject {
  readonly by: 'username' | 'email'
  readonly value: string
}

/** Which tokens the service accepts. */
export interface TokenRules {
  /** Secret with which tokens are signed; empty = none are accepted. */
  readonly secret: string
  /** Longest time from `iat` to `exp`, in seconds. */
  readonly maxAgeSeconds: number
  /** What `aud` must hold; undefined = a token with `aud` is meant for another service. */
  readonly audience?: string | undefined
  /** What `iss` must be; undefined = any. */
  readonly issuer?: string | undefined
}

export interface VerifiedToken extends TokenSubject {
  /** Milliseconds since 1970. */
  readonly expires: number
  /** When the token was issued, or the earliest possible time without `iat`; milliseconds since 1970. */
  readonly issued: number
}

/** Longest lifetime of a token unless the settings say otherwise. */
export const defaultTokenAgeSeconds = 24 * 3600

/** Seconds by which the clock of whoever issues tokens may be ahead. */
const clockToleranceSeconds = 60

const bytes = (secret: string): Uint8Array => new TextEncoder().encode(secret)

/**
 * Returns whom a token names; undefined when its signature, its times or its claims are not valid. `exp` is required,
 * and exactly one algorithm is accepted. Without `iat` the token counts as issued the longest lifetime before `exp`.
 */
export async function verifyToken(
  token: string,
  rules: TokenRules,
  now: number,
): Promise<VerifiedToken | undefined> {
  const { secret, maxAgeSeconds, audience, issuer } = rules
  if (secret === '') return undefined
  try {
    const { payload } = await jwtVerify(token, bytes(secret), {
      algorithms: ['HS256'],
      requiredClaims: ['exp'],
      currentDate: new Date(now),
      ...(audience === undefined ? {} : { audience }),
      ...(issuer === undefined ? {} : { issuer }),
    })
    const { user, email, exp = 0, iat = exp - maxAgeSeconds, aud } = payload
    // RFC 7519, 4.1.3: a service that is not among the audience rejects the token.
    if (aud !== undefined && audience === undefined) return undefined
    const latestIssue = Math.floor(now / 1000) + clockToleranceSeconds
    if (exp - iat > maxAgeSeconds || iat > latestIssue) return undefined
    const times = { expires: exp * 1000, issued: iat * 1000 }
    if (typeof user === 'string' && user !== '') return { by: 'username', value: user, ...times }
    if (typeof email === 'string' && email !== '') return { by: 'email', value: email, ...times }
    return undefined
  } catch {
    // Whatever jose rejects, the answer is the same: not valid.
    return undefined
  }
}

/** A token for a user, valid for some seconds; for links and for programs beside the service. */
export function signToken(
  subject: TokenSubject,
  secret: string,
  options: { readonly now: number; readonly seconds: number },
): Promise<string> {
  const claims = subject.by === 'username' ? { user: subject.value } : { email: subject.value }
  const issued = Math.floor(options.now / 1000)
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(issued)
    .setExpirationTime(issued + options.seconds)
    .sign(bytes(secret))
}
