/** Which records of two scenarios are the same one, and what of them is compared. */
import { storedFields, tableEntities } from '../../database/ddl.ts'
import { identifier } from '../../database/identifiers.ts'
import type { Entity } from '../../model/entity.ts'
import type { Field } from '../../model/field.ts'
import { baseEntity, type Model, requireEntity } from '../../model/model.ts'

/** When a record was last changed is no difference of the plan. */
const ignored: ReadonlySet<string> = new Set(['lastmodified'])

/** Records are the same one when their natural key says so; numbers are given out anew by imports. */
export function matchedFields(entity: Entity): readonly Field[] {
  const natural = entity.naturalKeyUnique && entity.naturalKey.length > 0
  const names = new Set(natural ? entity.naturalKey : [entity.key])
  return storedFields(entity).filter(({ name }) => names.has(name))
}

/** Fields in which the same record can differ. */
export function comparedFields(entity: Entity): readonly Field[] {
  const matched = new Set(matchedFields(entity))
  return storedFields(entity).filter(
    (field) => !matched.has(field) && field.type !== 'identity' && !ignored.has(field.name),
  )
}

/** Planning makes its records: orders, what they use and make, problems. Everything that belongs to an order is made with it. */
export const isOfPlan = ({ readOnly, fields }: Entity): boolean =>
  readOnly || fields.some(({ reference }) => reference?.entity === 'input.operationplan')

/** The table holds orders, whose types are entities of their own. */
export const holdsOrders = (model: Model, entity: Entity): boolean =>
  baseEntity(model, entity).name === 'input.operationplan'

/**
 * Whether people make the records of an entity for the plan, so that they can be taken from one scenario to another:
 * neither what planning makes of them, nor what people write to each other.
 */
export const isMergeable = (model: Model, entity: Entity): boolean =>
  holdsOrders(model, entity)
    ? entity.view !== undefined
    : !isOfPlan(entity) &&
      entity.fields.every(
        ({ reference }) =>
          reference === undefined || requireEntity(model, reference.entity).schema === 'scenario',
      )

/** What can differ between scenarios, parents first: orders by their types. */
export function differingEntities(model: Model): readonly Entity[] {
  return tableEntities(model, 'scenario').flatMap((entity) => {
    const types = model.entities.filter(({ view }) => view?.of === entity.name)
    return types.length === 0 ? [entity] : types
  })
}

/** Whether a name that somebody gives is one of the entity, or of the table that holds its records. */
export const isNamed = (entity: Entity, name: string): boolean =>
  entity.name === name || entity.model === name || entity.view?.of === name

/** SQL of the key of the row `t` as text: the key, or the natural key as a JSON list. */
export function keyText(keys: readonly Field[]): string {
  const columns = keys.map(({ column }) => `t.${identifier(column)}`)
  return columns.length === 1 ? `${columns[0]}::text` : `jsonb_build_array(${columns.join(', ')})::text`
}
