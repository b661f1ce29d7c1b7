/**
 * Writes one batch within a transaction: ingest, resolve keys, check, store, return. Every step is set-based, and all
 * errors of all records are found before the batch is rejected.
 */
import type pg from 'pg'
import type { Entity } from '../../model/entity.ts'
import type { DataContext } from '../context.ts'
import type { Batch } from './batch.ts'
import { copyDirectly } from './direct/copy-directly.ts'
import { readVirtualFields, storeVirtualFields } from './merge/virtual-fields.ts'
import { bulkRows } from './merge/bulk.ts'
import type { ChangeSet } from './log/change-set.ts'
import { checkNewer } from './checks/newer.ts'
import { checkExistence, checkRequired, settleBlanks } from './checks/existence.ts'
import { returnsRecords, storedRecords } from './merge/echo.ts'
import { Faults } from './intake/faults.ts'
import { SentNames } from './intake/sent-names.ts'
import { hasPreconditions, requireMatch, ingestRows } from './intake/intake.ts'
import type { Merged } from './merge/merge.ts'
import { inheritFromOrder } from './orders/inherit-from-order.ts'
import { NestedRows, writeNested } from './orders/nested.ts'
import { checkPeriod } from './checks/period.ts'
import { checkReferences, createReferences, type ReferenceOptions } from './checks/references.ts'
import type {
  AssumedDates,
  CreatedReferences,
  MissingReferences,
  NewerChanges,
  RecordOutcome,
  WriteRequest,
  WriteResult,
} from './request.ts'
import { dropOverridden, type Overridden, resolveSurrogates } from './checks/resolve.ts'
import { rulesOf } from './rules/registry.ts'
import { shapeOf } from './intake/shape.ts'
import { createStage, stage } from './intake/staging.ts'
import { actionsOf, settleFaults, store, type StoredAs, storeValid } from './merge/store.ts'
import { targetOf } from './merge/target.ts'

const none: ReadonlyMap<number, StoredAs> = new Map()

export interface BatchResult extends Merged, Pick<WriteResult, 'records' | 'list'> {
  /** Number of stored records, including unchanged ones. */
  readonly rows: number
  readonly faults: Faults
  readonly outcomes: readonly RecordOutcome[]
  readonly createdReferences: readonly CreatedReferences[]
  readonly missing: readonly MissingReferences[]
  /** Number of records that occur again later in the batch and are not rejected together with that one. */
  readonly overridden: number
  readonly assumed: AssumedDates | undefined
  readonly newer: NewerChanges | undefined
}

export async function writeBatch(
  client: pg.ClientBase,
  context: DataContext,
  entity: Entity,
  request: WriteRequest,
  changes: ChangeSet,
): Promise<BatchResult> {
  const shape = shapeOf(context.model, entity)
  const target = targetOf(context.model, entity, context.scenario)
  const mayInsert = request.mode === 'upsert' || request.mode === 'create'
  const faults = new Faults(request.mostFaults)
  const sent = new SentNames(entity)
  const batch: Batch = { client, context, request, target, shape, changes, faults, sent, mayInsert }

  const copied = request.copy === undefined ? undefined : await copyDirectly(batch)
  if (copied !== undefined) return allCreated(copied, faults)
  if (hasPreconditions(request)) await requireMatch(batch, request.key ?? '', request)
  await createStage(client, context.model, shape, request.lastSeen !== undefined)
  const nested = new NestedRows(context.model, entity, faults)
  const { staged: ingested, given } = await ingestRows(batch, nested)
  const taken = await inheritFromOrder(batch, ingested)
  const overridden = await resolveDuplicateKeys(batch, taken.rows)
  await checkExistence(batch, taken)
  await settleBlanks(batch, taken)
  if (mayInsert) await checkRequired(batch, taken)
  await checkPeriod(batch, taken)
  const rules = rulesOf(target.base)
  await rules?.check?.(batch, taken)
  const missing: MissingReferences[] = []
  const createMissing = request.strict ? [] : request.createMissing
  const references: ReferenceOptions = {
    createMissing,
    ...(request.reportMissing === undefined
      ? {}
      : { onMissing: (found) => void missing.push(found), mayName: request.reportMissing }),
    lock: taken.rows >= bulkRows,
  }
  await checkReferences(batch, taken, references)
  const staged = (await rules?.complete?.(batch, taken)) ?? taken
  // Rows to reject are found before the faulty ones are removed; the others are counted only if they are stored.
  const rejectsNewer = request.lastSeen?.reject === true
  const conflicts = rejectsNewer ? await checkNewer(batch, taken) : undefined
  const rows = await settleFaults(batch, staged, staged.rows - overridden.count, createMissing)
  const described = missing.length
  const stored = await storeValid(
    batch,
    { staged, rows, createMissing, hasLists: nested.parents.size > 0 },
    async (remaining) => {
      missing.length = described
      const rejected = failOverridden(faults, overridden)
      const newer = rejectsNewer ? conflicts : await checkNewer(batch, taken)
      const stubs = await createReferences(batch, staged, references)
      const before = await readVirtualFields(batch)
      const { created, updated } = await store(batch, staged, remaining)
      const beside = await storeVirtualFields(batch, given, before)
      const actions = request.returning === 'outcomes' ? await actionsOf(batch) : none
      const touched = await writeLists(batch, nested)
      const counts = { rows: remaining, created, updated: updated + beside + touched.size }
      return { ...counts, rejected, newer, stubs, actions, touched }
    },
  )
  const outcomes =
    request.returning === 'outcomes'
      ? outcomesOf(batch, stored.actions, overridden)
      : request.returning === 'failures'
        ? failuresOf(faults)
        : []
  const { records, list } = await storedRecords(batch, overridden)
  await client.query(`DROP TABLE ${stage}`)
  const { rejected, stubs, touched, newer } = stored
  const createdReferences = [...stubs].map(([name, keys]) => ({ entity: name, keys }))
  return {
    created: stored.created,
    updated: stored.updated,
    rows: stored.rows,
    faults,
    records,
    list,
    outcomes: touched.size === 0 ? outcomes : outcomes.map((outcome) => withTouched(outcome, touched)),
    createdReferences,
    missing,
    overridden: overridden.count - rejected,
    assumed: staged.assumed,
    newer,
  }
}

