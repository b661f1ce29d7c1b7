/** SQL that converts JSON values of the change log to values of their columns. */
import { columnType } from '../../../database/ddl.ts'
import { literal } from '../../../database/identifiers.ts'
import type { Entity } from '../../../model/entity.ts'
import type { Field } from '../../../model/field.ts'
import { baseEntity, type Model } from '../../../model/model.ts'

/** Returns the fields of a table by the names that the log may contain. */
export function loggedFields(model: Model, base: Entity): ReadonlyMap<string, Field> {
  const views = model.entities.filter((entity) => entity !== base && baseEntity(model, entity) === base)
  return new Map(
    [...views, base].flatMap((entity) =>
      entity.fields
        .filter((field) => !field.virtual && base.fieldByName.has(field.column))
        .map((field): [string, Field] => [field.name, base.fieldByName.get(field.column)!]),
    ),
  )
}

/** Returns SQL that converts a JSON value to the type of a field's column. `json` is SQL of type `jsonb`. */
export function storedValue(model: Model, field: Field, json: string): string {
  const type = columnType(model, field)
  if (type === 'jsonb') return `nullif(${json}, 'null'::jsonb)`
  const text = `(${json} #>> '{}')`
  if (type !== 'interval') return type === 'text' ? text : `${text}::${type}`
  // A minus sign applies to the whole interval, not only to the days.
  return `CASE WHEN ${text} LIKE '-%' THEN -(substr(${text}, 2)::interval) ELSE ${text}::interval END`
}

/**
 * Returns SQL of the deleted row in the column `row` of an alias as an item of a FROM clause. Its columns are then read
 * from one decompressed value.
 */
export const deletedRow = (alias: string): string => `jsonb_populate_record(${alias}."row", NULL)`

/** Returns SQL of the member of a JSON object, of type `jsonb`. */
export const member = (json: string, name: string): string => `${json} -> ${literal(name)}`

/** Returns whether users write the field, and not the planner. */
export const isOwn = (field: Field | undefined): boolean =>
  field !== undefined && field.access !== 'computed' && field.name !== 'lastmodified'
