/** Stores the staged and checked records: the merge, its consequences, and the check that no record was lost. */
import type { WrittenRecord } from '../../context.ts'
import { type Batch, FoundWhenStored, LostRace, refusal, whenStored } from '../batch.ts'
import { bulkRows, inBulk } from './bulk.ts'
import type { LogMode } from '../log/change-log.ts'
import { findDuplicates } from '../checks/existence.ts'
import { merge, type Merged } from './merge.ts'
import { rulesOf } from '../rules/registry.ts'
import { stage, type Staged } from '../intake/staging.ts'
import type { Given } from './target.ts'
import { uniqueViolation } from '../../../database/errors.ts'
import { fieldErrors } from '../../../errors/service-error.ts'
import { checkWithin } from '../checks/references.ts'
import { checkStagedTree, checkTree, givesParents } from '../checks/tree.ts'

/**
 * Rejects the batch, or removes the invalid records from it, and with them the records that refer to them.
 * @param count number of staged records
 * @param createMissing entities of which missing records are created as stubs
 * @returns the number of remaining records
 */
export async function settleFaults(
  batch: Batch,
  staged: Staged,
  count: number,
  createMissing: readonly string[],
): Promise<number> {
  if (batch.faults.count === 0) return count
  if (batch.request.onError === 'abort') {
    await checkStagedTree(batch, staged)
    throw refusal(batch)
  }
  const kept = count - (await removeFaulty(batch))
  return (await checkWithin(batch, staged, createMissing)) ? kept - (await removeFaulty(batch)) : kept
}

/** Removes the invalid records from the staging table and returns their number. */
async function removeFaulty({ client, faults, target }: Batch): Promise<number> {
  const { rows } = await client.query<{ index: number; key: string | number }>(
    `DELETE FROM ${stage} WHERE "_i" = ANY($1::int[]) RETURNING "_i" AS index, ${target.key} AS key`,
    [faults.indexes],
  )
  for (const { index, key } of rows) faults.name(index, key)
  return rows.length
}

/** What `storeValid` stores. */
export interface ToStore {
  readonly staged: Staged
  /** Number of staged records. */
  readonly rows: number
  /** Missing entities of which missing records are created as stubs. */
  readonly createMissing: readonly string[]
  /** Whether the batch has lists of child records. */
  readonly hasLists: boolean
}

/**
 * Stores the staged records with `run`, which is given their number. Circles of owners and errors in lists of child
 * records are found only when they are stored. If invalid records are skipped, the changes are then rolled back, and
 * the remaining records are stored.
 */
export async function storeValid<Stored>(
  batch: Batch,
  { staged, rows, createMissing, hasLists }: ToStore,
  run: (rows: number) => Promise<Stored>,
): Promise<Stored> {
  const { client, changes, request, target } = batch
  if (request.onError === 'abort' || !(hasLists || givesParents(target, staged))) return run(rows)
  const restoreCounts = changes.saveCounts()
  await client.query('SAVEPOINT "staged"')
  for (let remaining = rows; ;) {
    try {
      return await run(remaining)
    } catch (error) {
      if (!(error instanceof FoundWhenStored)) throw error
      await client.query('ROLLBACK TO SAVEPOINT "staged"')
      restoreCounts()
      const left = await settleFaults(batch, staged, remaining, createMissing)
      if (left === remaining) throw error
      remaining = left
    }
  }
}

export async function store(batch: Batch, staged: Staged, rows: number): Promise<Merged> {
  const rules = rulesOf(batch.target.base)
  await rules?.beforeMerge?.(batch)
  const merged = await mergeGuarded(batch, staged, rows)
  // Another transaction added a record after the check; the retry finds it.
  if (mustNotMeet(batch, merged, rows)) throw new LostRace('A record appeared while it was created.')
  if (merged.created + merged.updated < rows) await requireAllStored(batch, rows)
  const known = batch.faults.count
  await checkTree(batch, staged)
  if (batch.faults.count > known) throw whenStored(batch)
  await rules?.afterMerge?.(batch, { allNew: merged.created === rows })
  return merged
}

/**
 * Returns whether the batch found existing records although it only creates records, or although its writer may not
 * change any.
 */
const mustNotMeet = ({ request, mayInsert }: Batch, { created, updated }: Merged, rows: number): boolean =>
  (request.mode === 'create' && created < rows) || (mayInsert && !request.mayChange && updated > 0)

