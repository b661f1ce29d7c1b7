/**
 * API keys: long random secrets that authenticate their user. Only the SHA-256 is stored; a slow hash would not
 * improve security, because 256 random bits cannot be guessed.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { ControlDatabase } from '../../database/database.ts'
import { keyScopes } from '../principal.ts'
import type { KeyLimits } from '../rights/key-scope.ts'

/** Prefix by which users and secret scanners recognize a key. */
export const apiKeyPrefix = 'plk_'

export interface ApiKey {
  readonly keyId: number
  readonly userId: number
  readonly name: string
  readonly limits: KeyLimits
  /** Milliseconds since 1970. */
  readonly expires: number
}

/** Generates a new secret, which is shown only once. */
export function generateApiKey(): string {
  return apiKeyPrefix + randomBytes(32).toString('base64url')
}

const shape = new RegExp(`^${apiKeyPrefix}[A-Za-z0-9_-]{43}$`)

export function isApiKey(token: string): boolean {
  return shape.test(token)
}

export function hashApiKey(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Finds a key by its hash, expired or not. */
export async function loadApiKey(database: ControlDatabase, hash: string): Promise<ApiKey | undefined> {
  const { rows } = await database.query<{
    id: number
    user: number
    name: string
    read_only: boolean
    scope: string
    entities: string | null
    scenarios: string | null
    expires: number
  }>({
    name: 'auth_api_key',
    text: `SELECT "id", "user", "name", "read_only", "scope", "entities", "scenarios",
        extract(epoch FROM "expiry_date"::timestamptz)::double precision * 1000 AS "expires"
      FROM control."apikey" WHERE "hashed_key" = $1`,
    values: [hash],
  })
  const row = rows[0]
  if (row === undefined) return undefined
  const scope = row.read_only ? 'read' : (keyScopes.find((known) => known === row.scope) ?? 'read')
  const limits = { scope, entities: namesOf(row.entities), scenarios: namesOf(row.scenarios) }
  return { keyId: row.id, userId: row.user, name: row.name, limits, expires: row.expires }
}

/** Parses names separated by commas; returns undefined for no limit. */
export function namesOf(text: string | null): ReadonlySet<string> | undefined {
  const names = (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return names.length === 0 ? undefined : new Set(names)
}

/** Stores the time of the last use of a key. */
export async function noteKeyUse(database: ControlDatabase, keyId: number): Promise<void> {
  await database.query({
    text: `UPDATE control."apikey" SET "last_used" = LOCALTIMESTAMP(0) WHERE "id" = $1`,
    values: [keyId],
  })
}
