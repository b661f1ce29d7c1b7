/**
 * Locks of tables for which others hardly have to wait: a lock is requested for milliseconds only, because every
 * reader and writer of the table waits behind the request; between two requests nobody waits.
 */
import { DatabaseError } from 'pg'
import type pg from 'pg'
import { asServiceError, lockNotAvailable } from './errors.ts'

/** Timeout in milliseconds of an attempt to lock tables; other sessions wait as long. */
export const attemptMs = 40
/** Delay between attempts in milliseconds, in which no session has to wait. */
export const retryDelayMs = 200

/** The last attempts may take as long, in milliseconds: readers that overlap leave no table free for a shorter time. */
const longestAttemptMs = 1_000

/** Returns whether a lock or the whole statement has timed out. */
export const isLate = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.code === lockNotAvailable || error.code === '57014')

/** Timers may be as much early, in milliseconds. */
const timerToleranceMs = 2

/**
 * Locks tables against readers and writers until the end of the open transaction, all of them or none.
 * @param tables qualified names
 * @param limitMs time after which it gives up, in milliseconds
 * @throws ServiceError `tables_locked` if others never release the tables
 * @throws the error of the driver at once if the work is canceled
 */
export async function lockBriefly(
  client: pg.ClientBase,
  tables: readonly string[],
  limitMs: number,
): Promise<void> {
  if (tables.length === 0) return
  const { rows } = await client.query<{ statement: string }>(
    `SELECT current_setting('statement_timeout') AS "statement"`,
  )
  const setTimeoutTo = (value: string): Promise<unknown> =>
    client.query(`SELECT set_config('statement_timeout', $1, true)`, [value])
  const begun = performance.now()
  let patienceMs = attemptMs
  for (;;) {
    await client.query('SAVEPOINT "tables"')
    let sentAt = Infinity
    try {
      await setTimeoutTo(String(patienceMs))
      sentAt = performance.now()
      // One statement, so that the timeout applies to all tables together.
      await client.query(`LOCK TABLE ${tables.join(', ')} IN ACCESS EXCLUSIVE MODE`)
      await setTimeoutTo(rows[0]!.statement)
      await client.query('RELEASE SAVEPOINT "tables"')
      return
    } catch (error) {
      // What ends earlier than the timeout was canceled; both have the same SQLSTATE.
      const isOurs = performance.now() - sentAt >= patienceMs - timerToleranceMs
      if (!isLate(error) || !isOurs) throw error
      await client.query('ROLLBACK TO SAVEPOINT "tables"; RELEASE SAVEPOINT "tables"')
      const elapsedMs = performance.now() - begun
      if (elapsedMs >= limitMs) throw asServiceError('tables_locked', error)
      if (elapsedMs >= limitMs / 2) patienceMs = Math.min(2 * patienceMs, longestAttemptMs)
    }
    // In the session, so that a cancel ends the delay, too.
    await client.query('SELECT pg_catalog.pg_sleep($1)', [retryDelayMs / 1000])
  }
}
