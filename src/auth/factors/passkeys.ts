/**
 * Passkeys (WebAuthn): keys that a device stores for the address of the service and uses after it has verified the
 * user, so that a passkey is a second factor in itself.
 */
import { randomBytes } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Database } from '../../database/database.ts'
import { fieldErrors, ServiceError } from '../../errors/service-error.ts'
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
  readonly database: Database
  readonly secrets: SealedSecrets
  /** Milliseconds since 1970. */
  readonly now: () => number
}

const title = 'Planning'
const answerMs = 5 * 60_000
const mostPasskeys = 20
const longestName = 100
/** Ed25519, ES256 and RS256, which devices support. */
const algorithms = [-8, -7, -257]

// Loaded on first use.
const library = (): Promise<typeof import('@simplewebauthn/server')> => import('@simplewebauthn/server')

export function createPasskeys({ database, secrets, now }: PasskeysOptions): Passkeys {
  /** Signs the challenge, so that no server has to store it. */
  function seal(challenge: string, purpose: string): string {
    const text = `${challenge}.${now() + answerMs}`
    return `${text}.${secrets.hash(`challenge ${purpose} ${text}`)}`
  }

  function challengeOf(state: string, purpose: string): string {
    const [challenge = '', until = '', mark = ''] = state.split('.')
    if (mark !== secrets.hash(`challenge ${purpose} ${challenge}.${until}`)) throw refused()
    if (!(Number(until) > now())) throw refused()
    return challenge
  }

  /** Stores the challenge as used, so that only the first of several identical responses is accepted. */
  async function useOnce(challenge: string): Promise<void> {
    const { rowCount } = await database.query({
      text: 'INSERT INTO control."usedchallenge" ("challenge") VALUES ($1) ON CONFLICT DO NOTHING',
      values: [challenge],
    })
    if (rowCount !== 1) throw refused()
  }

  return {
    beginAdding: async (place, { userId, username }) => {
      const rpID = hostOf(place)
      const { rows } = await database.query<{ id: string; transports: string[] }>({
        text: 'SELECT "credential" AS "id", "transports" FROM control."passkey" WHERE "user" = $1',
        values: [userId],
      })
      if (rows.length >= mostPasskeys) throw new ServiceError('too_many_passkeys', { limit: mostPasskeys })
      const challenge = randomBytes(32).toString('base64url')
      const options = await (
        await library()
      ).generateRegistrationOptions({
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
      return { options, state: seal(challenge, `add ${userId}`) }
    },
    add: async (place, { userId }, { state, response }, name) => {
      const challenge = challengeOf(state, `add ${userId}`)
      const { verified, registrationInfo } = await (
        await library()
      )
        .verifyRegistrationResponse({
          response: asRegistration(response),
          expectedChallenge: challenge,
          expectedOrigin: place.origin,
          expectedRPID: hostOf(place),
          requireUserVerification: true,
          supportedAlgorithmIDs: algorithms,
        })
        .catch(asRefused)
      if (!verified) throw refused()
      await useOnce(challenge)
      const { id, publicKey, counter, transports = [] } = registrationInfo.credential
      const { rows } = await database.query<{ id: number }>({
        text: `INSERT INTO control."passkey" ("user", "credential", "public_key", "counter", "transports", "name")
          VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT ("credential") DO NOTHING RETURNING "id"`,
        values: [userId, id, Buffer.from(publicKey), counter, transports, checkedName(name)],
      })
      if (rows[0] === undefined) throw new ServiceError('already_exists')
      return rows[0].id
    },
    beginSigningIn: async (place) => {
      const challenge = randomBytes(32).toString('base64url')
      const options = await (
        await library()
      ).generateAuthenticationOptions({
        rpID: hostOf(place),
        challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
        userVerification: 'required',
      })
      return { options, state: seal(challenge, 'sign in') }
    },
    signIn: async (place, { state, response: given }) => {
      const challenge = challengeOf(state, 'sign in')
      const response = asAuthentication(given)
      const { rows } = await database.query<{
        id: number
        user: number
        name: string
        public_key: Buffer
        counter: number
      }>({
        text: 'SELECT "id", "user", "name", "public_key", "counter" FROM control."passkey" WHERE "credential" = $1',
        values: [response.id],
      })
      const passkey = rows[0]
      if (passkey === undefined) throw refused()
      const { verified, authenticationInfo } = await (
        await library()
      )
        .verifyAuthenticationResponse({
          response,
          expectedChallenge: challenge,
          expectedOrigin: place.origin,
          expectedRPID: hostOf(place),
          requireUserVerification: true,
          credential: {
            id: response.id,
            publicKey: new Uint8Array(passkey.public_key),
            counter: passkey.counter,
          },
        })
        .catch(asRefused)
      if (!verified) throw refused()
      await useOnce(challenge)
      await database.query({
        text: 'UPDATE control."passkey" SET "counter" = $2, "last_used" = now() WHERE "id" = $1',
        values: [passkey.id, authenticationInfo.newCounter],
      })
      return { userId: passkey.user, name: passkey.name }
    },
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

const refused = (cause?: unknown): ServiceError => new ServiceError('passkey_refused', {}, { cause })

function asRefused(error: unknown): never {
  throw refused(error)
}

/** Returns a base64url text of an object from a browser. Throws `passkey_refused` for any other value. */
function textOf(value: unknown, name: string): string {
  const text: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  if (typeof text !== 'string' || !/^[\w-]{1,20000}$/.test(text)) throw refused()
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

function asRegistration(value: unknown): RegistrationResponseJSON {
  const response = inner(value)
  return {
    ...outer(value),
    response: {
      clientDataJSON: textOf(response, 'clientDataJSON'),
      attestationObject: textOf(response, 'attestationObject'),
    },
  }
}

function asAuthentication(value: unknown): AuthenticationResponseJSON {
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
