/** Defines which records of two scenarios are the same record, and which of their fields are compared. */
import { storedFields, tableEntities } from '../../database/ddl.ts'
import { identifier } from '../../database/identifiers.ts'
import { treePositionNames } from '../../model/define.ts'
import type { Entity } from '../../model/entity.ts'
import type { Field } from '../../model/field.ts'
import { baseEntity, type Model, requireEntity } from '../../model/model.ts'

/**
 * Fields that are not compared. The time of the last change is not a difference of the plan, and a new record shifts the
 * positions of all others in its tree.
 */
const ignored: ReadonlySet<string> = new Set(['lastmodified', ...treePositionNames])

/**
 * Returns the fields that identify the same record: the natural key if it is unique, because imports assign new row
 * numbers.
 */
export function matchedFields(entity: Entity): readonly Field[] {
  const natural = entity.naturalKeyUnique && entity.naturalKey.length > 0
  const names = new Set(natural ? entity.naturalKey : [entity.key])
  return storedFields(entity).filter(({ name }) => names.has(name))
}

/** Returns the fields in which the same record can differ. */
export function comparedFields(entity: Entity): readonly Field[] {
  const matched = new Set(matchedFields(entity))
  return storedFields(entity).filter(
    (field) => !matched.has(field) && field.type !== 'identity' && !ignored.has(field.name),
  )
}

/**
 * Returns whether planning creates the records of an entity: orders, their materials and resources, problems. All
 * records that belong to an order are created with it.
 */
export const isOfPlan = ({ readOnly, fields }: Entity): boolean =>
  readOnly || fields.some(({ reference }) => reference?.entity === 'input.operationplan')

/** Returns whether the table contains orders; the types of orders are entities of their own. */
export const holdsOrders = (model: Model, entity: Entity): boolean =>
  baseEntity(model, entity).name === 'input.operationplan'

/**
 * Returns whether users create the records of an entity for the plan, so that they can be carried from one scenario
 * to another. Excludes results of planning and texts that users write to each other.
 */
export const isMergeable = (model: Model, entity: Entity): boolean =>
  holdsOrders(model, entity)
    ? entity.view !== undefined
    : !isOfPlan(entity) &&
      entity.fields.every(
        ({ reference }) =>
          reference === undefined || requireEntity(model, reference.entity).schema === 'scenario',
      )

/** Returns the entities that can differ between scenarios, parents first: orders by their types. */
export function differingEntities(model: Model): readonly Entity[] {
  return tableEntities(model, 'scenario').flatMap((entity) => {
    const types = model.entities.filter(({ view }) => view?.of === entity.name)
    return types.length === 0 ? [entity] : types
  })
}

/** Returns whether a given name denotes the entity, or the table that contains its records. */
export const isNamed = (entity: Entity, name: string): boolean =>
  entity.name === name || entity.model === name || entity.view?.of === name

/** Returns SQL for the key of the row `t` as text: the key, or the natural key as a JSON list. */
export function keyText(keys: readonly Field[]): string {
  const columns = keys.map(({ column }) => `t.${identifier(column)}`)
  return columns.length === 1 ? `${columns[0]}::text` : `jsonb_build_array(${columns.join(', ')})::text`
}
