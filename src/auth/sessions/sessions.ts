/** Opens, resumes and ends sessions. A session ends after an idle timeout and after a maximum lifetime of some weeks. */
import type { ControlDatabase } from '../../database/database.ts'
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
  /** Returns the session of a token and extends it; undefined if it has ended. */
  resume(token: string): Promise<Session | undefined>
  /** Returns the session of a token without extending it; undefined if it has ended. */
  get(token: string): Promise<Session | undefined>
  end(token: string): Promise<void>
  /** Marks the session as verified by a second factor, and ends the sessions of the user without one. */
  strengthen(userId: number, token: string): Promise<void>
  /** Maximum lifetime of a session in seconds, for the cookie. */
  readonly longest: number
}

export interface SessionsOptions {
  readonly database: ControlDatabase
  readonly access: Access
  readonly now: () => number
  /** Idle timeout in seconds. */
  readonly sessionAge: number
}

const thirtyDays = 30 * 24 * 3600
/** Minimum time between two extensions of a session in milliseconds, so that few requests require a write. */
const renewalIntervalMs = 60_000

export function createSessions({ database, access, now, sessionAge }: SessionsOptions): Sessions {
  const longest = Math.max(thirtyDays, sessionAge)
  const idle = sessionAge * 1000
  const endOf = (created: number, seen: number): number => Math.min(seen + idle, created + longest * 1000)

  /** Returns the session. Reads it again if the cached one has expired, because another process may have extended it. */
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
    get: async (token) => {
      const session = await find(hashSessionToken(token))
      return session === undefined || session.expires <= now() ? undefined : session
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
      access.sessions.invalidateWhere((session) => session.userId === userId)
    },
    end: async (token) => {
      const id = hashSessionToken(token)
      await deleteSession(database, id)
      access.sessions.forget(id)
    },
  }
}
