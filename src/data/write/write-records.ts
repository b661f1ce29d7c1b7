/**
 * The one way in for planning data. Small sound batches go in one statement; everything else goes through a
 * staging table in a transaction. A batch that lost a race against another writer is run again.
 */
import type { Entity } from '../../model/entity.ts'
import type { DataContext } from '../context.ts'
import type { WriteRequest, WriteResult } from './request.ts'
import { writeInOneStatement } from './merge/single-statement.ts'
import { writeInTransaction } from './write-in-transaction.ts'

/**
 * Adds or changes records, all or nothing.
 * @throws ServiceError `invalid_record` with the faults of every record; `not_found`, `precondition_failed`
 *   for a record named by its key; `conflict` when other writers kept changing the same records.
 */
export async function writeRecords(
  context: DataContext,
  entity: Entity,
  request: WriteRequest,
): Promise<WriteResult> {
  const quick = await writeInOneStatement(context, entity, request)
  if (quick !== undefined) return quick
  const tries = Array.isArray(request.rows) || request.repeatable === true ? attempts : 1
  return writeInTransaction(context, { dryRun: request.dryRun, attempts: tries }, ({ write }) =>
    write(entity, request),
  )
}

/** Attempts before a batch that keeps losing races is refused with 409. */
const attempts = 5
