/** Stores the time of the last use of API keys, at intervals, so that few requests require a write. */
import type { ControlDatabase } from '../../database/database.ts'
import { noteKeyUse } from './api-keys.ts'

export interface KeyUses {
  /** Stores the use of a key if the last stored one is old enough; does not wait for the database. */
  note(keyId: number): void
}

export interface KeyUsesOptions {
  readonly database: ControlDatabase
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Minimum time between two updates of the last use of a key, in milliseconds. */
const noteIntervalMs = 60_000
/** Maximum number of keys whose last update is remembered. */
const maxKeys = 20_000

export function createKeyUses({ database, now }: KeyUsesOptions): KeyUses {
  /** Time at which the last use of each key was stored. */
  const noted = new Map<number, number>()
  return {
    note: (keyId) => {
      if (now() - (noted.get(keyId) ?? -Infinity) < noteIntervalMs) return
      if (noted.size >= maxKeys) noted.clear()
      noted.set(keyId, now())
      noteKeyUse(database, keyId).catch(() => noted.delete(keyId))
    },
  }
}
