/**
 * Applies a list of edits of records of any entities within one transaction and one change set; used both to try
 * edits and to store them. Edits are applied in their order; consecutive edits of the same kind and of different records
 * are written together.
 */
import type { Message } from '../../../errors/messages.ts'
import { type BatchErrors, ServiceError } from '../../../errors/service-error.ts'
import { type Entity, keyField } from '../../../model/entity.ts'
import { codecFor, type Coerced, isInvalid } from '../../codecs.ts'
import type { DataContext } from '../../context.ts'
import { fieldIn } from '../../read/index.ts'
import { fetchKeys } from './fetch-keys.ts'
import { deleteWithin } from '../delete-records.ts'
import { handBackForeignKeys } from '../merge/bulk.ts'
import type { WriteRequest } from '../request.ts'
import { selectionOf } from '../selection.ts'
import type { OpenWrite } from '../write-in-transaction.ts'

export type EditAction = 'create' | 'update' | 'delete'

export interface RecordEdit {
  readonly entity: Entity
  readonly action: EditAction
  /** The record that is changed or deleted; a new one may have its key in `fields`. */
  readonly key?: string | number | undefined
  readonly fields: Readonly<Record<string, unknown>>
  /** Restricts the edit to records whose field has this value. */
  readonly scope?: WriteRequest['scope']
}

/** A validation error of an edit. */
export interface RecordEditFault {
  /** Index of the edit in the list. */
  readonly edit: number
  readonly entity: string
  readonly key: string | number | null
  readonly field: string
  readonly message: Message
}

/** Ends the transaction of edits that cannot be applied. */
export class FaultyEdits extends Error {
  readonly faults: readonly RecordEditFault[]

  constructor(faults: readonly RecordEditFault[]) {
    super(`Edits that cannot be applied: ${faults.length}.`)
    this.faults = faults
  }
}

type Keys = readonly (string | number | null)[]

export interface AppliedEdits {
  /** Keys of the records, in the order of the edits. */
  readonly keys: Keys
}

/** Applies edits. Throws `FaultyEdits` with the errors of the first group of consecutive edits that has any. */
export async function applyEdits(
  open: OpenWrite,
  context: DataContext,
  edits: readonly RecordEdit[],
): Promise<AppliedEdits> {
  const keys: (string | number | null)[] = []
  for await (const group of applyGroups(open, context, edits, 'outcomes')) keys.push(...group)
  return { keys }
}

/**
 * Applies edits like `applyEdits`, without their keys: many edits of a kind are then logged in blocks, like those of an
 * import.
 */
export async function applyManyEdits(
  open: OpenWrite,
  context: DataContext,
  edits: readonly RecordEdit[],
): Promise<void> {
  for await (const _ of applyGroups(open, context, edits, 'counts'));
}

/** Applies edits by groups of consecutive ones of the same kind. Yields the keys of each group if outcomes are wanted. */
async function* applyGroups(
  open: OpenWrite,
  context: DataContext,
  edits: readonly RecordEdit[],
  returning: 'outcomes' | 'counts',
): AsyncGenerator<Keys> {
  for (let from = 0; from < edits.length;) {
    const first = edits[from]!
    const records = new Set([recordOf(context, first)])
    let to = from + 1
    for (; to < edits.length && goesWith(first, edits[to]!); to += 1) {
      // Of several rows of one record, a batch writes only the last.
      const record = recordOf(context, edits[to]!)
      if (record !== undefined && records.has(record)) break
      records.add(record)
    }
    const together = edits.slice(from, to)
    yield first.action === 'delete'
      ? await deleteTogether(open, context, together, from)
      : await writeTogether(open, together, { from, returning })
    from = to
  }
}

const goesWith = (one: RecordEdit, other: RecordEdit): boolean =>
  one.entity === other.entity &&
  one.action === other.action &&
  one.scope?.field === other.scope?.field &&
  one.scope?.value === other.scope?.value

/** Returns the key of the edited record as text, or its natural key; undefined if the edit has none. */
function recordOf(context: DataContext, { entity, key, fields }: RecordEdit): string | undefined {
  const values = (names: readonly string[]): unknown => names.map((name) => fields[name] ?? null)
  const given = key ?? fields[entity.key]
  if (given === undefined)
    return entity.naturalKey.length === 0 ? undefined : JSON.stringify(values(entity.naturalKey))
  const parsed = codecFor(context.model, keyField(entity)).parse(given, context)
  if (!isInvalid(parsed)) return String(parsed)
  return typeof given === 'string' ? given : JSON.stringify(given)
}

async function writeTogether(
  { write }: OpenWrite,
  edits: readonly RecordEdit[],
  { from, returning }: { readonly from: number; readonly returning: 'outcomes' | 'counts' },
): Promise<Keys> {
  const { entity, action, scope } = edits[0]!
  const written = await write(entity, {
    rows: edits.map(({ key, fields }) => (key === undefined ? fields : { ...fields, [entity.key]: key })),
    mode: action === 'create' ? 'create' : 'update',
    // The errors of all records are reported.
    onError: 'skip',
    returning,
    strict: true,
    createMissing: [],
    dryRun: false,
    mayAdd: action === 'create',
    mayChange: action === 'update',
    ...(scope === undefined ? {} : { scope }),
  }).catch((error: unknown) => {
    if (!(error instanceof ServiceError) || error.records === undefined) throw error
    throw new FaultyEdits(faultsOf(edits, error.records, from))
  })
  if (written.errors.total > 0 && written.errors.byIndex.size > 0)
    throw new FaultyEdits(faultsOf(edits, written.errors, from))
  return written.outcomes.map(({ key }) => key)
}

function faultsOf(
  edits: readonly RecordEdit[],
  { byIndex }: BatchErrors,
  from: number,
): readonly RecordEditFault[] {
  return [...byIndex].flatMap(([index, errors]) =>
    Object.entries(errors).flatMap(([field, messages]) =>
      messages.map((message) => faultOf(edits[index]!, from + index, field, message)),
    ),
  )
}

const faultOf = (
  { entity, key }: RecordEdit,
  edit: number,
  field: string,
  message: Message,
): RecordEditFault => ({ edit, entity: entity.name, key: key ?? null, field, message })

async function deleteTogether(
  { client, changes }: OpenWrite,
  context: DataContext,
  edits: readonly RecordEdit[],
  from: number,
): Promise<Keys> {
  const { entity, scope } = edits[0]!
  const codec = codecFor(context.model, keyField(entity))
  const keys = edits.map(({ key }) => key ?? '')
  const parsed = keys.map((key): Coerced => {
    const coerced = codec.parse(key, context)
    return isInvalid(coerced) ? null : coerced
  })
  const selection = selectionOf(context, entity, [
    fieldIn(entity, entity.key, parsed),
    ...(scope === undefined ? [] : [fieldIn(entity, scope.field, [scope.value])]),
  ])
  const known = await fetchKeys(client, context, entity, selection)
  const unknown = edits.flatMap((edit, index) =>
    known.has(String(parsed[index]))
      ? []
      : [
          faultOf(edit, from + index, entity.key, {
            code: 'unknown_key',
            params: { value: String(edit.key) },
          }),
        ],
  )
  if (unknown.length > 0) throw new FaultyEdits(unknown)
  await deleteWithin({ client, context, changes }, entity, {
    what: { selection, named: true },
    dryRun: false,
  })
  await handBackForeignKeys(client, context, entity.schema)
  return keys
}
