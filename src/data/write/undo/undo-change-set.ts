/**
 * Undoes change sets: restores exactly the records that they changed. Added records are removed, deleted ones are
 * restored with all their columns, changed ones get the old values of the changed fields. All or nothing, in one
 * change set that can be undone itself. Several change sets are undone at once: only the net effect of each record
 * counts, and changes of others between them are conflicts like later ones.
 */
import type pg from 'pg'
import { isUniqueViolation } from '../../../database/errors.ts'
import { ServiceError } from '../../../errors/service-error.ts'
import type { Entity } from '../../../model/entity.ts'
import type { DataContext } from '../../context.ts'
import { type ChangedRecord, readChangedRecords } from '../../history/change-sets.ts'
import { type ChangeSetState, readChangeSetStates, readLastPlan } from '../../history/undo-state.ts'
import { LostRace } from '../batch.ts'
import { type Consequence, tableOf } from '../log/logged.ts'
import { handBackForeignKeys, takeOverForeignKeys } from '../merge/bulk.ts'
import { inTransaction } from '../transaction.ts'
import { openChangeSet } from '../log/change-set.ts'
import { applyUndo } from './apply-undo.ts'
import {
  createConflicts,
  leaveOutConflicts,
  lockRecords,
  type UndoConflict,
  type UndoWork,
} from './conflicts.ts'
import { applyChoices, type UndoChoice } from './choices.ts'
import { findChanged } from './find-changed.ts'
import { keepConflicts, type KeptConflicts, readFirstConflicts, restoreConflicts } from './kept-conflicts.ts'
import { collectEffects, type EntityUndo, type UndoKind } from './net-effects.ts'
import { leaveOutPlanRows, type LeftOutRecords } from './leave-out.ts'

/** What the undo does with the records of an entity. */
export interface UndoAction {
  readonly entity: Entity
  readonly kind: UndoKind
  /** Types of the orders; empty for other entities. */
  readonly types: readonly string[]
  readonly records: number
}

export interface UndoRequest {
  /** Numbers of the change sets. */
  readonly changesets: readonly number[]
  /**
   * When the change set was written, as its entry in the log says. Without it, a number that other data of the scenario
   * has given to another change set is unknown.
   */
  readonly created?: string | undefined
  /** Whether the log was just searched for the change sets, so that their numbers are those of the present data. */
  readonly isSelected?: boolean | undefined
  /** Only checks; nothing is stored. */
  readonly dryRun: boolean
  /**
   * Treatment of conflicts: by default they reject the undo. `present` keeps conflicting values and records,
   * `proposed` overwrites values that other users have written since; conflicts that cannot be resolved still reject
   * it.
   */
  readonly take?: 'present' | 'proposed' | undefined
  /** Treatment of single conflicts. */
  readonly choices?: readonly UndoChoice[]
  /** Called in the same transaction after the undo; an error rolls it back. */
  readonly within?: (client: pg.ClientBase, changeset: number | undefined) => Promise<void>
  /**
   * Returns whether the user may know of the change sets of an author. Others are reported like change sets that do
   * not exist.
   */
  readonly seesAuthor?: (author: number | null) => boolean
  /** Throws if the user may not execute these actions. */
  readonly authorize: (actions: readonly UndoAction[]) => void
}

export interface UndoResult {
  /** The change set that undoes them; undefined if nothing was stored. */
  readonly changeset: number | undefined
  readonly actions: readonly UndoAction[]
  /** The first changed records, in the form of the change log. */
  readonly records: readonly ChangedRecord[]
  /** The first conflicts, and their total number. */
  readonly conflicts: readonly UndoConflict[]
  readonly conflictCount: number
  /** Fields that do not exist any more; their old values are not restored. */
  readonly lost: readonly { readonly entity: string; readonly field: string }[]
  /** Records that stay as they are, because they are part of a plan that has changed since. */
  readonly leftOut: readonly LeftOutRecords[]
}

/** Maximum number of changed records in the result. */
const mostRecords = 20

/** Maximum number of unknown change sets that an error names. */
const mostNamed = 10

/** Maximum number of rounds in which conflicts are excluded; an excluded record may be required by another one. */
const mostRounds = 20

/** Ends the transaction of an undo with conflicts. */
class Conflicting extends Error {
  readonly result: UndoResult

  constructor(result: UndoResult) {
    super('The undo conflicts.')
    this.result = result
  }
}

/**
 * Undoes change sets, or reports what the undo would do.
 * @returns the result; if it contains conflicts, nothing was stored
 * @throws ServiceError `unknown_change_set`, or `cannot_undo_…` for a change set whose records were not kept
 */
export async function undoChangeSets(context: DataContext, request: UndoRequest): Promise<UndoResult> {
  const undoes = request.changesets.toSorted((one, other) => one - other)
  const origin = undoes.length === 1 ? `undo ${undoes[0]}` : 'undo'
  const own: DataContext = { ...context, actor: { ...context.actor, origin, undoes } }
  const touched = new Set<string>()
  const result = await inTransaction(own, { dryRun: request.dryRun, attempts: 5 }, async (client) => {
    const states = await readUndoable(client, own, undoes, request)
    const changes = await openChangeSet(client, own)
    const found = await undoWithin({ client, context: own, changes }, states, request)
    await changes.close(client)
    for (const { entity } of found.actions) touched.add(entity.name)
    const changeset = request.dryRun || found.actions.length === 0 ? undefined : changes.id
    await request.within?.(client, changeset)
    return { ...found, changeset }
  }).catch((error: unknown) => {
    if (error instanceof Conflicting) return error.result
    throw error
  })
  if (result.changeset !== undefined) {
    for (const name of touched) await context.storages.get(name)?.afterCommit?.(context)
  }
  return result
}

