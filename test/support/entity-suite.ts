/** Shared parts of the suites over all entities: list of entities, their paths, and their special rules. */
import type { Entity } from '../../src/model/entity.ts'
import type { Field } from '../../src/model/field.ts'
import { buildModel, requireEntity } from '../../src/model/model.ts'
import type { ApiServer } from './api.ts'
import { buildExample, fillPool, keyOf, type Pool, seedRows } from './examples.ts'
import type { JsonRecord } from './records.ts'
import type { OracleType } from './lookup-oracle.ts'

export const model = buildModel()

/** Number of stored examples per entity. */
export const exampleCount = 8

/** Entities whose records clients cannot add: the suites only read them, and separate tests cover writing them. */
export const notAdded: Readonly<Record<string, string>> = {
  'common.scenario': 'made and removed by tasks; only the label can be changed',
  'execute.task': 'made by launching a task',
  'output.problem': 'written by the planner',
  'output.constraint': 'written by the planner',
  'output.resourcesummary': 'written by the planner',
}

/** All entities; attributes come last, because adding them gives other entities more fields. */
export const entities: readonly Entity[] = [
  ...model.entities.filter(({ name }) => name !== 'common.attribute'),
  requireEntity(model, 'common.attribute'),
]

/** Entities whose records clients add, change and delete. */
export const writable: readonly Entity[] = entities.filter(({ name }) => !Object.hasOwn(notAdded, name))

/** One entity of each kind: keys of users and of the service, a tree, an owner, orders, users, rights of its own. */
const typical: ReadonlySet<string> = new Set([
  'input.location',
  'input.demand',
  'input.buffer',
  'input.calendarbucket',
  'input.manufacturingorder',
  'input.operationplanmaterial',
  'common.user',
])

/**
 * Whether the short form of the suite tests everything with an entity. All entities share the code that reads and writes
 * their records; of the others it tests what depends on their fields.
 */
export const isTypical = ({ name }: Entity): boolean => typical.has(name)

export const listPath = ({ app, model: name }: Pick<Entity, 'app' | 'model'>): string =>
  `/api/${app}/${name}/`

export const detailPath = (entity: Entity, record: JsonRecord): string =>
  `${listPath(entity)}${encodeURIComponent(keyOf(entity, record))}/`

/** Stores examples of an entity, through the API or directly in the database if the API cannot write them. */
export async function storeExamples(
  { api, database }: ApiServer,
  entity: Entity,
  pool: Pool,
  prefix = 'Example',
): Promise<void> {
  if (entity.name === 'common.scenario') return
  if (Object.hasOwn(notAdded, entity.name)) return seedRows(database, entity, exampleCount, pool)
  await api.create(listPath(entity), buildExamples(entity, pool, prefix))
}

export function buildExamples(entity: Entity, pool: Pool, prefix = 'Example'): readonly JsonRecord[] {
  return Array.from({ length: exampleCount }, (_, index) => buildExample(entity, index, pool, { prefix }))
}

/** Creates the records that examples refer to, and examples of every entity. */
export async function storeEverything(server: ApiServer): Promise<Pool> {
  const pool = await fillPool(server.api, model)
  for (const entity of entities) await storeExamples(server, entity, pool)
  return pool
}

/** Returns the type of a field's values; for a reference the type of the key that it refers to. */
export function oracleType(field: Field): OracleType {
  if (field.type !== 'reference') return field.type
  const target = requireEntity(model, field.reference!.entity)
  return oracleType(target.fieldByName.get(target.key)!)
}

/**
 * Returns the entity whose tree contains the values of a field: the own entity for its key, the target for a
 * reference.
 */
export function treeOfField(entity: Entity, field: Field): Entity | undefined {
  const holder =
    field.reference === undefined
      ? field.name === entity.key
        ? entity
        : undefined
      : requireEntity(model, field.reference.entity)
  return holder?.tree === undefined ? undefined : holder
}

/** Returns a field that a client can change without changing the key of the record. */
export function changeableField(entity: Entity): Field {
  const candidates = entity.fields.filter(
    (field) =>
      field.access === 'write' &&
      !field.writeOnly &&
      field.type !== 'reference' &&
      field.name !== entity.key &&
      field.name !== entity.tree &&
      !entity.naturalKey.includes(field.name) &&
      !['model', 'type', 'status', 'content_type', 'sql', 'scenario'].includes(field.name) &&
      !['tz', 'email_failure', 'email_success'].includes(field.name),
  )
  const field = candidates.find(({ type }) => type === 'text') ?? candidates[0] ?? lastResort(entity)
  if (field === undefined) throw new Error(`${entity.name} has no field that can be changed.`)
  return field
}

const lastResort = (entity: Entity): Field | undefined =>
  entity.fields.find(({ name, access }) => name === 'status' && access === 'write')

/** Returns a value for the changeable field that differs from the values of all examples. */
export function changedValue(entity: Entity): unknown {
  const field = changeableField(entity)
  if (entity.name === 'auth.group') return ['input.change_item']
  if (entity.name === 'execute.dataexport') return 'input.customer'
  if (entity.name === 'execute.scheduledtask') return false
  if (field.choices !== undefined) return field.choices.at(-1)
  return field.type === 'json' ? { changed: true } : 'changed'
}
