/** The transaction of a write: run again when it lost a race, rolled back when it is only a rehearsal. */
import type pg from 'pg'
import { ServiceError } from '../../errors/service-error.ts'
import type { DataContext } from '../context.ts'
import { LostRace } from './batch.ts'

export interface WriteTransaction {
  /** Rolls back at the end and answers what would have happened. */
  readonly dryRun: boolean
  /** How often it may be tried; work that reads its rows from a stream can be tried only once. */
  readonly attempts: number
}

/** Carries the result out of a transaction that is rolled back on purpose. */
class Rehearsed<Result> extends Error {
  readonly result: Result

  constructor(result: Result) {
    super('dry run')
    this.result = result
  }
}

/** @throws ServiceError `conflict` when other writers kept changing the same records. */
export async function inTransaction<Result>(
  context: DataContext,
  { dryRun, attempts }: WriteTransaction,
  run: (client: pg.ClientBase) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await context.database.withTransaction(
        async (client) => {
          const result = await run(client)
          if (dryRun) throw new Rehearsed(result)
          return result
        },
        { retries: attempts - 1, signal: context.signal },
      )
    } catch (error) {
      if (error instanceof Rehearsed) return error.result
      if (!(error instanceof LostRace)) throw error
      if (attempt >= attempts) throw new ServiceError('conflict', {}, { cause: error })
    }
  }
}
