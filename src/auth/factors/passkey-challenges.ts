/**
 * Challenges that a passkey must sign. A challenge is sent to the browser with a signed state, so that no server has to
 * store it; only used challenges are stored, so that a response is accepted once.
 */
import { randomBytes } from 'node:crypto'
import type { ControlDatabase } from '../../database/database.ts'
import { passkeyRefused } from './passkey-responses.ts'
import type { SealedSecrets } from './sealed-secret.ts'

export interface Challenges {
  /** Returns a new challenge for a purpose, and the state that the response must contain. */
  create(purpose: string): { readonly challenge: string; readonly state: string }
  /** Returns the challenge of a state. Throws `passkey_refused` for another purpose or after the time limit. */
  read(state: string, purpose: string): string
  /** Stores a challenge as used. Throws `passkey_refused` if it was used before. */
  useOnce(challenge: string): Promise<void>
}

export interface ChallengesOptions {
  readonly database: ControlDatabase
  readonly secrets: SealedSecrets
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Time that a user has to respond, in milliseconds. */
const responseTimeoutMs = 5 * 60_000

export function createChallenges({ database, secrets, now }: ChallengesOptions): Challenges {
  const sign = (text: string, purpose: string): string => secrets.hash(`challenge ${purpose} ${text}`)
  return {
    create: (purpose) => {
      const challenge = randomBytes(32).toString('base64url')
      const text = `${challenge}.${now() + responseTimeoutMs}`
      return { challenge, state: `${text}.${sign(text, purpose)}` }
    },
    read: (state, purpose) => {
      const [challenge = '', until = '', mark = ''] = state.split('.')
      if (mark !== sign(`${challenge}.${until}`, purpose)) throw passkeyRefused()
      if (!(Number(until) > now())) throw passkeyRefused()
      return challenge
    },
    useOnce: async (challenge) => {
      const { rowCount } = await database.query({
        text: 'INSERT INTO control."usedchallenge" ("challenge") VALUES ($1) ON CONFLICT DO NOTHING',
        values: [challenge],
      })
      if (rowCount !== 1) throw passkeyRefused()
    },
  }
}