/** Merges the batch; converts a violation of a unique field to errors of the records that caused it. */
async function mergeGuarded(batch: Batch, staged: Staged, rows: number): Promise<Merged> {
  const { client, target, shape } = batch
  const derived = rulesOf(target.base)?.derivedColumns?.(batch)
  const given: Given = {
    columns: staged.given,
    uniform: staged.uniform,
    blanksAreDefaults: batch.request.copy !== undefined,
    ...(derived === undefined ? {} : { derived }),
  }
  const guarded =
    shape.surrogate || shape.columns.some(({ field, position }) => field.unique && position !== 0)
  if (guarded) await client.query('SAVEPOINT merge')
  try {
    return await inBulk(client, target.base.schema, staged.rows, () =>
      merge(batch, { given, rows, log: logModeOf(batch, staged), bulk: staged.rows >= bulkRows }),
    )
  } catch (error) {
    if (hasState(error, foreignKeyViolation)) {
      throw new LostRace('A record that is referred to was deleted meanwhile.')
    }
    if (hasState(error, tooLargeToIndex)) throw tooLongKey(target, error)
    if (!hasState(error, uniqueViolation)) throw error
    if (!guarded) throw new LostRace('A record with the same key appeared.', { cause: error })
    await client.query('ROLLBACK TO SAVEPOINT merge')
    throw await duplicatesOrRace(batch, 'A record with the same values appeared.')
  }
}

/**
 * Returns how the batch is logged. Bulk writes are logged in blocks, unless the outcome of each record is requested.
 */
function logModeOf({ request, context, target }: Batch, staged: Staged): LogMode {
  if (request.withoutChangeLog === true) return 'none'
  const perRecord = request.returning === 'outcomes' || context.storages.has(target.entity.name)
  return staged.rows < bulkRows || perRecord ? 'records' : 'blocks'
}

const foreignKeyViolation = '23503'
const tooLargeToIndex = '54000'

/** Maximum total size of all fields of a key, compressed, in bytes. */
const mostIndexedBytes = 2_600

/** Returns the error of a key whose fields together are too long for an index, although each of them is not. */
function tooLongKey({ entity: { naturalKey } }: Batch['target'], cause: unknown): unknown {
  const field = naturalKey.at(-1)
  if (field === undefined) return cause
  const params = { limit: mostIndexedBytes }
  return fieldErrors({ [field]: [{ code: 'too_long_to_index', params }] })
}

const hasState = (error: unknown, state: string): boolean =>
  error instanceof Error && 'code' in error && error.code === state

/** Checks that every staged record is in the table; otherwise another transaction has inserted or deleted it. */
async function requireAllStored(batch: Batch, rows: number): Promise<void> {
  const { client, target } = batch
  const { rows: found } = await client.query<{ count: number }>(
    `SELECT count(*) AS count FROM ${stage} s JOIN ${target.table} t ON t.${target.key} = s.${target.key}`,
  )
  if (found[0]!.count === rows) return
  throw await duplicatesOrRace(batch, 'A record changed hands while it was written.')
}

/**
 * Returns a lost race. The records that have the same values as others may have been faulty before it; if they are not,
 * the retry finds the others, which were stored after the check.
 */
async function duplicatesOrRace(batch: Batch, message: string): Promise<LostRace> {
  const known = batch.faults.count
  await findDuplicates(batch)
  return new LostRace(message, batch.faults.count > known ? { otherwise: refusal(batch) } : {})
}

export interface StoredAs {
  readonly key: string | number
  readonly action: WrittenRecord['action']
}

const actionWords = { add: 'created', change: 'updated' } as const

/** Returns the action of the merge for each staged record, by index, from the change log of this change set. */
export async function actionsOf(batch: Batch): Promise<ReadonlyMap<number, StoredAs>> {
  const { client, target, changes } = batch
  const { rows } = await client.query<{
    index: number
    key: string | number
    action: 'add' | 'change' | null
  }>(
    `SELECT s."_i" AS index, s.${target.key} AS key, min(c."action") AS action
     FROM ${stage} s LEFT JOIN ${changes.log} c
       ON c."changeset" = ${changes.id} AND c."entity" = $1 AND c."key" = s.${target.key}::text
     GROUP BY s."_i", s.${target.key} ORDER BY s."_i"`,
    [target.base.name],
  )
  return new Map(
    rows.map(({ index, key, action }) => [
      index,
      { key, action: action === null ? 'unchanged' : actionWords[action] },
    ]),
  )
}
