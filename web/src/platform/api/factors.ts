/**
 * Manages the user's own second factors (codes of an authenticator app, recovery codes and passkeys) and signs in.
 * The sign-in page loads this file; therefore it imports nothing that other screens share.
 */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { type Answer, type Body, call } from './endpoints.ts'
import { boolean, list, number, object, oneOf, type Shape, text } from './shape.ts'

export type Factors = Answer<'GET /api/me/factors/'>
export type Passkey = Factors['passkeys'][number]

export const readFactors = (signal: AbortSignal): Promise<Factors> =>
  call('GET /api/me/factors/', {}, { signal })

export type OfferedCodes = Answer<'POST /api/me/factors/totp/'>

/** Returns a secret for an authenticator app; it takes effect once a code was confirmed. */
export const offerCodes = (password: string): Promise<OfferedCodes> =>
  call('POST /api/me/factors/totp/', { body: { password } })

/** Confirms the first code and returns recovery codes, which cannot be read again. */
export const confirmCodes = async (code: string): Promise<readonly string[]> =>
  (await call('POST /api/me/factors/totp/confirm/', { body: { code } })).recovery_codes

export const removeCodes = (password: string): Promise<unknown> =>
  call('DELETE /api/me/factors/totp/', { body: { password } })

export const renewRecoveryCodes = async (password: string): Promise<readonly string[]> =>
  (await call('POST /api/me/factors/recovery/', { body: { password } })).recovery_codes

export const renamePasskey = (id: number, name: string): Promise<unknown> =>
  call('PATCH /api/me/factors/passkeys/{id}/', { path: { id }, body: { name } })

export const removePasskey = (id: number, password: string): Promise<unknown> =>
  call('DELETE /api/me/factors/passkeys/{id}/', { path: { id }, body: { password } })

/**
 * Returns whether passkeys can be used: the browser supports them, and the connection is secure and to a host with a
 * name.
 */
export function knowsPasskeys(): boolean {
  const isAddress = /^(?:[\d.]+|\[.*\])$/.test(location.hostname)
  return 'PublicKeyCredential' in globalThis && isSecureContext && !isAddress
}

const keyType = oneOf('public-key')
const verification = oneOf('required', 'preferred', 'discouraged')

const creationParts = object({
  rp: object({ name: text, id: text }),
  user: object({ id: text, name: text, displayName: text }),
  challenge: text,
  pubKeyCredParams: list(object({ type: keyType, alg: number })),
  timeout: number,
  excludeCredentials: list(object({ id: text, type: keyType })),
  authenticatorSelection: object({
    residentKey: verification,
    requireResidentKey: boolean,
    userVerification: verification,
  }),
  attestation: oneOf('none'),
})
const creationShape: Shape<PublicKeyCredentialCreationOptionsJSON> = (value, place) => {
  const options = creationParts(value, place)
  const { pubKeyCredParams, excludeCredentials } = options
  return {
    ...options,
    pubKeyCredParams: [...pubKeyCredParams],
    excludeCredentials: [...excludeCredentials],
  }
}
const requestShape: Shape<PublicKeyCredentialRequestOptionsJSON> = object({
  rpId: text,
  challenge: text,
  timeout: number,
  userVerification: verification,
})

const library = (): Promise<typeof import('@simplewebauthn/browser')> => import('@simplewebauthn/browser')

/**
 * Creates a passkey on the device and adds it to the account. Throws the error of the browser if the user declines.
 */
export async function addPasskey(password: string, name: string): Promise<void> {
  const { options, state } = await call('POST /api/me/factors/passkeys/options/', { body: { password } })
  const response = await (await library()).startRegistration({ optionsJSON: creationShape(options) })
  await call('POST /api/me/factors/passkeys/', { body: { name, state, response } })
}

export type SignedIn = Answer<'POST /login/'>

export type Credentials = Body<'POST /login/'>

const quiet = { noSignIn: true }

/** Throws an `ApiError` with the field `code` if a second factor is required, or if the given code is wrong. */
export const signIn = (credentials: Credentials): Promise<SignedIn> =>
  call('POST /login/', { body: credentials }, quiet)

/** Signs in with a passkey of the device. Throws the error of the browser if the user declines. */
export async function signInWithPasskey(remember: boolean): Promise<SignedIn> {
  const { options, state } = await call('POST /api/signon/passkey/options/', {}, quiet)
  const response = await (await library()).startAuthentication({ optionsJSON: requestShape(options) })
  return call('POST /api/signon/passkey/', { body: { state, response: { ...response }, remember } }, quiet)
}

/** Returns whether the user declined the dialog of the browser or let it time out. */
export const isDeclined = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')
