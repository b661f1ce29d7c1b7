/**
 * The model: all entities by name, sorted for import, with their relations. It is immutable; adding custom attributes
 * creates a new model.
 */
import { type Additions, noAdditions } from './additions.ts'
import { coreEntities } from './entities/index.ts'
import { type Entity, keyField } from './entity.ts'
import type { Field } from './field.ts'
import { importOrder } from './import-order.ts'

export interface Referrer {
  readonly entity: Entity
  readonly field: Field
}

export interface Model {
  readonly entities: readonly Entity[]
  readonly byName: ReadonlyMap<string, Entity>
  /** Referenced entities before the entities that refer to them. */
  readonly importOrder: readonly Entity[]
  /** Fields that refer to a table, by name of the referenced entity, without views. */
  readonly referrers: ReadonlyMap<string, readonly Referrer[]>
  /** Additions of extension modules, which are also included in the entities. */
  readonly additions: Additions
}

/** Custom fields by entity name. */
export type CustomFields = ReadonlyMap<string, readonly Field[]>

/**
 * Builds a model from the entities of the service and of extension modules, and custom fields. Throws if a reference
 * has no target or two entities share a name or a table.
 */
export function buildModel(
  customFields: CustomFields = new Map(),
  additions: Additions = noAdditions,
): Model {
  const numbered = new Set(coreEntities.filter((entity) => keyField(entity).numbered).map(({ name }) => name))
  const complete = [...coreEntities, ...additions.entities]
    .map((entity) => withFields(entity, additions.fields))
    .map((entity) => withFields(entity, customFields))
    .map((entity) => withNumberedReferences(entity, numbered))
  const byName = new Map(complete.map((entity) => [entity.name, entity]))
  if (byName.size !== complete.length) throw new Error('Two entities of the model share a name.')
  const referrers = new Map<string, Referrer[]>(complete.map((entity) => [entity.name, []]))
  for (const entity of complete) {
    for (const field of entity.fields) {
      if (field.reference === undefined) continue
      const found = referrers.get(field.reference.entity)
      if (found === undefined) {
        throw new Error(
          `${entity.name}.${field.name} refers to the unknown entity "${field.reference.entity}".`,
        )
      }
      if (entity.view === undefined) found.push({ entity, field })
    }
  }
  return { entities: complete, byName, importOrder: importOrder(complete), referrers, additions }
}

/** Adds the fields of its base entity to a view. */
function withFields(entity: Entity, added: CustomFields): Entity {
  const extra = [...(added.get(entity.name) ?? []), ...inherited(entity, added)]
  if (extra.length === 0) return entity
  const fields = [...entity.fields, ...extra.filter((field) => !entity.fieldByName.has(field.name))]
  return { ...entity, fields, fieldByName: new Map(fields.map((field) => [field.name, field])) }
}

/** References are sorted like the keys they refer to. */
function withNumberedReferences(entity: Entity, numbered: ReadonlySet<string>): Entity {
  if (!entity.fields.some(({ reference }) => reference !== undefined && numbered.has(reference.entity)))
    return entity
  const fields = entity.fields.map((field) =>
    numbered.has(field.reference?.entity ?? '') ? { ...field, numbered: true } : field,
  )
  return { ...entity, fields, fieldByName: new Map(fields.map((field) => [field.name, field])) }
}

const inherited = (entity: Entity, added: CustomFields): readonly Field[] =>
  entity.view === undefined ? [] : (added.get(entity.view.of) ?? [])

/** Returns the entity with the table of the records: the entity itself, or the base entity of a view. */
export function baseEntity(model: Model, entity: Entity): Entity {
  return entity.view === undefined ? entity : requireEntity(model, entity.view.of)
}

/** Returns an existing entity; an unknown name is a programming error. */
export function requireEntity(model: Model, name: string): Entity {
  const entity = model.byName.get(name)
  if (entity === undefined) throw new Error(`The model has no entity "${name}".`)
  return entity
}
