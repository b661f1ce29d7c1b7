/**
 * Finds conflicts of the edits of a proposal: values that others have changed since, and records that were deleted or
 * that already exist.
 */
import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { columnType } from '../database/ddl.ts'
import { identifier, literal } from '../database/identifiers.ts'
import { codecFor, isInvalid } from '../data/codecs.ts'
import type { DataContext } from '../data/context.ts'
import { tableOf } from '../data/write/log/logged.ts'
import { readRecordsByKey, sameValue, type StoredRecord } from '../data/write/edits/stored-records.ts'
import { type Entity, keyField } from '../model/entity.ts'
import { readResources, resourcesName } from '../scenarios/difference/order-resources.ts'
import { findSuspects } from './find-suspects.ts'
import { chunkSize, type ProposedEdit } from './proposal.ts'
import { readEditsByNumber } from './read-proposals.ts'
import { proposedEntity } from './proposed-entity.ts'

/**
 * `changed`: others have written different values; `deleted`: the record was deleted; `exists`: the record already
 * exists.
 */
export type EditProblem = 'changed' | 'deleted' | 'exists'

export interface EditConflict {
  readonly edit: number
  readonly entity: string
  readonly key: string | null
  readonly problem: EditProblem
  /** Values by field: when the edit was made, currently, and as proposed. */
  readonly fields: Readonly<
    Record<string, { readonly base: unknown; readonly present: unknown; readonly proposed: unknown }>
  >
}

interface Found {
  readonly conflicts: readonly EditConflict[]
  /** Numbers of edits without effect: the record that they delete no longer exists. */
  readonly settled: ReadonlySet<number>
}

/** Conflicts among some edits of a proposal. */
export interface ConflictChunk extends Found {
  readonly edits: readonly ProposedEdit[]
}

/**
 * Compares the edits of a proposal with the records as read by the transaction, and yields those that may conflict, in
 * chunks.
 * @param lock whether to lock the records until the end of the transaction
 */
export async function* findEditConflicts(
  client: pg.ClientBase,
  context: DataContext,
  proposal: number,
  { lock }: { readonly lock: boolean },
): AsyncGenerator<ConflictChunk> {
  const suspects = await findSuspects(client, context, proposal, { lock })
  for (let from = 0; from < suspects.length; from += chunkSize) {
    const edits = await readEditsByNumber(client, proposal, suspects.slice(from, from + chunkSize))
    yield { edits, ...(await judgeEdits(client, context, edits, { lock })) }
  }
}

async function judgeEdits(
  client: pg.ClientBase,
  context: DataContext,
  edits: readonly ProposedEdit[],
  { lock }: { readonly lock: boolean },
): Promise<Found> {
  const conflicts: EditConflict[] = []
  const settled = new Set<number>()
  for (const [name, group] of Map.groupBy(edits, ({ entity }) => entity)) {
    const entity = proposedEntity(context.model, name)
    const keys = group.flatMap((edit) => keyText(context, entity, edit) ?? [])
    const names = new Set(group.flatMap(({ fields, base }) => [fields, base ?? {}].flatMap(Object.keys)))
    const stored = await readWithResources(client, context, entity, keys, { lock, names })
    const taken = await readTaken(client, context, entity, group)
    for (const edit of group) {
      const key = keyText(context, entity, edit)
      const present = key === undefined ? undefined : stored.get(key)
      if (edit.action === 'delete' && present === undefined) settled.add(edit.number)
      else conflicts.push(...judge(context, entity, edit, present, taken.get(edit.number)))
    }
  }
  return { conflicts: conflicts.toSorted((one, other) => one.edit - other.edit), settled }
}

/** Returns the records; orders with their resources if edits are based on them. */
async function readWithResources(
  client: pg.ClientBase,
  context: DataContext,
  entity: Entity,
  keys: readonly string[],
  options: { readonly lock: boolean; readonly names: ReadonlySet<string> },
): Promise<ReadonlyMap<string, StoredRecord>> {
  const stored = await readRecordsByKey(client, context, entity, keys, options)
  if (!options.names.has(resourcesName)) return stored
  const lists = await readResources(client, context.model, entity, context.scenario, keys)
  if (lists === undefined) return stored
  return new Map(
    [...stored].map(([key, record]) => [key, { ...record, [resourcesName]: lists.get(key) ?? [] }]),
  )
}