/** Writes the lists of child records, which use the staging table themselves. Returns the keys of changed records. */
async function writeLists(batch: Batch, nested: NestedRows): Promise<ReadonlySet<string>> {
  const { client, context, changes } = batch
  if (nested.parents.size === 0) return new Set()
  await client.query(`ALTER TABLE ${stage} RENAME TO "_parents"`)
  const touched = await writeNested(batch, nested, (child, request) =>
    writeBatch(client, context, child, request, changes),
  )
  await client.query(`ALTER TABLE pg_temp."_parents" RENAME TO "_stage"`)
  return touched
}

/** Counts a record as updated if only its lists of child records changed. */
const withTouched = (outcome: RecordOutcome, touched: ReadonlySet<string>): RecordOutcome =>
  outcome.outcome === 'unchanged' && touched.has(String(outcome.key))
    ? { ...outcome, outcome: 'updated' }
    : outcome

function allCreated(created: number, faults: Faults): BatchResult {
  faults.total = created
  return {
    created,
    updated: 0,
    rows: created,
    faults,
    records: [],
    list: [],
    outcomes: [],
    createdReferences: [],
    missing: [],
    overridden: 0,
    assumed: undefined,
    newer: undefined,
  }
}

/**
 * Keeps the last of several rows for the same record. Among many copied rows duplicates are not allowed, because the
 * key itself detects them at no cost.
 */
async function resolveDuplicateKeys(batch: Batch, rows: number): Promise<Overridden> {
  const { client, request, shape, target } = batch
  // A row is rejected together with the one that overrides it.
  const keep = request.onError === 'skip' || returnsRecords(request) || request.returning === 'outcomes'
  if (shape.surrogate) return resolveSurrogates(batch, keep)
  if (rows < 2 || (request.copy !== undefined && rows >= bulkRows)) return { count: 0, winners: new Map() }
  return dropOverridden(client, [target.key], keep)
}

/**
 * Adds the errors of a rejected row to the rows that it overrides, because none of them is stored. Returns the number
 * of these rows.
 */
function failOverridden(faults: Faults, { winners }: Overridden): number {
  let rejected = 0
  for (const [loser, winner] of winners) {
    const errors = faults.of(winner)
    if (errors !== undefined && !faults.has(loser)) {
      faults.addAll(loser, errors)
      faults.name(loser, faults.keyOf(winner))
    }
    if (faults.has(loser)) rejected += 1
  }
  return rejected
}

function outcomesOf(
  { faults }: Batch,
  actions: ReadonlyMap<number, StoredAs>,
  overridden: Overridden,
): readonly RecordOutcome[] {
  const outcomes: RecordOutcome[] = Array.from({ length: faults.total })
  for (const [index, { key, action }] of actions) outcomes[index] = { outcome: action, key }
  for (const [loser, winner] of overridden.winners) {
    const won = outcomes[winner]
    if (won !== undefined) outcomes[loser] = won
  }
  for (const index of faults.indexes) outcomes[index] = failureOf(faults, index)
  return outcomes
}

const failureOf = (faults: Faults, index: number): RecordOutcome => ({
  outcome: 'failed',
  key: faults.keyOf(index),
  errors: faults.of(index) ?? {},
})

/** Returns the outcomes of the invalid records, in request order. */
const failuresOf = (faults: Faults): readonly RecordOutcome[] =>
  faults.indexes
    .toSorted((one, other) => one - other)
    .map((index) => Object.assign({ index }, failureOf(faults, index)))
