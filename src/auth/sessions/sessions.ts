/** Opening, resuming and ending of sessions. A session ends when unused for a while, and after some weeks. */
import type { Database } from '../../database/database.ts'
import type { Access } from '../access.ts'
import {
  deleteSession,
  generateSessionToken,
  hashSessionToken,
  insertSession,
  prolongSession,
  type Session,
  type SessionOrigin,
  type SessionStrength,
  strengthenSession,
} from './store.ts'

export interface Sessions {
  /** Opens a session and returns its token. */
  open(userId: number, origin: SessionOrigin, strength: SessionStrength): Promise<string>
  /** The session of a token, prolonged; undefined when there is none any more. */
  resume(token: string): Promise<Session | undefined>
  end(token: string): Promise<void>
  /** A second factor was shown in the session; those of the user without one end. */
  strengthen(userId: number, token: string): Promise<void>
  /** Longest life of a session in seconds, for the cookie. */
  readonly longest: number
}

export interface SessionsOptions {
  readonly database: Database
  readonly access: Access
  readonly now: () => number
  /** Seconds without a request after which a session ends. */
  readonly sessionAge: number
}

const thirtyDays = 30 * 24 * 3600
/** A session is prolonged at most once a minute: a request seldom costs a write. */
const renewalIntervalMs = 60_000

export function createSessions({ database, access, now, sessionAge }: SessionsOptions): Sessions {
  const longest = Math.max(thirtyDays, sessionAge)
  const idle = sessionAge * 1000
  const endOf = (created: number, seen: number): number => Math.min(seen + idle, created + longest * 1000)

  /** The session, read again when it seems to be over: another process may have prolonged it. */
  async function find(id: string): Promise<Session | undefined> {
    const known = await access.sessions.get(id)
    if (known === undefined || known.expires > now()) return known
    access.sessions.forget(id)
    return access.sessions.get(id)
  }

  return {
    longest,
    open: async (userId, origin, strength) => {
      const token = generateSessionToken()
      const created = now()
      const session = {
        id: hashSessionToken(token),
        userId,
        created,
        lastSeen: created,
        expires: endOf(created, created),
        strength,
      }
      await insertSession(database, session, origin)
      return token
    },
    resume: async (token) => {
      const session = await find(hashSessionToken(token))
      const seen = now()
      if (session === undefined || session.expires <= seen) return undefined
      if (seen - session.lastSeen < Math.min(renewalIntervalMs, idle / 10)) return session
      const prolonged = { ...session, lastSeen: seen, expires: endOf(session.created, seen) }
      await prolongSession(database, prolonged)
      access.sessions.forget(session.id)
      return prolonged
    },
    strengthen: async (userId, token) => {
      const id = hashSessionToken(token)
      await strengthenSession(database, userId, id)
      access.sessions.forgetWhere((session) => session.userId === userId)
    },
    end: async (token) => {
      const id = hashSessionToken(token)
      await deleteSession(database, id)
      access.sessions.forget(id)
    },
  }
}
