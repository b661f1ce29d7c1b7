/**
 * Validates the responses of browsers to requests for a passkey: only the fields that the service uses are taken.
 */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { ServiceError } from '../../errors/service-error.ts'

/** Returns the error for a response that is invalid, too late or used before. */
export const passkeyRefused = (cause?: unknown): ServiceError =>
  new ServiceError('passkey_refused', {}, { cause })

/** Returns a base64url text of an object from a browser. Throws `passkey_refused` for any other value. */
function textOf(value: unknown, name: string): string {
  const text: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  if (typeof text !== 'string' || !/^[\w-]{1,20000}$/.test(text)) throw passkeyRefused()
  return text
}

const inner = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'response' in value ? value.response : undefined

const outer = (value: unknown) =>
  ({
    id: textOf(value, 'id'),
    rawId: textOf(value, 'rawId'),
    type: 'public-key',
    clientExtensionResults: {},
  }) as const

/** Validates the response to the options of `beginAdding`. Throws `passkey_refused`. */
export function parseRegistration(value: unknown): RegistrationResponseJSON {
  const response = inner(value)
  return {
    ...outer(value),
    response: {
      clientDataJSON: textOf(response, 'clientDataJSON'),
      attestationObject: textOf(response, 'attestationObject'),
    },
  }
}

/** Validates the response to the options of `beginSigningIn`. Throws `passkey_refused`. */
export function parseAuthentication(value: unknown): AuthenticationResponseJSON {
  const response = inner(value)
  return {
    ...outer(value),
    response: {
      clientDataJSON: textOf(response, 'clientDataJSON'),
      authenticatorData: textOf(response, 'authenticatorData'),
      signature: textOf(response, 'signature'),
    },
  }
}
