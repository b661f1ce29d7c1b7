/**
 * API keys: long random secrets that act for their user. Only the SHA-256 is stored; a slow hash would guard
 * nothing, since 256 random bits cannot be guessed.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '../../database/database.ts'

/** Lets people and secret scanners recognise a key. */
export const apiKeyPrefix = 'plk_'

export interface ApiKey {
  readonly keyId: number
  readonly userId: number
  readonly readOnly: boolean
  /** Milliseconds since 1970. */
  readonly expires: number
}

/** A new secret. It is shown once. */
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
export async function loadApiKey(database: Database, hash: string): Promise<ApiKey | undefined> {
  const { rows } = await database.query<{ id: number; user: number; read_only: boolean; expires: number }>({
    name: 'auth_api_key',
    text: `SELECT "id", "user", "read_only",
        extract(epoch FROM "expiry_date"::timestamptz)::double precision * 1000 AS "expires"
      FROM control."apikey" WHERE "hashed_key" = $1`,
    values: [hash],
  })
  const row = rows[0]
  if (row === undefined) return undefined
  return { keyId: row.id, userId: row.user, readOnly: row.read_only, expires: row.expires }
}
