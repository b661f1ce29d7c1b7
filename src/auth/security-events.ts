/** Stores security events for audits: sign-ins, second factors, passwords. Each event is one row, which is never changed. */
import type { ControlDatabase } from '../database/database.ts'
import type { SecurityEventName } from '../model/security-events.ts'

export interface SecurityEvent {
  readonly event: SecurityEventName
  /** The affected user; null if no user has the given name. */
  readonly user: number | null
  readonly username: string
  /** The user who caused the event, if it is another user; 0 for the command line. */
  readonly actor?: { readonly id: number; readonly name: string }
  readonly address?: string | undefined
  readonly details?: Readonly<Record<string, string | number>>
}

export interface SecurityLog {
  /** Stores an event. A failure is reported, but does not undo the recorded action. */
  record(event: SecurityEvent): Promise<void>
}

export interface SecurityLogOptions {
  readonly database: ControlDatabase
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly onFailure?: ((error: unknown) => void) | undefined
}

/**
 * Maximum number of failed sign-ins that are stored per minute and process, so that an attacker cannot fill the disk.
 * Further ones are only counted.
 */
const failuresPerMinute = 60
const longestName = 150

export function createSecurityLog({ database, now, onFailure }: SecurityLogOptions): SecurityLog {
  let minute = { begun: 0, stored: 0, dropped: 0 }

  /** Returns the number of failures that were dropped before this one; undefined if this one is to be dropped. */
  function roomForFailure(): number | undefined {
    if (now() - minute.begun >= 60_000) {
      const { dropped } = minute
      minute = { begun: now(), stored: 1, dropped: 0 }
      return dropped
    }
    if (minute.stored >= failuresPerMinute) {
      minute.dropped += 1
      return undefined
    }
    minute.stored += 1
    return 0
  }

  return {
    record: async ({ event, user, username, actor, address, details }) => {
      const before = event === 'sign_in_failed' ? roomForFailure() : 0
      if (before === undefined) return
      const logged = before === 0 ? details : { ...details, left_out_before: before }
      await database
        .query({
          text: `INSERT INTO control."securityevent"
              ("event", "user", "username", "actor", "actor_name", "address", "details")
            VALUES ($1, $2, $3, $4, $5, $6, $7::jsonb)`,
          values: [
            event,
            user,
            username.replaceAll('\0', '').toWellFormed().slice(0, longestName),
            actor?.id ?? null,
            actor?.name ?? null,
            address ?? null,
            logged === undefined ? null : JSON.stringify(logged),
          ],
        })
        .catch((error: unknown) => onFailure?.(error))
    },
  }
}
