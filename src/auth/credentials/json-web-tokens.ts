/** JSON web tokens signed with the secret of the installation (HS256), which name their user. */
import { jwtVerify, SignJWT } from 'jose'

/** Whom a token names: by user name or by e-mail address. */
export interface TokenSubject {
  readonly by: 'username' | 'email'
  readonly value: string
}

const bytes = (secret: string): Uint8Array => new TextEncoder().encode(secret)

export interface VerifiedToken extends TokenSubject {
  /** Milliseconds since 1970. */
  readonly expires: number
}

/**
 * Whom a token names; undefined when its signature, its time or its claims are not good. `exp` must be there,
 * and exactly one algorithm is accepted.
 */
export async function verifyToken(
  token: string,
  secret: string,
  now: number,
): Promise<VerifiedToken | undefined> {
  if (secret === '') return undefined
  try {
    const { payload } = await jwtVerify(token, bytes(secret), {
      algorithms: ['HS256'],
      requiredClaims: ['exp'],
      currentDate: new Date(now),
    })
    const { user, email, exp = 0 } = payload
    const expires = exp * 1000
    if (typeof user === 'string' && user !== '') return { by: 'username', value: user, expires }
    if (typeof email === 'string' && email !== '') return { by: 'email', value: email, expires }
    return undefined
  } catch {
    // Whatever jose dislikes, the answer is the same: not valid.
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
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setExpirationTime(Math.floor(options.now / 1000) + options.seconds)
    .sign(bytes(secret))
}
