/**
 * The sign of life of whoever runs tasks: a number whose advisory lock is held by a connection of its own. When
 * the process dies, or its machine, PostgreSQL gives the lock free, and others see that its tasks are nobody's.
 */
import { randomInt } from 'node:crypto'
import type pg from 'pg'
import type { Database } from '../../database/database.ts'
import { leaseClass } from './lock-classes.ts'

export { taskClass } from './lock-classes.ts'

export interface Lease {
  readonly number: number
  /** The connection that holds the lock: what is written by it was written by the holder. */
  readonly client: pg.PoolClient
  /** Resolves when the connection is lost, and with it the lock. Never after `release`. */
  readonly lost: Promise<Error>
  release(): Promise<void>
}

/** Takes a number that nobody has. */
export async function takeLease(database: Database): Promise<Lease> {
  for (;;) {
    const lease = await holdLock(database, leaseClass, randomInt(1, 2 ** 31 - 1))
    if (lease !== undefined) return lease
  }
}

/** Holds a lock as long as its connection lives; undefined when somebody else holds it. */
export async function holdLock(
  database: Database,
  lockClass: number,
  number: number,
): Promise<Lease | undefined> {
  const client = await database.direct.pool.connect()
  const lost = Promise.withResolvers<Error>()
  let released = false
  const onLoss = (error?: Error): void => {
    if (!released) lost.resolve(error ?? new Error('The connection to the database was closed.'))
  }
  client.on('error', onLoss)
  client.on('end', onLoss)
  const giveBack = (): void => {
    if (released) return
    released = true
    // Closed rather than reused: the lock belongs to the session.
    client.release(true)
  }
  try {
    const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS "mine"', [
      lockClass,
      number,
    ])
    if (!rows[0]!.mine) {
      giveBack()
      return undefined
    }
  } catch (error) {
    giveBack()
    throw error
  }
  return {
    number,
    client,
    lost: lost.promise,
    release: async () => {
      if (!released) await client.query('SELECT pg_advisory_unlock_all()').catch(() => undefined)
      giveBack()
    },
  }
}
