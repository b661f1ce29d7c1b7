/**
 * Passkeys (WebAuthn): keys that a device stores for the address of the service and uses after it has verified the
 * user, so that a passkey is a second factor in itself.
 */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import type { ControlDatabase } from '../../database/database.ts'
import { fieldErrors, ServiceError } from '../../errors/service-error.ts'
import { createChallenges } from './passkey-challenges.ts'
import { parseAuthentication, parseRegistration, passkeyRefused } from './passkey-responses.ts'
import type { SealedSecrets } from './sealed-secret.ts'

/** Address of the browser; passkeys belong to a host name. */
export interface PasskeyPlace {
  /** For instance `https://planning.example.com`. */
  readonly origin: string
}

export interface PasskeyUser {
  readonly userId: number
  readonly username: string
}

/** Options for the browser, and the state that its response must contain. */
export interface Asked<Options> {
  readonly options: Options
  readonly state: string
}

export interface Passkeys {
  /** Starts to add a passkey. Throws `passkeys_without_address` and `too_many_passkeys`. */
  beginAdding(place: PasskeyPlace, user: PasskeyUser): Promise<Asked<PublicKeyCredentialCreationOptionsJSON>>
  /** Adds the passkey of the response and returns its id. Throws `passkey_refused`. */
  add(place: PasskeyPlace, user: PasskeyUser, answer: PasskeyAnswer, name: string): Promise<number>
  /** Starts to sign in with any passkey. Throws `passkeys_without_address`. */
  beginSigningIn(place: PasskeyPlace): Promise<Asked<PublicKeyCredentialRequestOptionsJSON>>
  /** Returns the user and the name of the passkey in the response. Throws `passkey_refused`. */
  signIn(
    place: PasskeyPlace,
    answer: PasskeyAnswer,
  ): Promise<{ readonly userId: number; readonly name: string }>
  /** Renames a passkey. Returns false if the user has no such passkey. */
  rename(userId: number, id: number, name: string): Promise<boolean>
  /** Deletes a passkey and returns its name; undefined if the user has no such passkey. */
  remove(userId: number, id: number): Promise<string | undefined>
}

/** The response of a browser, not yet validated. */
export interface PasskeyAnswer {
  readonly state: string
  readonly response: unknown
}

export interface PasskeysOptions {
  readonly database: ControlDatabase
  readonly secrets: SealedSecrets
  /** Milliseconds since 1970. */
  readonly now: () => number
}

const title = 'Planning'
const mostPasskeys = 20
const longestName = 100
/** Ed25519, ES256 and RS256, which devices support. */
const algorithms = [-8, -7, -257]

// Loaded on first use.
const library = (): Promise<typeof import('@simplewebauthn/server')> => import('@simplewebauthn/server')

export function createPasskeys(options: PasskeysOptions): Passkeys {
  const { database } = options
  return {
    ...createAdding(options),
    ...createSigningIn(options),
    rename: async (userId, id, name) => {
      const { rowCount } = await database.query({
        text: 'UPDATE control."passkey" SET "name" = $3 WHERE "user" = $1 AND "id" = $2',
        values: [userId, id, checkedName(name)],
      })
      return rowCount === 1
    },
    remove: async (userId, id) => {
      const { rows } = await database.query<{ name: string }>({
        text: 'DELETE FROM control."passkey" WHERE "user" = $1 AND "id" = $2 RETURNING "name"',
        values: [userId, id],
      })
      return rows[0]?.name
    },
  }
}

