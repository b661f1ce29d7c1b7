/**
 * Saves the staged edits of a grid: records to delete, to create and to change, all or nothing, as one change set.
 * Nothing is saved if another user has changed the same values since they were read.
 */
import type { Message } from '../../../errors/messages.ts'
import { type BatchErrors, ServiceError } from '../../../errors/service-error.ts'
import type { Entity } from '../../../model/entity.ts'
import type { DataContext } from '../../context.ts'
import { contextOf } from '../../installation-context.ts'
import { deleteWithin } from '../delete-records.ts'
import type { Selection } from '../request.ts'
import { handBackForeignKeys } from '../merge/bulk.ts'
import type { WriteRequest, WriteResult } from '../request.ts'
import { writeInTransaction } from '../write-in-transaction.ts'
import { type Conflict, findConflicts } from './find-conflicts.ts'
import { parseKey } from './stored-records.ts'

export type EditList = 'create' | 'update' | 'delete'

export type Edit = Readonly<Record<string, unknown>>

/** A validation error, by the list and the index of its record. */
export interface EditFault {
  readonly list: EditList
  readonly row: number
  readonly key: string | number | null
  readonly field: string
  readonly message: Message
}

export interface EditsRequest
  extends Pick<WriteRequest, 'strict' | 'createMissing' | 'dryRun'>, Partial<Pick<WriteRequest, 'scope'>> {
  readonly create: readonly Edit[]
  readonly update: readonly Edit[]
  readonly delete: readonly Edit[]
  /** Returns the records of these keys that may be deleted. */
  readonly selectionOf: (keys: readonly (string | number)[]) => Selection
}

export interface EditsResult {
  /** The change set; null if nothing was stored. */
  readonly changeset: number | null
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly deleted: number
  /** Number of records deleted because they require one of those records, by entity. */
  readonly cascaded: ReadonlyMap<string, number>
  /** Keys of the stored records, in the order of their lists. */
  readonly keys: Readonly<Record<'create' | 'update', readonly (string | number | null)[]>>
}

/** Ends the transaction of rejected edits. */
export class RefusedEdits extends Error {
  readonly faults: readonly EditFault[]
  readonly conflicts: readonly Conflict[]

  constructor(found: { readonly faults?: readonly EditFault[]; readonly conflicts?: readonly Conflict[] }) {
    super('The edits are refused.')
    this.faults = found.faults ?? []
    this.conflicts = found.conflicts ?? []
  }
}

const noResult: WriteResult = {
  created: 0,
  updated: 0,
  unchanged: 0,
  failed: 0,
  overridden: 0,
  records: [],
  list: [],
  outcomes: [],
  errors: { total: 0, byIndex: new Map() },
  createdReferences: [],
}

/**
 * Saves edits. Deletes are executed first, so that their names can be used again; then new records, which changed
 * records may reference. Throws `RefusedEdits`.
 */
export async function saveEdits(
  scenarioContext: DataContext,
  entity: Entity,
  request: EditsRequest,
): Promise<EditsResult> {
  const context = contextOf(scenarioContext, entity)
  const transaction = { dryRun: request.dryRun, attempts: 5 }
  const result = await writeInTransaction(context, transaction, async ({ client, changes, write }) => {
    const conflicts = await findConflicts(client, context, entity, request)
    if (conflicts.length > 0) throw new RefusedEdits({ conflicts })
    const faults: EditFault[] = unknownKeys(context, entity, request.delete)
    const keys = request.delete.flatMap((edit) => parseKey(context, entity, edit[entity.key]) ?? [])
    const selection = request.selectionOf(keys)
    const gone =
      keys.length === 0
        ? { deleted: 0, cascaded: new Map<string, number>() }
        : await deleteWithin({ client, context, changes }, entity, {
            what: { selection, named: true },
            dryRun: request.dryRun,
          })
    if (keys.length > 0) await handBackForeignKeys(client, context, entity.schema)
    const save = async (list: 'create' | 'update'): Promise<WriteResult> => {
      if (request[list].length === 0) return noResult
      const saved = await write(entity, writeRequest(request, list)).catch((error: unknown) => {
        if (!(error instanceof ServiceError) || error.records === undefined) throw error
        return { ...noResult, errors: error.records }
      })
      faults.push(...faultsOf(entity, request[list], list, saved.errors))
      return saved
    }
    const created = await save('create')
    const updated = await save('update')
    if (faults.length > 0) throw new RefusedEdits({ faults })
    const isChanged = [...changes.counts().values()].some(
      (counts) => counts.created + counts.updated + counts.deleted > 0,
    )
    return {
      changeset: isChanged && !request.dryRun ? await changes.settle(client) : null,
      created: created.created,
      updated: updated.updated,
      unchanged: updated.unchanged,
      deleted: gone.deleted,
      cascaded: gone.cascaded,
      keys: {
        create: created.outcomes.map(({ key }) => key),
        update: updated.outcomes.map(({ key }) => key),
      },
    }
  })
  const deletedOnly = request.create.length + request.update.length === 0
  if (deletedOnly && !request.dryRun) await context.storages.get(entity.name)?.afterCommit?.(context)
  return result
}

/** Returns the faults of records to delete whose key no record can have. */
function unknownKeys(context: DataContext, entity: Entity, edits: readonly Edit[]): EditFault[] {
  return edits.flatMap((edit, row) => {
    const key = keyOf(entity, edit)
    if (key === undefined || parseKey(context, entity, key) !== undefined) return []
    const message: Message = { code: 'unknown_key', params: { value: String(key).slice(0, 100) } }
    return [{ list: 'delete', row, key, field: entity.key, message }]
  })
}

/** Returns the key of an edit as it was given: a text or an integer. */
function keyOf(entity: Entity, edit: Edit): string | number | undefined {
  const key = edit[entity.key]
  if (typeof key === 'number') return Number.isInteger(key) ? key : String(key)
  return typeof key === 'string' ? key : undefined
}

/** Properties of an edit that are not fields of the record. */
const aboutTheEdit: ReadonlySet<string> = new Set(['original', 'lastmodified'])

function writeRequest(request: EditsRequest, list: 'create' | 'update'): WriteRequest {
  const { scope, strict, createMissing, dryRun } = request
  return {
    rows: request[list].map((edit) =>
      Object.fromEntries(Object.entries(edit).filter(([name]) => !aboutTheEdit.has(name))),
    ),
    mode: list,
    // The errors of all records are reported, also those of the other list.
    onError: 'skip',
    returning: 'outcomes',
    strict,
    createMissing,
    dryRun,
    mayAdd: list === 'create',
    mayChange: list === 'update',
    ...(scope === undefined ? {} : { scope }),
  }
}

function faultsOf(
  entity: Entity,
  edits: readonly Edit[],
  list: EditList,
  { byIndex }: BatchErrors,
): readonly EditFault[] {
  return [...byIndex].flatMap(([row, errors]) =>
    Object.entries(errors).flatMap(([field, messages]) =>
      messages.map((message) => ({
        list,
        row,
        key: keyOf(entity, edits[row] ?? {}) ?? null,
        field,
        message,
      })),
    ),
  )
}
