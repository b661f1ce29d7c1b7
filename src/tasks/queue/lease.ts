/**
 * Lease of a process that runs tasks: a number whose advisory lock is held by a dedicated connection. If the process
 * or its machine fails, PostgreSQL releases the lock, and other processes detect that its tasks are abandoned.
 */
import { randomInt } from 'node:crypto'
import type pg from 'pg'
import type { ControlDatabase } from '../../database/database.ts'
import { breakConnection, watchConnection } from '../../database/silent-connection.ts'
import { leaseClass } from './lock-classes.ts'

export { taskClass } from './lock-classes.ts'

export interface Lease {
  readonly number: number
  /** The connection that holds the lock: anything written by it was written by the holder. */
  readonly client: pg.PoolClient
  /** Resolves when the connection, and with it the lock, is lost. Never resolves after `release`. */
  readonly lost: Promise<Error>
  release(): Promise<void>
}

/** Acquires a lease with an unused random number. */
export async function takeLease(database: ControlDatabase): Promise<Lease> {
  for (;;) {
    const lease = await holdLock(database, leaseClass, randomInt(1, 2 ** 31 - 1))
    if (lease !== undefined) return lease
  }
}

/**
 * Holds a lock as long as its connection is open; undefined if another process holds it. A connection whose server is
 * silent is closed.
 * @param checks interval of the checks in milliseconds
 */
export async function holdLock(
  database: ControlDatabase,
  lockClass: number,
  number: number,
  checks: { readonly intervalMs?: number } = {},
): Promise<Lease | undefined> {
  const client = await database.direct.pool.connect()
  const lost = Promise.withResolvers<Error>()
  let releasing = false
  let released = false
  const onLoss = (error?: Error): void => {
    if (!releasing) lost.resolve(error ?? new Error('The connection to the database was closed.'))
  }
  client.on('error', onLoss)
  client.on('end', onLoss)
  const unwatch = watchConnection(client, checks)
  const giveBack = (): void => {
    if (released) return
    releasing = true
    released = true
    unwatch()
    // Closes the connection instead of reusing it, because the lock belongs to the session.
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
      releasing = true
      if (!released) await unlock(client)
      giveBack()
    },
  }
}

/** Time that the server has to confirm the release of a lock, in milliseconds. */
const unlockTimeoutMs = 2_000

/** Releases all locks of a connection. Closes it, which releases them too, if the server is silent. */
async function unlock(client: pg.PoolClient): Promise<void> {
  const silent = setTimeout(
    () => breakConnection(client, new Error('The database does not confirm the release of a lock.')),
    unlockTimeoutMs,
  )
  await client.query('SELECT pg_advisory_unlock_all()').catch(() => undefined)
  clearTimeout(silent)
}
