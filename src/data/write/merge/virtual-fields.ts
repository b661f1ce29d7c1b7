/**
 * Fields that are stored outside the table of an entity: the entity's storage writes them. Their changes are found by
 * comparing the records before and after, so that they are counted and logged like all others.
 */
import { identifier } from '../../../database/identifiers.ts'
import type { Field } from '../../../model/field.ts'
import type { CoercedRecord, WrittenRecord } from '../../context.ts'
import { recordJson, visibleFields } from '../../record-sql.ts'
import { relationOf } from '../../relation.ts'
import type { Batch } from '../batch.ts'
import { stage } from '../intake/staging.ts'
import { actionsOf } from './store.ts'

type Shown = Readonly<Record<string, unknown>>

/** The virtual fields of the staged records, by key. */
export type VirtualFieldsByKey = ReadonlyMap<string | number, Shown>

const nothing: VirtualFieldsByKey = new Map()

const virtualFields = ({ target }: Batch): readonly Field[] =>
  visibleFields(target.entity).filter((field) => field.virtual && field.access === 'write')

export async function readVirtualFields(batch: Batch): Promise<VirtualFieldsByKey> {
  const { client, context, target } = batch
  const fields = virtualFields(batch)
  if (fields.length === 0 || !context.storages.has(target.entity.name)) return nothing
  const { rows } = await client.query<{ key: string | number; json: string }>(
    `SELECT t.${identifier(target.entity.key)} AS key, ${recordJson(context, target.entity, 't', fields)} AS json
     FROM ${relationOf(context, target.entity)} t JOIN ${stage} s ON s.${target.key} = t.${target.key}`,
  )
  return new Map(rows.map(({ key, json }) => [key, parse(json)]))
}

function parse(json: string): Shown {
  const value: unknown = JSON.parse(json)
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/**
 * Passes the stored records to the storage.
 * @param before the virtual fields before the merge
 * @returns the number of records that changed outside the table only
 */
export async function storeVirtualFields(
  batch: Batch,
  given: ReadonlyMap<number, CoercedRecord>,
  before: VirtualFieldsByKey,
): Promise<number> {
  const { client, context, target } = batch
  const storage = context.storages.get(target.entity.name)
  if (storage?.afterMerge === undefined) return 0
  const actions = [...(await actionsOf(batch))]
  const written: WrittenRecord[] = actions.map(([index, { key, action }]) => ({
    key,
    action,
    given: given.get(index) ?? {},
  }))
  await storage.afterMerge(context, client, written)
  const after = await readVirtualFields(batch)
  const changed = written
    .filter(({ action }) => action !== 'created')
    .flatMap(({ key, action }) => {
      const changes = differences(before.get(key) ?? {}, after.get(key) ?? {})
      return Object.keys(changes).length === 0 ? [] : [{ key, action, changes }]
    })
  await log(batch, changed)
  const newlyChanged = changed.filter(({ action }) => action === 'unchanged').length
  batch.changes.count(target.base.name, { updated: newlyChanged })
  return newlyChanged
}

function differences(before: Shown, after: Shown): Readonly<Record<string, readonly unknown[]>> {
  const names = Object.keys(after).filter(
    (name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]),
  )
  return Object.fromEntries(names.map((name) => [name, [before[name] ?? null, after[name]]]))
}

async function log(
  { client, changes, target }: Batch,
  changed: readonly { readonly key: string | number; readonly changes: object }[],
): Promise<void> {
  if (changed.length === 0) return
  await client.query(
    `INSERT INTO ${changes.log} ("changeset", "entity", "key", "action", "changes", "step")
     SELECT $1, $2, k, 'change', c, $5 FROM unnest($3::text[], $4::text[]) AS v(k, c)`,
    [
      changes.id,
      target.base.name,
      changed.map(({ key }) => String(key)),
      changed.map((entry) => JSON.stringify(entry.changes)),
      changes.nextStep(),
    ],
  )
}
