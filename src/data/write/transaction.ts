/** The transaction of a write: retried after a lost race, rolled back for a dry run. */
import type pg from 'pg'
import { ServiceError } from '../../errors/service-error.ts'
import type { DataContext } from '../context.ts'
import { settleControlWork } from '../control-work.ts'
import { LostRace } from './batch.ts'

export interface WriteTransaction {
  /** Rolls back at the end and returns what the result would have been. */
  readonly dryRun: boolean
  /** Whether a dry run may write small batches in one statement, which adds nothing to the log; counts are the same. */
  readonly mayUseOneStatement?: boolean
  /** Maximum number of attempts; 1 for work that reads its rows from a stream. */
  readonly attempts: number
}

/** Passes the result out of the transaction of a dry run, which is rolled back. */
class Rehearsed<Result> extends Error {
  readonly result: Result

  constructor(result: Result) {
    super('dry run')
    this.result = result
  }
}

/**
 * Executes a write in a transaction.
 * @throws ServiceError `conflict` if concurrent writers kept changing the same records.
 */
export async function inTransaction<Result>(
  context: DataContext,
  { dryRun, attempts }: WriteTransaction,
  run: (client: pg.ClientBase) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const result = await context.home.withTransaction(
        async (client) => {
          const result = await run(client)
          if (dryRun) throw new Rehearsed(result)
          return result
        },
        { retries: attempts - 1, signal: context.signal },
      )
      // The write is stored; what cannot be moved to `control` now is moved by the next cleanup.
      await settleControlWork(context).catch(() => undefined)
      return result
    } catch (error) {
      if (error instanceof Rehearsed) return error.result
      if (!(error instanceof LostRace)) throw error
      if (error.otherwise !== undefined && (attempt > 1 || attempts === 1)) throw error.otherwise
      if (attempt >= attempts) throw new ServiceError('conflict', {}, { cause: error })
    }
  }
}
