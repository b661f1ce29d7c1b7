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

/** Decides whether the fault of a write is final. */
export interface Attempt {
  /**
   * Returns the error to throw for an error of a write. A lost race that may have another cause becomes the fault that
   * it is otherwise, unless the whole transaction is repeated first.
   */
  readonly settle: (error: unknown) => unknown
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
  run: (client: pg.ClientBase, attempt: Attempt) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const isRepeated = attempt === 1 && attempts > 1
    const settle = (error: unknown): unknown =>
      error instanceof LostRace && !isRepeated ? (error.otherwise ?? error) : error
    try {
      const result = await context.home.withTransaction(
        async (client) => {
          const result = await run(client, { settle })
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
      const fault = settle(error)
      if (!(fault instanceof LostRace)) throw fault
      if (attempt >= attempts) throw new ServiceError('conflict', {}, { cause: fault })
    }
  }
}
