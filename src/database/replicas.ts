/**
 * Replicas that may answer reads. A read goes to one only if it has everything that the primary had written to disk when
 * the read began: nobody, on whatever server, sees less than was acknowledged before. Otherwise the primary answers.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from './database.ts'

export interface ReplicaOptions {
  /** A URL for each. */
  readonly urls: readonly string[]
  /** Milliseconds that a read may wait for a replica to have what it must have. */
  readonly waitMs: number
}

export interface Replicas {
  /** A replica that has everything that is written by now; undefined: the primary is to be asked. */
  caughtUp(): Promise<Database | undefined>
  /** A read on it has failed: it is left alone for a while. */
  avoid(replica: Database): void
  close(): Promise<void>
}

/**
 * Beside the databases rather than in them: what is made of a database to read within one transaction of it, such as an export of one moment,
 * must not read elsewhere.
 */
const replicasOf = new WeakMap<Database, Replicas>()

/** From now on reads of this database may go to replicas. */
export function useReplicas(database: Database, replicas: Replicas): void {
  replicasOf.set(database, replicas)
}

export const hasReplicas = (database: Database): boolean => replicasOf.has(database)

/** Where a read sees everything that was acknowledged before: a replica that has caught up, else the database itself. */
export const readerOf = async (database: Database): Promise<Database> =>
  (await replicasOf.get(database)?.caughtUp()) ?? database

/** A read on what `readerOf` gave has failed; it gives something else for a while. */
export const avoidReader = (database: Database, reader: Database): void =>
  replicasOf.get(database)?.avoid(reader)

/** Milliseconds for which a replica is left alone that failed, or that was behind for too long. */
const failedPauseMs = 5_000
const behindPauseMs = 1_000
/** Between two looks at how far a replica is. */
const lookMs = 4

interface Replica {
  readonly database: Database
  /** How far it was when last asked: it never goes back. */
  replayed: bigint
  /** Whether it has been found to be a copy of the primary. */
  known: boolean
  avoidUntil: number
  readonly look: () => Promise<string | null>
}

function pause(replica: Replica, forMs: number): void {
  replica.avoidUntil = performance.now() + forMs
}

/** @param primary connections of our own to it: those of requests may all be in use */
export function createReplicas(
  { urls, waitMs }: ReplicaOptions,
  primary: Database,
  open: (url: string) => Database,
): Replicas {
  const replicas = urls.map((url): Replica => {
    const database = open(url)
    const look = shared(() => value(database, replayedText))
    return { database, replayed: -1n, known: false, avoidUntil: 0, look }
  })
  const written = shared(() => value(primary, writtenText))
  let next = 0
  let system: string | null | undefined

  /** Whether it is one: a server of another system, or one that was promoted, must not answer. */
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
    caughtUp: async () => {
      const begun = performance.now()
      const usable = replicas.filter(({ avoidUntil }) => avoidUntil <= begun)
      const replica = usable[(next += 1) % usable.length]
      if (replica === undefined) return undefined
      // Where the primary does not answer, whoever asks it finds out why.
      const position = await written().catch(() => null)
      if (position === null) return undefined
      return (await reaches(replica, BigInt(position))) ? replica.database : undefined
    },
    avoid: (database) => {
      const replica = replicas.find((one) => one.database === database)
      if (replica === undefined) return
      // It may come back as something else.
      Object.assign(replica, { replayed: -1n, known: false })
      pause(replica, failedPauseMs)
    },
    close: async () => {
      await Promise.all([primary.close(), ...replicas.map(({ database }) => database.close())])
    },
  }
}

/** A statement acknowledged before is before this place in the log. */
const writtenText = `SELECT (pg_current_wal_flush_lsn() - '0/0')::text AS "value"`
const replayedText = `SELECT CASE WHEN pg_is_in_recovery() THEN (pg_last_wal_replay_lsn() - '0/0')::text END AS "value"`
const systemText = `SELECT system_identifier::text AS "value" FROM pg_control_system()`

async function value(database: Database, text: string): Promise<string | null> {
  const { rows } = await database.query<{ value: string | null }>({ text })
  return rows[0]?.value ?? null
}

/** One question for all who ask in the same turn of the event loop; it is asked after all of them have begun. */
function shared<Result>(ask: () => Promise<Result>): () => Promise<Result> {
  let current: Promise<Result> | undefined
  return () =>
    (current ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      current = undefined
      return ask()
    }))
}
