/**
 * JSON web tokens that are signed with the secret of the installation (HS256) and name their user. The library is
 * loaded with the first token, because most processes see none.
 */

/** The user of a token: by user name or by e-mail address. */
export interface TokenSubject {
  readonly by: 'username' | 'email'
  readonly value: string
}

/** Rules for accepted tokens. */
export interface TokenRules {
  /** Secret for the signatures; if empty, no tokens are accepted. */
  readonly secret: string
  /** Maximum time from `iat` to `exp`, in seconds. */
  readonly maxAgeSeconds: number
  /** Required value of `aud`; if undefined, tokens with `aud` are rejected, because they are meant for another service. */
  readonly audience?: string | undefined
  /** Required value of `iss`; undefined for any. */
  readonly issuer?: string | undefined
}

export interface VerifiedToken extends TokenSubject {
  /** Milliseconds since 1970. */
  readonly expires: number
  /** When the token was issued, or the earliest possible time without `iat`; milliseconds since 1970. */
  readonly issued: number
}

/** Maximum lifetime of a token unless the settings define another limit, in seconds. */
export const defaultTokenAgeSeconds = 24 * 3600

/** Number of seconds by which the clock of the issuer may be ahead. */
const clockToleranceSeconds = 60

const bytes = (secret: string): Uint8Array => new TextEncoder().encode(secret)

/**
 * Returns the user of a token; undefined if its signature, its times or its claims are not valid. `exp` is required,
 * and exactly one algorithm is accepted. A token without `iat` counts as issued the maximum lifetime before `exp`.
 */
export async function verifyToken(
  token: string,
  rules: TokenRules,
  now: number,
): Promise<VerifiedToken | undefined> {
  const { secret, maxAgeSeconds, audience, issuer } = rules
  if (secret === '') return undefined
  const { jwtVerify } = await import('jose')
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
    // All errors of jose mean that the token is not valid.
    return undefined
  }
}

/** Creates a token for a user that is valid for some seconds; for links and for external programs. */
export async function signToken(
  subject: TokenSubject,
  secret: string,
  options: { readonly now: number; readonly seconds: number },
): Promise<string> {
  const { SignJWT } = await import('jose')
  const claims = subject.by === 'username' ? { user: subject.value } : { email: subject.value }
  const issued = Math.floor(options.now / 1000)
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(issued)
    .setExpirationTime(issued + options.seconds)
    .sign(bytes(secret))
}
