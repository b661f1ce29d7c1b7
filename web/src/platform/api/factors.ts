/**
 * Manages the user's own second factors (codes of an authenticator app, recovery codes and passkeys) and signs in.
 * The sign-in page loads this file; therefore it imports nothing that other screens share.
 */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { getJson, send, sendJson } from './client.ts'
import {
  anything,
  boolean,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  type Shape,
  type Shaped,
  text,
} from './shape.ts'

const factorsShape = object({
  local: boolean,
  required: boolean,
  totp: boolean,
  recovery_codes: number,
  passkeys: list(object({ id: number, name: text, created: text, last_used: nullable(text) })),
})
export type Factors = Shaped<typeof factorsShape>
export type Passkey = Factors['passkeys'][number]

const root = '/api/me/factors/'

export const readFactors = (signal: AbortSignal): Promise<Factors> => getJson(root, factorsShape, { signal })

const offeredShape = object({ secret: text, uri: text })
export type OfferedCodes = Shaped<typeof offeredShape>

/** Returns a secret for an authenticator app; it takes effect once a code was confirmed. */
export const offerCodes = (password: string): Promise<OfferedCodes> =>
  sendJson('POST', `${root}totp/`, { password }, offeredShape)

const recoveryShape = object({ recovery_codes: list(text) })

/** Confirms the first code and returns recovery codes, which cannot be read again. */
export const confirmCodes = async (code: string): Promise<readonly string[]> =>
  (await sendJson('POST', `${root}totp/confirm/`, { code }, recoveryShape)).recovery_codes

export const removeCodes = (password: string): Promise<unknown> =>
  sendJson('DELETE', `${root}totp/`, { password }, anything)

export const renewRecoveryCodes = async (password: string): Promise<readonly string[]> =>
  (await sendJson('POST', `${root}recovery/`, { password }, recoveryShape)).recovery_codes

export const renamePasskey = (id: number, name: string): Promise<unknown> =>
  sendJson('PATCH', `${root}passkeys/${id}/`, { name }, anything)

export const removePasskey = (id: number): Promise<unknown> =>
  send(`${root}passkeys/${id}/`, { method: 'DELETE' })

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

const asked = <T>(options: Shape<T>) => object({ state: text, options })

const library = (): Promise<typeof import('@simplewebauthn/browser')> => import('@simplewebauthn/browser')

/**
 * Creates a passkey on the device and adds it to the account. Throws the error of the browser if the user declines.
 */
export async function addPasskey(password: string, name: string): Promise<void> {
  const { options, state } = await sendJson(
    'POST',
    `${root}passkeys/options/`,
    { password },
    asked(creationShape),
  )
  const response = await (await library()).startRegistration({ optionsJSON: options })
  await sendJson('POST', `${root}passkeys/`, { name, state, response }, anything)
}

const signedInShape = object({ username: text, second_factor: optional(text) })
export type SignedIn = Shaped<typeof signedInShape>

export interface Credentials {
  readonly username: string
  readonly password: string
  readonly code?: string
  readonly remember?: boolean
}

/** Throws an `ApiError` with the field `code` if a second factor is required, or if the given code is wrong. */
export const signIn = (credentials: Credentials): Promise<SignedIn> =>
  sendJson('POST', '/login/', credentials, signedInShape, { noSignIn: true })

/** Signs in with a passkey of the device. Throws the error of the browser if the user declines. */
export async function signInWithPasskey(remember: boolean): Promise<SignedIn> {
  const quiet = { noSignIn: true }
  const { options, state } = await sendJson(
    'POST',
    '/api/signon/passkey/options/',
    undefined,
    asked(requestShape),
    quiet,
  )
  const response = await (await library()).startAuthentication({ optionsJSON: options })
  return sendJson('POST', '/api/signon/passkey/', { state, response, remember }, signedInShape, quiet)
}

/** Returns whether the user declined the dialog of the browser or let it time out. */
export const isDeclined = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')
