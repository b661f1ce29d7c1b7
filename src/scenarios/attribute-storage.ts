/**
 * Storage of `common.attribute`: creating a record adds a column in every scenario, deleting a record drops it, in
 * the transaction of the write.
 */
import type pg from 'pg'
import type { CoercedRecord, DataContext, EntityStorage } from '../data/context.ts'
import { nestedLists } from '../model/nested-lists.ts'
import type { Message } from '../errors/messages.ts'
import { type RecordErrors, ServiceError } from '../errors/service-error.ts'
import type { Entity } from '../model/entity.ts'
import type { Model } from '../model/model.ts'
import { addColumns, type Attribute, countValues, dropColumns, loadAttributes } from './custom-attributes.ts'
import { reservedNames } from './reserved-names.ts'
import { addOnServers, countOnServers, noteDropped, settleColumns } from './server-columns.ts'

export interface AttributeStorageOptions {
  /** Whether values may be lost with a deleted attribute; otherwise such a deletion is rejected. */
  readonly mayLoseValues: boolean
  /** Called after an attribute was created, changed or deleted. */
  readonly onChange: () => Promise<void>
}

export function createAttributeStorage({ mayLoseValues, onChange }: AttributeStorageOptions): EntityStorage {
  return {
    prepare: checkAttributes,
    afterMerge: async (context, client, records) => {
      const created = records.filter(({ action }) => action === 'created').map(({ key }) => key)
      const attributes = await loadAttributes(client, created)
      // First, because no scenario of this server is locked meanwhile.
      await addOnServers(context.control, context.model, attributes)
      await addColumns(client, context.model, attributes)
    },
    beforeDelete: async (context, client, keys) => {
      const attributes = await loadAttributes(client, keys)
      if (!mayLoseValues) await rejectLoss(context, client, attributes)
      await noteDropped(client, context.control, attributes)
      await dropColumns(client, context.model, attributes)
    },
    afterCommit: async ({ control, model }) => {
      await onChange()
      // The attribute is stored or deleted; what cannot be settled now, the next cleanup settles.
      await control.withTransaction((client) => settleColumns(client, control, model)).catch(() => undefined)
    },
  }
}

async function rejectLoss(
  context: DataContext,
  client: pg.ClientBase,
  attributes: readonly Attribute[],
): Promise<void> {
  const filled: string[] = []
  let total = 0
  for (const attribute of attributes) {
    const count =
      (await countValues(client, context.model, attribute)) +
      (await countOnServers(context.control, context.model, attribute))
    if (count === 0) continue
    total += count
    filled.push(`${attribute.model}.${attribute.name}`)
  }
  if (total > 0) throw new ServiceError('values_would_be_lost', { count: total, fields: filled.join(', ') })
}

/** Returns whether an entity can have custom attributes: entities of scenarios that users can write and import. */
export function isExtensible(entity: Entity): boolean {
  return entity.schema === 'scenario' && !entity.readOnly && entity.imports
}

/** Finds an extensible entity by its full name or its model name, ignoring case. */
function findExtensible(model: Model, name: string): Entity | undefined {
  const wanted = name.toLowerCase()
  return model.entities.find(
    (entity) => isExtensible(entity) && (entity.name === wanted || entity.model === wanted),
  )
}

const namePattern = /^[a-z][a-z0-9_]*$/
/** PostgreSQL truncates longer names. */
const longestName = 63

/**
 * Returns why a field of an entity cannot have the name; undefined if it can.
 *
 * @param reserved names that no field may have
 */
export function nameFault(
  model: Model,
  entity: Entity,
  name: string,
  reserved: ReadonlySet<string> = reservedNames,
): Message | undefined {
  if (!namePattern.test(name) || name.includes('__') || name.endsWith('_')) {
    return { code: 'invalid_attribute_name', params: { value: name.slice(0, 100) } }
  }
  if (name.length > longestName) return { code: 'too_long', params: { limit: longestName } }
  if (reserved.has(name) || nestedLists(entity).has(name)) {
    return { code: 'reserved_attribute_name', params: { value: name } }
  }
  const taken = sharing(model, entity).some(({ fieldByName }) => fieldByName.has(name))
  return taken ? { code: 'attribute_name_taken', params: { value: name, entity: entity.name } } : undefined
}

/** Returns the entities that share the same table, such as all types of orders. */
function sharing(model: Model, { table, schema }: Entity): readonly Entity[] {
  return model.entities.filter((entity) => entity.table === table && entity.schema === schema)
}

/**
 * Returns a fault if another field has the same label, because two columns of a grid or file with the same caption
 * could not be distinguished.
 */
function labelFault(
  model: Model,
  entity: Entity,
  { name, label }: CoercedRecord,
  earlier: readonly CoercedRecord[],
): Message | undefined {
  if (typeof label !== 'string') return undefined
  const wanted = label.toLowerCase()
  const entities = sharing(model, entity)
  const known = [
    ...entities.flatMap(({ fields }) => fields),
    ...earlier.filter((other) => entities.some((one) => one.name === other['model'])),
  ]
  const taken = known.some(
    (other) => other.name !== name && typeof other.label === 'string' && other.label.toLowerCase() === wanted,
  )
  return taken
    ? { code: 'attribute_label_taken', params: { value: label.slice(0, 100), entity: entity.name } }
    : undefined
}

/**
 * Maximum number of fields of an entity, including attributes. PostgreSQL limits a table to 1,600 columns, including
 * dropped ones.
 */
export const mostFields = 1_000

