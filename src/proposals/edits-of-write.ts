/**
 * Converts the writes of an open transaction to edits of a proposal: its change log contains the changed records,
 * another connection reads their previous values. Every write that supports a dry run can be proposed in this way.
 */
import type { DataContext } from '../data/context.ts'
import { readChangedRecords } from '../data/history/change-sets.ts'
import { readRecordsByKey, sameValue, type StoredRecord } from '../data/write/edits/stored-records.ts'
import type { OpenWrite } from '../data/write/write-in-transaction.ts'
import { ServiceError } from '../errors/service-error.ts'
import { type Entity, keyField } from '../model/entity.ts'
import { requireEntity } from '../model/model.ts'
import { maxEdits } from '../model/proposals.ts'
import type { ProposedEdit } from './proposal.ts'

type Unnumbered = Omit<ProposedEdit, 'number'>

/**
 * Returns the edits of an uncommitted transaction: deletions first, children before parents, then created and updated
 * records, parents first.
 * @throws ServiceError `command_failed` for more edits than a proposal can have
 */
export async function readWrittenEdits(
  open: OpenWrite,
  context: DataContext,
): Promise<readonly ProposedEdit[]> {
  const { client, changes } = open
  const changed = await readChangedRecords(client, context, changes.id, { limit: maxEdits + 1 })
  if (changed.length > maxEdits) {
    throw new ServiceError('command_failed', {
      reason: { code: 'too_many_edits', params: { limit: maxEdits } },
    })
  }
  const written = Map.groupBy(changed, ({ entity }) => entity)
  const { importOrder } = context.model
  const edits: Unnumbered[] = []
  for (const base of importOrder.filter(({ name }) => written.has(name))) {
    const keys = [...new Set(written.get(base.name)?.map(({ key }) => key))]
    for (const entity of typesOf(context, base)) {
      const present = await readRecordsByKey(client, context, entity, keys, { lock: false })
      const former = await context.home.withClient(
        (beside) => readRecordsByKey(beside, context, entity, keys, { lock: false }),
        { signal: context.signal },
      )
      edits.push(
        ...keys.flatMap((key) => editOf(context, entity, key, former.get(key), present.get(key)) ?? []),
      )
    }
  }
  const deletions = edits.filter(({ action }) => action === 'delete').toReversed()
  return [...deletions, ...edits.filter(({ action }) => action !== 'delete')].map((edit, number) =>
    Object.assign({ number }, edit),
  )
}

/**
 * Returns the entities of the order types instead of the order entity: orders are edited by type, with the field
 * names of the type.
 */
function typesOf({ model }: DataContext, base: Entity): readonly Entity[] {
  const types = model.entities.filter(({ view }) => view?.of === base.name)
  return types.length === 0 ? [requireEntity(model, base.name)] : types
}

const valuesOf = (row: StoredRecord, names: readonly string[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? null]))

function editOf(
  context: DataContext,
  entity: Entity,
  key: string,
  former: StoredRecord | undefined,
  present: StoredRecord | undefined,
): Unnumbered | undefined {
  const fields = entity.fields.filter(
    ({ name, access, virtual, via, writeOnly }) =>
      access === 'write' && !virtual && via === undefined && !writeOnly && name !== entity.key,
  )
  const record = { entity: entity.name, key }
  const all = fields.map(({ name }) => name)
  if (present === undefined) {
    if (former === undefined) return undefined
    return { ...record, action: 'delete', fields: {}, base: valuesOf(former, all) }
  }
  if (former === undefined) {
    const given = all.filter((name) => present[name] !== null && present[name] !== undefined)
    // Numbered records get a new number when they are created.
    const isNumbered = keyField(entity).type === 'identity'
    return {
      ...record,
      key: isNumbered ? null : key,
      action: 'create',
      fields: valuesOf(present, given),
      base: null,
    }
  }
  const differing = fields
    .filter((field) => !sameValue(context, field, former[field.name] ?? null, present[field.name] ?? null))
    .map(({ name }) => name)
  if (differing.length === 0) return undefined
  return {
    ...record,
    action: 'update',
    fields: valuesOf(present, differing),
    base: valuesOf(former, differing),
  }
}