/** The two steps of adding a passkey: options for the browser, then its response. */
function createAdding(options: PasskeysOptions): Pick<Passkeys, 'beginAdding' | 'add'> {
  const { database, secrets } = options
  const challenges = createChallenges(options)
  return {
    beginAdding: async (place, { userId, username }) => {
      const rpID = hostOf(place)
      const { rows } = await database.query<{ id: string; transports: string[] }>({
        text: 'SELECT "credential" AS "id", "transports" FROM control."passkey" WHERE "user" = $1',
        values: [userId],
      })
      if (rows.length >= mostPasskeys) throw new ServiceError('too_many_passkeys', { limit: mostPasskeys })
      const { challenge, state } = challenges.create(`add ${userId}`)
      const { generateRegistrationOptions } = await library()
      const registration = await generateRegistrationOptions({
        rpName: title,
        rpID,
        userName: username,
        userID: new Uint8Array(Buffer.from(secrets.hash(`passkeys of ${userId}`))),
        challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
        attestationType: 'none',
        supportedAlgorithmIDs: algorithms,
        excludeCredentials: rows,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      return { options: registration, state }
    },
    add: async (place, { userId }, { state, response }, name) => {
      const challenge = challenges.read(state, `add ${userId}`)
      const { verifyRegistrationResponse } = await library()
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: parseRegistration(response),
        ...expected(place, challenge),
        supportedAlgorithmIDs: algorithms,
      }).catch(throwRefused)
      if (!verified) throw passkeyRefused()
      await challenges.useOnce(challenge)
      const { id, publicKey, counter, transports = [] } = registrationInfo.credential
      const { rows } = await database.query<{ id: number }>({
        text: `INSERT INTO control."passkey" ("user", "credential", "public_key", "counter", "transports", "name")
          VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT ("credential") DO NOTHING RETURNING "id"`,
        values: [userId, id, Buffer.from(publicKey), counter, transports, checkedName(name)],
      })
      if (rows[0] === undefined) throw new ServiceError('already_exists')
      return rows[0].id
    },
  }
}

/** The two steps of signing in with a passkey: options for the browser, then its response. */
function createSigningIn(options: PasskeysOptions): Pick<Passkeys, 'beginSigningIn' | 'signIn'> {
  const { database } = options
  const challenges = createChallenges(options)
  return {
    beginSigningIn: async (place) => {
      const { challenge, state } = challenges.create('sign in')
      const { generateAuthenticationOptions } = await library()
      const authentication = await generateAuthenticationOptions({
        rpID: hostOf(place),
        challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
        userVerification: 'required',
      })
      return { options: authentication, state }
    },
    signIn: async (place, { state, response: given }) => {
      const challenge = challenges.read(state, 'sign in')
      const response = parseAuthentication(given)
      const passkey = await findPasskey(database, response.id)
      const { verifyAuthenticationResponse } = await library()
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response,
        ...expected(place, challenge),
        credential: {
          id: response.id,
          publicKey: new Uint8Array(passkey.public_key),
          counter: passkey.counter,
        },
      }).catch(throwRefused)
      if (!verified) throw passkeyRefused()
      await challenges.useOnce(challenge)
      await database.query({
        text: 'UPDATE control."passkey" SET "counter" = $2, "last_used" = now() WHERE "id" = $1',
        values: [passkey.id, authenticationInfo.newCounter],
      })
      return { userId: passkey.user, name: passkey.name }
    },
  }
}

interface StoredPasskey {
  readonly id: number
  readonly user: number
  readonly name: string
  readonly public_key: Buffer
  readonly counter: number
}

/** Returns the passkey of a credential. Throws `passkey_refused` if nobody has added it. */
async function findPasskey(database: ControlDatabase, credential: string): Promise<StoredPasskey> {
  const { rows } = await database.query<StoredPasskey>({
    text: 'SELECT "id", "user", "name", "public_key", "counter" FROM control."passkey" WHERE "credential" = $1',
    values: [credential],
  })
  if (rows[0] === undefined) throw passkeyRefused()
  return rows[0]
}

/** What every response must contain: the challenge, and the address of the service. */
const expected = (place: PasskeyPlace, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: place.origin,
  expectedRPID: hostOf(place),
  requireUserVerification: true,
})

function throwRefused(error: unknown): never {
  throw passkeyRefused(error)
}

/** Returns the host name of passkeys. Throws `passkeys_without_address` if the address of the service is unknown. */
function hostOf({ origin }: PasskeyPlace): string {
  if (!URL.canParse(origin)) throw new ServiceError('passkeys_without_address')
  return new URL(origin).hostname
}

function checkedName(name: string): string {
  const text = name.trim()
  if (text === '') throw fieldErrors({ name: [{ code: 'blank' }] })
  if (text.length > longestName)
    throw fieldErrors({ name: [{ code: 'too_long', params: { limit: longestName } }] })
  if (text.includes('\0')) throw fieldErrors({ name: [{ code: 'nul_character' }] })
  return text
}
