/**
 * Entry point of all writes of planning data. Small valid batches are written in one statement; all others use a
 * staging table in a transaction. A batch that lost a race against another writer is retried.
 */
import type { Entity } from '../../model/entity.ts'
import type { DataContext } from '../context.ts'
import { contextOf } from '../installation-context.ts'
import type { WriteRequest, WriteResult } from './request.ts'
import { writeInOneStatement } from './merge/single-statement.ts'
import { writeInTransaction } from './write-in-transaction.ts'

/**
 * Adds or changes records, all or nothing.
 * @throws ServiceError `invalid_record` with the errors of every record; `not_found`, `precondition_failed` for a
 *   record given by its key; `conflict` if concurrent writers kept changing the same records.
 */
export async function writeRecords(
  scenarioContext: DataContext,
  entity: Entity,
  request: WriteRequest,
): Promise<WriteResult> {
  const context = contextOf(scenarioContext, entity)
  const quick = await writeInOneStatement(context, entity, request)
  if (quick !== undefined) return quick
  const tries = Array.isArray(request.rows) || request.repeatable === true ? attempts : 1
  return writeInTransaction(context, { dryRun: request.dryRun, attempts: tries }, ({ write }) =>
    write(entity, request),
  )
}

/** Maximum number of attempts before a batch that keeps losing races is rejected with 409. */
export const attempts = 5
