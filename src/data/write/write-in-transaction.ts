/**
 * Writes several batches in one transaction and one change set, such as the entities of a dataset or the sheets of a
 * workbook. Either all of them are stored or none.
 */
import type pg from 'pg'
import { isSameDatabase } from '../../database/homes.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { Entity } from '../../model/entity.ts'
import type { DataContext } from '../context.ts'
import { databaseOf } from '../relation.ts'
import { type ChangeSet, openChangeSet } from './log/change-set.ts'
import { rehearseInOneStatement } from './merge/single-statement.ts'
import type { WriteRequest, WriteResult } from './request.ts'
import { inTransaction, type WriteTransaction } from './transaction.ts'
import { writeBatch } from './write-batch.ts'

export interface OpenWrite {
  readonly client: pg.ClientBase
  readonly changes: ChangeSet
  /**
   * Adds or changes records within the transaction; `dryRun` of the transaction applies. Throws the same errors as
   * `writeRecords`.
   */
  readonly write: (entity: Entity, request: WriteRequest) => Promise<WriteResult>
}

/**
 * Executes writes in one transaction.
 * @throws ServiceError `conflict` if concurrent writers kept changing the same records.
 */
export async function writeInTransaction<Result>(
  context: DataContext,
  transaction: WriteTransaction,
  run: (open: OpenWrite) => Promise<Result>,
): Promise<Result> {
  const written = new Set<string>()
  const isQuick = transaction.dryRun && transaction.mayUseOneStatement === true
  const result = await inTransaction(context, transaction, async (client, { settle }) => {
    const changes = await openChangeSet(client, context)
    const answer = await run({
      client,
      changes,
      write: async (entity, request) => {
        requireTogether(context, entity)
        written.add(entity.name)
        const quick = isQuick
          ? await rehearseInOneStatement(client, context, entity, request, changes)
          : undefined
        if (quick !== undefined) return quick
        const batch = await writeBatch(client, context, entity, request, changes).catch((error: unknown) => {
          throw settle(error)
        })
        return asWriteResult(batch)
      },
    })
    if (!transaction.dryRun) await changes.close(client)
    return answer
  })
  for (const name of written) await context.storages.get(name)?.afterCommit?.(context)
  return result
}

/** Throws `scenario_refused` for an entity that is in another database than the transaction. */
function requireTogether(context: DataContext, entity: Entity): void {
  if (isSameDatabase(databaseOf(context, entity), context.home)) return
  throw new ServiceError('scenario_refused', {
    reason: {
      code: 'entity_on_other_server',
      params: { scenario: context.scenario, entity: entity.name },
    },
  })
}

function asWriteResult(batch: Awaited<ReturnType<typeof writeBatch>>): WriteResult {
  const { created, updated, rows, faults, records, list, outcomes, createdReferences, missing } = batch
  const { overridden, assumed, newer } = batch
  return {
    created,
    updated,
    unchanged: rows - created - updated,
    failed: faults.count,
    overridden,
    records,
    list,
    outcomes,
    errors: faults.batch(),
    createdReferences,
    missing,
    ...(assumed === undefined || assumed.total === 0 ? {} : { assumed }),
    ...(newer === undefined ? {} : { newer }),
  }
}
