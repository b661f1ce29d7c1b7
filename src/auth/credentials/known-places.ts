/**
 * Remembers the places, that is name and network, from which users have signed in before: there, failures of others
 * at the same address do not delay them. Stored in the database as keyed hashes, so that they are known after a
 * restart and in other processes. Read only when an address is throttled, because they are not required otherwise.
 */
import { createHmac, createSecretKey } from 'node:crypto'
import type { ControlDatabase } from '../../database/database.ts'

export interface KnownPlaces {
  has(place: string): boolean
  /** Stores a successful sign-in from the place. */
  note(userId: number, place: string): void
  /** Reads the places that other and earlier processes have stored, unless it was done recently. */
  refresh(): Promise<void>
}

export interface KnownPlacesOptions {
  readonly database: Pick<ControlDatabase, 'query'>
  /** Secret of the installation; without it, the hashes reveal nothing. */
  readonly secret: string
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Called with errors of storing and reading. */
  readonly onFailure?: ((error: unknown) => void) | undefined
}

/** Maximum number of places in memory; the most recently used ones are kept. */
const remembered = 20_000
/** Maximum number of places per user in the database, and their retention in days. */
const keptPerUser = 50
const keptDays = 90
/** Minimum time between two updates of a place, and between two reads of the database, in milliseconds. */
const noteEveryMs = 24 * 3_600_000
const refreshEveryMs = 60_000

export function createKnownPlaces(options: KnownPlacesOptions): KnownPlaces {
  const { database, now } = options
  const key = createSecretKey(Buffer.from(`places ${options.secret}`))
  /** Time at which each place was stored, by hash. */
  const known = new Map<string, number>()
  let refreshedAt = -Infinity
  let refreshing: Promise<void> | undefined

  const hashOf = (place: string): string => createHmac('sha256', key).update(place).digest('base64url')

  function remember(hash: string, at: number): void {
    known.delete(hash)
    known.set(hash, at)
    const oldest = known.keys().next()
    if (known.size > remembered && !oldest.done) known.delete(oldest.value)
  }

  async function store(userId: number, hash: string): Promise<void> {
    await database.query({
      text: `WITH "noted" AS (
          INSERT INTO control."signinplace" ("place", "user", "seen") VALUES ($1, $2, now())
          ON CONFLICT ("place") DO UPDATE SET "seen" = excluded."seen", "user" = excluded."user"
        )
        DELETE FROM control."signinplace" p WHERE p."seen" < now() - make_interval(days => $3)
          OR p."user" = $2 AND p."place" <> $1 AND p."place" NOT IN (
            SELECT o."place" FROM control."signinplace" o WHERE o."user" = $2 ORDER BY o."seen" DESC LIMIT $4
          )`,
      values: [hash, userId, keptDays, keptPerUser],
    })
  }

  async function load(): Promise<void> {
    const { rows } = await database.query<{ place: string }>({
      text: `SELECT "place" FROM control."signinplace" WHERE "seen" > now() - make_interval(days => $1)
        ORDER BY "seen" DESC LIMIT $2`,
      values: [keptDays, remembered],
    })
    for (const { place } of rows.toReversed()) if (!known.has(place)) remember(place, now())
  }

  return {
    has: (place) => known.has(hashOf(place)),
    note: (userId, place) => {
      const hash = hashOf(place)
      if (now() - (known.get(hash) ?? -Infinity) < noteEveryMs) return
      remember(hash, now())
      store(userId, hash).catch((error: unknown) => options.onFailure?.(error))
    },
    refresh: async () => {
      if (now() - refreshedAt >= refreshEveryMs) {
        refreshedAt = now()
        refreshing = load().catch((error: unknown) => options.onFailure?.(error))
      }
      await refreshing
    },
  }
}
