/** Stores sessions in the database. The cookie contains a random token, the table its hash. */
import { createHash, randomBytes } from 'node:crypto'
import type { ControlDatabase } from '../../database/database.ts'

/** How a session was opened: with only a password, with a second factor, or by an external provider. */
export const sessionStrengths = ['password', 'second', 'external'] as const
export type SessionStrength = (typeof sessionStrengths)[number]

export interface Session {
  /** Hash of the token. */
  readonly id: string
  readonly userId: number
  /** Milliseconds since 1970. */
  readonly created: number
  readonly lastSeen: number
  readonly expires: number
  readonly strength: SessionStrength
}

export interface SessionOrigin {
  readonly address: string
  readonly userAgent?: string | undefined
}

export function generateSessionToken(): string {
  return randomBytes(32).toString('base64url')
}

export function hashSessionToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

const longestUserAgent = 400

/** Maximum number of sessions of one user; a further one ends the least recently used one. */
export const mostSessions = 100

export async function insertSession(
  database: ControlDatabase,
  session: Session,
  origin: SessionOrigin,
): Promise<void> {
  await database.query({
    text: `INSERT INTO control."session" ("id", "user", "created", "last_seen", "expires", "address", "user_agent", "strength")
      VALUES ($1, $2, to_timestamp($3::double precision / 1000), to_timestamp($4::double precision / 1000),
        to_timestamp($5::double precision / 1000), $6, $7, $8)`,
    values: [
      session.id,
      session.userId,
      session.created,
      session.lastSeen,
      session.expires,
      origin.address,
      origin.userAgent?.replaceAll('\0', '').slice(0, longestUserAgent) ?? null,
      session.strength,
    ],
  })
  await database.query({
    text: `DELETE FROM control."session" WHERE "id" IN (
        SELECT "id" FROM control."session" WHERE "user" = $1 ORDER BY "last_seen" DESC, "id" = $2 DESC OFFSET $3)`,
    values: [session.userId, session.id, mostSessions],
  })
}

const milliseconds = (column: string): string => `extract(epoch FROM ${column})::double precision * 1000`

/** Finds a session by the hash of its token, expired or not. */
export async function loadSession(database: ControlDatabase, id: string): Promise<Session | undefined> {
  const { rows } = await database.query<{
    user: number
    created: number
    seen: number
    expires: number
    strength: string
  }>({
    name: 'auth_session',
    text: `SELECT "user", ${milliseconds('"created"')} AS "created", ${milliseconds('"last_seen"')} AS "seen",
        ${milliseconds('"expires"')} AS "expires", "strength"
      FROM control."session" WHERE "id" = $1`,
    values: [id],
  })
  const row = rows[0]
  if (row === undefined) return undefined
  const strength = sessionStrengths.find((known) => known === row.strength) ?? 'password'
  return { id, userId: row.user, created: row.created, lastSeen: row.seen, expires: row.expires, strength }
}

/** Extends a session, unless it was ended in the meantime. */
export async function prolongSession(database: ControlDatabase, session: Session): Promise<void> {
  await database.query({
    text: `UPDATE control."session" SET "last_seen" = to_timestamp($2::double precision / 1000),
        "expires" = greatest("expires", to_timestamp($3::double precision / 1000))
      WHERE "id" = $1`,
    values: [session.id, session.lastSeen, session.expires],
  })
}

/**
 * Marks the session as opened with a second factor, and ends the other sessions of the user that were opened with
 * only a password, because an attacker may know the password.
 */
export async function strengthenSession(
  database: ControlDatabase,
  userId: number,
  id: string,
): Promise<void> {
  await database.query({
    text: `UPDATE control."session" SET "strength" = 'second' WHERE "id" = $2 AND "user" = $1`,
    values: [userId, id],
  })
  await database.query({
    text: `DELETE FROM control."session" WHERE "user" = $1 AND "id" <> $2 AND "strength" = 'password'`,
    values: [userId, id],
  })
}

/** Ends a session, and deletes expired sessions. */
export async function deleteSession(database: ControlDatabase, id: string): Promise<void> {
  await database.query({
    text: `DELETE FROM control."session" WHERE "id" = $1 OR "expires" < now()`,
    values: [id],
  })
}
