/** The table of a write, and the SQL expressions that all statements of the write share. */
import { columnType, defaultExpression } from '../../../database/ddl.ts'
import { identifier, literal, qualified } from '../../../database/identifiers.ts'
import { type Entity, keyField } from '../../../model/entity.ts'
import { baseEntity, type Model } from '../../../model/model.ts'
import type { DataContext } from '../../context.ts'
import { fieldExpression } from '../../record-sql.ts'
import { schemaOf } from '../../relation.ts'
import { isAuthor, type Shape, type ShapeColumn } from '../intake/shape.ts'

export interface Target {
  readonly entity: Entity
  /** The entity that owns the table; change log and change counter use its name. */
  readonly base: Entity
  readonly schema: string
  /** Schema-qualified table. */
  readonly table: string
  /** Key column, quoted. */
  readonly key: string
}

export function targetOf(model: Model, entity: Entity, scenario: string): Target {
  const base = baseEntity(model, entity)
  const schema = schemaOf(entity, scenario)
  return {
    entity,
    base,
    schema,
    table: qualified(schema, entity.table),
    key: identifier(keyField(entity).column),
  }
}

/** Returns the condition that rows `left` and `right` are the same record: by key, or by natural key. */
export function sameRecord(shape: Shape, left: string, right: string, by: 'key' | 'natural'): string {
  const positions = by === 'key' ? [0] : shape.naturalPositions
  return positions
    .map((position) => {
      const { field } = shape.columns[position]!
      const column = identifier(field.column)
      const equal = `${left}.${column} = ${right}.${column}`
      return field.nullable
        ? `(${equal} OR (${left}.${column} IS NULL AND ${right}.${column} IS NULL))`
        : equal
    })
    .join(' AND ')
}

/**
 * Columns that are derived from others of the same record, as SQL over their values after the write. Storing them in
 * the same statement avoids a second version of the row.
 */
export type DerivedColumns = (
  valueOf: (column: string) => string,
) => readonly (readonly [column: string, value: string])[]

/** The staged columns that a statement writes, and whether it must check each record's mask. */
export interface Given {
  readonly columns: readonly ShapeColumn[]
  readonly uniform: boolean
  /** Whether new records get the default if a given column is empty. */
  readonly blanksAreDefaults?: boolean
  /** Columns that are stored in addition to the given ones. */
  readonly derived?: DerivedColumns
}

const wasGiven = (source: string, position: number): string => `get_bit(${source}."_set", ${position}) = 1`

/** Returns the value of a column after the write, which `source` may or may not have given. */
export function mergedValue(given: Given, column: ShapeColumn, source: string, existing: string): string {
  const name = identifier(column.field.column)
  return given.uniform
    ? `${source}.${name}`
    : `CASE WHEN ${wasGiven(source, column.position)} THEN ${source}.${name} ELSE ${existing}.${name} END`
}

/** Returns columns and values of the INSERT of new records. */
export function insertedValues(
  context: DataContext,
  target: Target,
  given: Given,
  source: string,
): readonly (readonly [column: string, value: string])[] {
  const values: (readonly [string, string])[] = given.columns.map((column) => {
    const name = identifier(column.field.column)
    const value = `${source}.${name}`
    const fallback = defaultExpression(context.model, column.field)
    if (given.blanksAreDefaults === true && fallback !== undefined) {
      return [name, `coalesce(${value}, ${fallback})`] as const
    }
    if (given.uniform || column.position === 0) return [name, value] as const
    return [
      name,
      `CASE WHEN ${wasGiven(source, column.position)} THEN ${value} ELSE ${fallback ?? 'NULL'} END`,
    ] as const
  })
  if (target.entity.view !== undefined) values.push(['"type"', literal(target.entity.view.type)])
  const author = target.entity.fields.find(isAuthor)
  const authorGiven = given.columns.some(({ field }) => field === author)
  if (author !== undefined && !authorGiven && context.actor.userId !== null) {
    values.push([identifier(author.column), String(context.actor.userId)])
  }
  return given.derived === undefined ? values : withDerived(context, target, values, given.derived)
}

/** Returns the columns of a new record including the derived ones. */
function withDerived(
  { model }: DataContext,
  target: Target,
  values: readonly (readonly [column: string, value: string])[],
  derived: DerivedColumns,
): readonly (readonly [column: string, value: string])[] {
  const known = new Map(values)
  const valueOf = (column: string): string => {
    const field = target.base.fieldByName.get(column)!
    const value = known.get(identifier(column)) ?? defaultExpression(model, field)
    return value ?? `NULL::${columnType(model, field)}`
  }
  return [
    ...new Map([
      ...values,
      ...derived(valueOf).map(([column, value]) => [identifier(column), value] as const),
    ]),
  ]
}

/** Returns the given and the derived columns, which an UPDATE may change, for the log. */
export function withDerivedColumns(target: Target, given: Given): Given {
  const known = new Set(given.columns.map(({ field }) => field.column))
  const following = (given.derived?.(() => 'NULL') ?? []).flatMap(([column]) => {
    const field = target.base.fieldByName.get(column)
    return field === undefined || known.has(column) ? [] : [{ field, position: derivedPosition }]
  })
  return { ...given, columns: [...given.columns, ...following] }
}

/** Position of derived columns, which are not staged; any value except that of the key is possible. */
const derivedPosition = -1

/** Returns the columns that an UPDATE may change: all given ones except the key. */
export function changeable(given: Given): readonly ShapeColumn[] {
  return given.columns.filter(({ position }) => position !== 0)
}

/** Returns the condition that the write changes the row `existing`. */
export function differs(given: Given, source: string, existing: string): string {
  const columns = changeable(given).filter(({ field }) => !field.writeOnly)
  if (columns.length === 0) return 'false'
  const before = columns.map(({ field }) => `${existing}.${identifier(field.column)}`)
  const after = columns.map((column) => mergedValue(given, column, source, existing))
  return `ROW(${before.join(', ')}) IS DISTINCT FROM ROW(${after.join(', ')})`
}

/** Returns the assignments of the UPDATE of the table `t`; the last-modified time is that of the database. */
export function assignments(target: Target, given: Given, source: string, existing: string): string {
  const values = new Map(
    changeable(given).map((column) => [column.field.column, mergedValue(given, column, source, existing)]),
  )
  const derived = given.derived?.((column) => values.get(column) ?? `t.${identifier(column)}`) ?? []
  const set = [...values, ...derived.filter(([column]) => !values.has(column))].map(
    ([column, value]) => `${identifier(column)} = ${value}`,
  )
  if (target.base.fieldByName.has('lastmodified')) set.push('"lastmodified" = LOCALTIMESTAMP(6)')
  return set.join(', ')
}

/**
 * Returns SQL of the JSON text of an object field → [old, new] over the columns that differ between the rows `before`
 * and `after`. Write-only columns contain secrets and are not part of the log.
 */
export function differences(given: Given, before: string, after: string): string {
  const columns = changeable(given).filter(({ field }) => !field.writeOnly)
  if (columns.length === 0) return `'{}'`
  const parts = columns.map(({ field }) => {
    const column = identifier(field.column)
    const values = `${fieldExpression(field, before)}, ${fieldExpression(field, after)}`
    const entry = `${literal(`${JSON.stringify(field.name)}:`)} || json_build_array(${values})::text`
    return `CASE WHEN ${before}.${column} IS DISTINCT FROM ${after}.${column} THEN ${entry} END`
  })
  return `('{' || concat_ws(',', ${parts.join(', ')}) || '}')`
}