function judge(
  context: DataContext,
  entity: Entity,
  edit: ProposedEdit,
  present: StoredRecord | undefined,
  taken: string | undefined,
): readonly EditConflict[] {
  const { number, action, key, fields, base } = edit
  const found = (problem: EditProblem, values: EditConflict['fields'], at = key): readonly EditConflict[] => [
    { edit: number, entity: entity.name, key: at, problem, fields: values },
  ]
  if (action === 'create') {
    if (present !== undefined) {
      const at = keyText(context, entity, edit) ?? null
      return found('exists', differing(context, entity, fields, undefined, present), at)
    }
    return taken === undefined ? [] : found('exists', {}, taken)
  }
  if (present === undefined) {
    const values = Object.entries(fields).map(([name, proposed]) => {
      return [name, { base: base?.[name] ?? null, present: null, proposed }] as const
    })
    return found('deleted', Object.fromEntries(values))
  }
  const proposed =
    action === 'delete' ? Object.fromEntries(Object.keys(base ?? {}).map((name) => [name, null])) : fields
  const values = differing(context, entity, proposed, base ?? {}, present)
  return Object.keys(values).length === 0 ? [] : found('changed', values)
}

/** Returns names and quantities of a list of resources, which programs may have read with further values. */
const resourcesIn = (list: unknown): unknown =>
  Array.isArray(list)
    ? list
        .map((one: unknown) => [String(Object(one).resource), Number(Object(one).quantity)] as const)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
    : list

/** Returns the values that differ from the base and from the proposed value; for a deletion all that differ from the base. */
function differing(
  context: DataContext,
  entity: Entity,
  proposed: ProposedEdit['fields'],
  base: Readonly<Record<string, unknown>> | undefined,
  present: StoredRecord,
): EditConflict['fields'] {
  return Object.fromEntries(
    Object.entries(proposed).flatMap(([name, value]) => {
      const field = entity.fieldByName.get(name)
      if (!Object.hasOwn(present, name) || name === entity.key) return []
      if (base !== undefined && !Object.hasOwn(base, name)) return []
      // A list of an order is no field.
      const isSame = (one: unknown): boolean =>
        field === undefined
          ? isDeepStrictEqual(resourcesIn(one), resourcesIn(present[name]))
          : sameValue(context, field, one, present[name])
      if ((base !== undefined && isSame(base[name])) || isSame(value)) return []
      return [[name, { base: base?.[name] ?? null, present: present[name], proposed: value }] as const]
    }),
  )
}

/**
 * Returns the key of an edit in the format of the database, as text; undefined for records that get their key when
 * they are created.
 */
export function keyText(
  context: Pick<DataContext, 'model' | 'timeZone'>,
  entity: Entity,
  { key, fields }: Pick<ProposedEdit, 'key' | 'fields'>,
): string | undefined {
  const given = key ?? fields[entity.key] ?? undefined
  if (given === undefined) return undefined
  const coerced = codecFor(context.model, keyField(entity)).parse(given, context)
  return isInvalid(coerced) || coerced === null ? undefined : String(coerced)
}

/** Returns the keys of existing records with the natural key of new ones, by the number of the edit. */
async function readTaken(
  client: pg.ClientBase,
  context: DataContext,
  entity: Entity,
  edits: readonly ProposedEdit[],
): Promise<ReadonlyMap<number, string>> {
  const { naturalKey, naturalKeyUnique } = entity
  if (!naturalKeyUnique || naturalKey.length === 0 || naturalKey.join() === entity.key) return new Map()
  const names = naturalKey.map((name) => entity.fieldByName.get(name)!)
  const wanted = edits.flatMap(({ number, action, fields }) => {
    if (action !== 'create' || !naturalKey.every((name) => Object.hasOwn(fields, name))) return []
    const values = names.map((field) => codecFor(context.model, field).parse(fields[field.name], context))
    return values.some(isInvalid)
      ? []
      : [{ number, ...Object.fromEntries(values.map((value, index) => [`v${index}`, value])) }]
  })
  if (wanted.length === 0) return new Map()
  const typed = entity.view === undefined ? '' : ` AND t."type" = ${literal(entity.view.type)}`
  const declared = names.map((_, index) => `"v${index}" text`)
  const equal = names.map(
    (field, index) =>
      `t.${identifier(field.column)} IS NOT DISTINCT FROM w."v${index}"::${columnType(context.model, field)}`,
  )
  const { rows } = await client.query<{ number: number; key: string }>(
    `SELECT w."number", min(t.${identifier(keyField(entity).column)}::text) AS "key"
     FROM json_to_recordset($1::json) AS w("number" integer, ${declared.join(', ')})
     JOIN ${tableOf(context, entity)} t ON ${equal.join(' AND ')}${typed} GROUP BY w."number"`,
    [JSON.stringify(wanted)],
  )
  return new Map(rows.map(({ number, key }) => [number, key]))
}
