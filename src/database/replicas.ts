/**
 * Replicas for reads. A read uses a replica only if it has replayed everything that the primary had written to disk
 * when the read started, so that a read on any server sees everything that was acknowledged before. Otherwise the
 * primary is used.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { placesOf } from '../settings/database-address.ts'
import type { Database } from './database.ts'

export interface ReplicaOptions {
  /** One URL per replica. */
  readonly urls: readonly string[]
  /** Maximum wait for a replica to catch up, in milliseconds. */
  readonly waitMs: number
}

export type ReadServer = 'primary' | 'replica'

export interface Replicas {
  /** Returns a replica that has replayed everything written so far; undefined if the primary must be used. */
  caughtUp(): Promise<Database | undefined>
  /** Returns host and port of those that cannot be reached, are no copies of the primary, or do not catch up. */
  unusable(): Promise<readonly string[]>
  /** Number of reads since the start, by the server that they were given. */
  readonly reads: Record<ReadServer, number>
  /** Called after a read on a replica has failed: it is not used for a while. */
  avoid(replica: Database): void
  close(): Promise<void>
}

/**
 * Replicas by database. They are not part of the database object, because objects derived from it to read within one
 * transaction, such as for an export, must not read from other servers.
 */
const replicasOf = new WeakMap<Database, Replicas>()

/** Lets reads of this database use replicas from now on. */
export function useReplicas(database: Database, replicas: Replicas): void {
  replicasOf.set(database, replicas)
}

export const hasReplicas = (database: Database): boolean => replicasOf.has(database)

/**
 * Returns the database for a read that must see everything that was acknowledged before: a replica that has caught
 * up, otherwise the database itself.
 */
export async function readerOf(database: Database): Promise<Database> {
  const replicas = replicasOf.get(database)
  if (replicas === undefined) return database
  const replica = await replicas.caughtUp()
  replicas.reads[replica === undefined ? 'primary' : 'replica'] += 1
  return replica ?? database
}

/** Returns the number of reads by the server that they were given; empty for a database without replicas. */
export const readsOf = (database: Database): Readonly<Partial<Record<ReadServer, number>>> =>
  replicasOf.get(database)?.reads ?? {}

/** Returns host and port of the replicas that cannot serve reads at present. */
export const unusableReaders = async (database: Database): Promise<readonly string[]> =>
  (await replicasOf.get(database)?.unusable()) ?? []

/** Called after a read on the result of `readerOf` has failed; `readerOf` does not return it for a while. */
export const avoidReader = (database: Database, reader: Database): void =>
  replicasOf.get(database)?.avoid(reader)

/** Time for which a replica is not used after a failure, or after it was behind for too long, in milliseconds. */
const failedPauseMs = 5_000
const behindPauseMs = 1_000
/** Interval of checking the replayed position, in milliseconds. */
const lookMs = 4

interface Replica {
  readonly database: Database
  /** Host and port. */
  readonly place: string
  /** Last known replayed position; it never decreases. */
  replayed: bigint
  /** Whether the server was verified to be a copy of the primary. */
  known: boolean
  avoidUntil: number
  readonly look: () => Promise<string | null>
}

function pause(replica: Replica, forMs: number): void {
  replica.avoidUntil = performance.now() + forMs
}

/** @param primary a separate connection to it, because those of requests may all be in use */
export function createReplicas(
  { urls, waitMs }: ReplicaOptions,
  primary: Database,
  open: (url: string) => Database,
): Replicas {
  const replicas = urls.map((url): Replica => {
    const database = open(url)
    const look = shared(() => value(database, replayedText))
    return { database, place: placesOf(url), replayed: -1n, known: false, avoidUntil: 0, look }
  })
  const written = shared(() => value(primary, writtenText))
  let next = 0
  let system: string | null | undefined

  /**
   * Returns whether the server is a replica: a server of another system, or one that was promoted, must not be used.
   */
  async function isCopy(replica: Replica): Promise<boolean> {
    system ??= await value(primary, systemText)
    replica.known = (await value(replica.database, systemText)) === system
    return replica.known
  }

  async function reaches(replica: Replica, position: bigint): Promise<boolean> {
    const deadline = performance.now() + waitMs
    try {
      if (!replica.known && !(await isCopy(replica))) {
        pause(replica, failedPauseMs)
        return false
      }
      while (replica.replayed < position) {
        const at = await replica.look()
        if (at === null) {
          pause(replica, failedPauseMs)
          return false
        }
        replica.replayed = BigInt(at)
        if (replica.replayed >= position) break
        if (performance.now() >= deadline) {
          pause(replica, behindPauseMs)
          return false
        }
        await delay(lookMs)
      }
      return true
    } catch {
      pause(replica, failedPauseMs)
      return false
    }
  }

  return {
    reads: { primary: 0, replica: 0 },
    caughtUp: async () => {
      const begun = performance.now()
      const usable = replicas.filter(({ avoidUntil }) => avoidUntil <= begun)
      const replica = usable[(next += 1) % usable.length]
      if (replica === undefined) return undefined
      // If the primary does not answer, the read itself reports the error.
      const position = await written().catch(() => null)
      if (position === null) return undefined
      return (await reaches(replica, BigInt(position))) ? replica.database : undefined
    },
    unusable: async () => {
      const position = BigInt((await written()) ?? 0)
      const usable = await Promise.all(replicas.map((replica) => reaches(replica, position)))
      return replicas.filter((_, index) => usable[index] !== true).map(({ place }) => place)
    },
    avoid: (database) => {
      const replica = replicas.find((one) => one.database === database)
      if (replica === undefined) return
      // It may come back as another server.
      Object.assign(replica, { replayed: -1n, known: false })
      pause(replica, failedPauseMs)
    },
    close: async () => {
      await Promise.all([primary.close(), ...replicas.map(({ database }) => database.close())])
    },
  }
}

/** SQL of the position up to which the log was written to disk; statements acknowledged before are before it. */
const writtenText = `SELECT (pg_current_wal_flush_lsn() - '0/0')::text AS "value"`
const replayedText = `SELECT CASE WHEN pg_is_in_recovery() THEN (pg_last_wal_replay_lsn() - '0/0')::text END AS "value"`
const systemText = `SELECT system_identifier::text AS "value" FROM pg_control_system()`

async function value(database: Database, text: string): Promise<string | null> {
  const { rows } = await database.query<{ value: string | null }>({ text })
  return rows[0]?.value ?? null
}

/**
 * Returns a function that shares one query among all calls in the same turn of the event loop; it is executed after
 * all of them have started.
 */
function shared<Result>(ask: () => Promise<Result>): () => Promise<Result> {
  let current: Promise<Result> | undefined
  return () =>
    (current ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      current = undefined
      return ask()
    }))
}