/** Returns the error of an undo that conflicts with later changes. */
export function undoConflictError(changesets: readonly number[], count: number): ServiceError {
  const [changeset = 0] = changesets
  return changesets.length === 1
    ? new ServiceError('undo_conflict', { changeset, count })
    : new ServiceError('undo_conflict_several', { sets: changesets.length, count })
}

/**
 * Throws `unknown_change_set`, or `cannot_undo_…` for a change set that cannot be undone, independent of the data.
 */
export async function rejectIfNotUndoable(context: DataContext, changeset: number): Promise<void> {
  const { home, signal } = context
  await home.withClient((client) => readUndoable(client, context, [changeset], {}), { signal })
}

async function readUndoable(
  client: pg.ClientBase,
  context: DataContext,
  changesets: readonly number[],
  {
    seesAuthor = () => true,
    created,
    isSelected = false,
  }: Pick<UndoRequest, 'seesAuthor' | 'created' | 'isSelected'>,
): Promise<readonly ChangeSetState[]> {
  const states = await readChangeSetStates(client, context, changesets)
  const isMeant = (state: ChangeSetState): boolean =>
    created === undefined ? isSelected || !state.isReused : state.created === created
  const visible = states.filter((state) => seesAuthor(state.user) && isMeant(state))
  const known = new Set(visible.map(({ changeset }) => changeset))
  const unknown = changesets.filter((changeset) => !known.has(changeset))
  if (unknown.length > 0)
    throw new ServiceError('unknown_change_set', { changeset: unknown.slice(0, mostNamed).join(', ') })
  for (const { changeset, obstacle } of states)
    if (obstacle !== undefined) throw new ServiceError(`cannot_undo_${obstacle}`, { changeset })
  return states
}

async function undoWithin(
  write: Consequence,
  states: readonly ChangeSetState[],
  { take, choices = [], authorize }: UndoRequest,
): Promise<Omit<UndoResult, 'changeset'>> {
  const { client, context, changes } = write
  const all: EntityUndo[] = []
  const changesets = states.map(({ changeset }) => changeset)
  const entities = new Set(states.flatMap((state) => state.entities))
  const order = context.model.importOrder.filter(({ name }) => entities.has(name))
  for (const entity of order) all.push(await collectEffects(client, context, changesets, entity))
  const work: UndoWork = { client, context, changesets, undos: all.filter(({ records }) => records > 0) }
  authorize(await readActions(work))
  await lockRecords(work)
  await createConflicts(client)
  const leftOut = await leaveOutPlanRows(work, await readLastPlan(client, context.scenario))
  const lost = work.undos.flatMap((undo) => undo.lost.map((field) => ({ entity: undo.entity.name, field })))
  for (const undo of work.undos) await findChanged(work, undo, { overwrite: take === 'proposed' })
  await applyChoices(work, choices)
  const refuse = async ({ first, count }: KeptConflicts): Promise<never> => {
    throw new Conflicting({
      changeset: undefined,
      actions: await readActions(work),
      records: [],
      conflicts: first,
      conflictCount: count,
      lost,
      leftOut,
    })
  }
  await takeOverForeignKeys(client, context, 'scenario')
  let found = await readFirstConflicts(client)
  for (let round = 1; ; round += 1) {
    if (found.count > 0) {
      const isKept = round === 1 || found.records !== undefined
      if (take !== 'present' || round > mostRounds || !isKept) await refuse(found)
      await leaveOutConflicts(work)
    }
    const restoreCounts = changes.saveCounts()
    await client.query('SAVEPOINT "undo"')
    if (await withoutDuplicates(() => applyUndo(work, write))) break
    found = await (take === 'present' ? keepConflicts(client) : readFirstConflicts(client))
    await client.query('ROLLBACK TO SAVEPOINT "undo"')
    restoreCounts()
    await restoreConflicts(client, found)
  }
  await handBackForeignKeys(client, context, 'scenario')
  const records = await readChangedRecords(client, context, changes.id, { limit: mostRecords })
  return { actions: await readActions(work), records, conflicts: [], conflictCount: 0, lost, leftOut }
}

/**
 * Converts a unique violation to a lost race: another transaction stored a unique value first, and this one must be
 * retried.
 */
async function withoutDuplicates<Result>(run: () => Promise<Result>): Promise<Result> {
  return run().catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error
    throw new LostRace('A record with the same values appeared.', { cause: error })
  })
}

/** Returns the actions by entity and kind. */
async function readActions({ client, context, undos }: UndoWork): Promise<readonly UndoAction[]> {
  const actions: UndoAction[] = []
  for (const { entity, table } of undos) {
    const isOrder = entity.name === 'input.operationplan'
    const type = isOrder
      ? `coalesce((u."row")."type", (SELECT t."type" FROM ${tableOf(context, entity)} t WHERE t."reference" = u."key"))`
      : 'NULL::text'
    const { rows } = await client.query<{ kind: UndoKind; types: readonly string[]; records: number }>(
      `SELECT u."kind", coalesce(array_agg(DISTINCT ${type}) FILTER (WHERE ${isOrder}), '{}') AS "types",
         count(*)::float8 AS "records"
       FROM ${table} u GROUP BY u."kind" ORDER BY u."kind"`,
    )
    actions.push(...rows.map(({ kind, types, records }) => ({ entity, kind, types, records })))
  }
  return actions
}