/**
 * Returns a function that returns, for each further attribute of an entity, whether its table has room for it in
 * addition to the previous ones.
 */
function roomOfTables(model: Model): (entity: string) => boolean {
  const counts = new Map<string, number>()
  return (name) => {
    const entity = model.byName.get(name)
    if (entity === undefined) return true
    const count =
      counts.get(entity.table) ??
      new Set(sharing(model, entity).flatMap(({ fields }) => fields.map(({ column }) => column))).size
    counts.set(entity.table, count + 1)
    return count < mostFields
  }
}

/** Fields that cannot be changed: those that identify an attribute, and the type of its column. */
const fixed = ['model', 'name', 'type'] as const

async function checkAttributes(
  { control, model, scenario }: DataContext,
  client: pg.ClientBase,
  records: readonly CoercedRecord[],
): Promise<ReadonlyMap<number, RecordErrors>> {
  const faults = new Map<number, RecordErrors>()
  await settleColumns(client, control, model)
  for (const record of records) {
    if (typeof record['model'] === 'string') {
      record['model'] = findExtensible(model, record['model'])?.name ?? record['model']
    }
    if (typeof record['name'] === 'string') record['name'] = record['name'].toLowerCase()
  }
  const existing = await storedAttributes(client, records)
  const hidden = await hiddenColumns(client, { model, scenario }, records)
  const room = roomOfTables(model)
  for (const [index, record] of records.entries()) {
    const stored = existing(record)
    const faulty = { ...faultsOf(model, record, stored, records.slice(0, index)) }
    if (stored === undefined && !room(String(record['model']))) {
      const params = { entity: String(record['model']), limit: mostFields }
      faulty['model'] ??= [{ code: 'too_many_attributes', params }]
    }
    const errors =
      stored === undefined && hidden.has(columnKey(record)) ? { ...faulty, ...takenBy(record) } : faulty
    if (Object.keys(errors).length > 0) faults.set(index, errors)
  }
  return faults
}

function faultsOf(
  model: Model,
  record: CoercedRecord,
  stored: Attribute | undefined,
  earlier: readonly CoercedRecord[],
): RecordErrors {
  if (stored !== undefined) {
    const changed = fixed.filter((name) => record[name] !== undefined && record[name] !== stored[name])
    const entity = model.byName.get(stored.model)
    const fault = entity && labelFault(model, entity, { ...record, name: stored.name }, earlier)
    return {
      ...Object.fromEntries(
        changed.map((name) => [name, [{ code: 'attribute_fixed', params: { value: stored[name] } }]]),
      ),
      ...(fault === undefined ? {} : { label: [fault] }),
    }
  }
  // Missing values are reported by the write path.
  const { model: entityName, name } = record
  if (typeof entityName !== 'string' || typeof name !== 'string') return {}
  const entity = model.byName.get(entityName)
  if (entity === undefined || !isExtensible(entity)) {
    return { model: [{ code: 'not_extensible', params: { value: entityName.slice(0, 100) } }] }
  }
  const faults = { name: nameFault(model, entity, name), label: labelFault(model, entity, record, earlier) }
  return Object.fromEntries(
    Object.entries(faults).flatMap(([field, fault]) => (fault === undefined ? [] : [[field, [fault]]])),
  )
}

const columnKey = ({ model, name }: CoercedRecord): string => `${String(model)}.${String(name)}`

const takenBy = ({ model, name }: CoercedRecord): RecordErrors => ({
  name: [{ code: 'attribute_name_taken', params: { value: String(name), entity: String(model) } }],
})

/**
 * Returns the attributes whose column exists although the model has no such field: an extension module that is not in
 * use at the moment has created it, and its values must be kept.
 */
async function hiddenColumns(
  client: pg.ClientBase,
  { model, scenario }: Pick<DataContext, 'model' | 'scenario'>,
  records: readonly CoercedRecord[],
): Promise<ReadonlySet<string>> {
  const wanted = records.flatMap((record) => {
    const entity = model.byName.get(String(record['model']))
    const unknown = entity !== undefined && !entity.fieldByName.has(String(record['name']))
    return unknown ? [{ key: columnKey(record), table: entity.table, column: String(record['name']) }] : []
  })
  if (wanted.length === 0) return new Set()
  const { rows } = await client.query<{ key: string }>(
    `SELECT w."key" FROM jsonb_to_recordset($2) AS w("key" text, "table" text, "column" text)
     JOIN information_schema.columns c
       ON c.table_schema = $1 AND c.table_name = w."table" AND c.column_name = w."column"`,
    [scenario, JSON.stringify(wanted)],
  )
  return new Set(rows.map(({ key }) => key))
}

async function storedAttributes(
  client: pg.ClientBase,
  records: readonly CoercedRecord[],
): Promise<(record: CoercedRecord) => Attribute | undefined> {
  const { rows } = await client.query<{ id: number }>(
    `SELECT "id" FROM control."attribute" WHERE "id" = ANY ($1::bigint[])
       OR ("model", "name") IN (SELECT * FROM unnest($2::text[], $3::text[]))`,
    [
      records.map(({ id }) => (typeof id === 'number' ? id : null)),
      records.map(({ model }) => (typeof model === 'string' ? model : null)),
      records.map(({ name }) => (typeof name === 'string' ? name : null)),
    ],
  )
  const stored = await loadAttributes(
    client,
    rows.map(({ id }) => id),
  )
  return (record) =>
    typeof record['id'] === 'number'
      ? stored.find(({ id }) => id === record['id'])
      : stored.find(({ model, name }) => model === record['model'] && name === record['name'])
}
