/**
 * How PostgreSQL renders records: each field as the SQL expression whose JSON is the field's value in the
 * API, and a whole record as one JSON text. Lists, details, exports and the echo of a write all use it, so a
 * value looks the same wherever it comes out.
 */
import { identifier } from '../database/identifiers.ts'
import type { Entity } from '../model/entity.ts'
import type { Field, FieldType } from '../model/field.ts'
import type { DataContext } from './context.ts'

/**
 * `[D ]HH:MM:SS[.ffffff]`, a minus sign in front of the whole when it is negative. The span is rebuilt from
 * its seconds because an interval may keep 36 hours as such, days and hours of different sign, or months
 * (which count 30 days).
 */
function durationText(column: string): string {
  const span = `justify_hours(make_interval(secs => abs(date_part('epoch', ${column}))))`
  const sign = `CASE WHEN ${column} < '0'::interval THEN '-' ELSE '' END`
  const days = `CASE WHEN date_part('day', ${span}) > 0 THEN date_part('day', ${span})::text || ' ' ELSE '' END`
  return `(${sign} || ${days} || ${span}::time::text)`
}

/** Types whose JSON by PostgreSQL is not the API's. The rest come out right: ISO datetimes, shortest numbers. */
const rendering: Partial<Readonly<Record<FieldType, (column: string) => string>>> = { duration: durationText }

/** The stored value of a field as SQL, for comparing and sorting. `alias` is a plain name; it is quoted here. */
export function columnExpression(field: Field, alias: string): string {
  return `${identifier(alias)}.${identifier(field.column)}`
}

/** The value of a field as SQL whose JSON is the API's value; null stays null. */
export function fieldExpression(field: Field, alias: string): string {
  const column = columnExpression(field, alias)
  return rendering[field.type]?.(column) ?? column
}

/** The fields that a record shows, in declaration order: all that are not write-only. */
export function visibleFields(entity: Entity): readonly Field[] {
  return entity.fields.filter((field) => !field.writeOnly)
}

/**
 * One record as JSON text, as an SQL expression over the row `alias` of the entity's relation (or of its
 * table in a RETURNING clause). Every visible field is present, or exactly `fields` when given.
 *
 * `row_to_json` of a subselect has no limit on the number of fields, as `json_build_object` has with 50.
 */
export function recordJson(
  context: Pick<DataContext, 'storages'>,
  entity: Entity,
  alias: string,
  fields: readonly Field[] = visibleFields(entity),
): string {
  const kept = context.storages.get(entity.name)?.relation !== undefined
  const columns = fields
    .map((field) => {
      // Without the relation of a storage there is no column behind a virtual field.
      const value = field.virtual && !kept ? 'NULL' : fieldExpression(field, alias)
      return `${value} AS ${identifier(field.name)}`
    })
    .join(', ')
  return `(SELECT row_to_json("record")::text FROM (SELECT ${columns}) AS "record")`
}
