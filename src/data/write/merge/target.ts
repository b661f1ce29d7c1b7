/** Where the records of a write end up, and the SQL expressions that every statement about them shares. */
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
  /** The entity that owns the table; change log and change counter are kept under its name. */
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

/** Condition that rows `left` and `right` are the same record: by key, or by natural key. */
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
 * Columns that follow from others of the same record, as SQL over their values after the write: none costs a second
 * version of the row.
 */
export type DerivedColumns = (
  valueOf: (column: string) => string,
) => readonly (readonly [column: string, value: string])[]

/** Which of the staged columns a statement writes, and whether it must look at each record's mask. */
export interface Given {
  readonly columns: readonly ShapeColumn[]
  readonly uniform: boolean
  /** New records have the default where a given column is empty. */
  readonly blanksAreDefaults?: boolean
  /** What is stored beside the given columns. */
  readonly derived?: DerivedColumns
}

const wasGiven = (source: string, position: number): string => `get_bit(${source}."_set", ${position}) = 1`

/** The value a column has after the write, where `source` may or may not have given it. */
export function mergedValue(given: Given, column: ShapeColumn, source: string, existing: string): string {
  const name = identifier(column.field.column)
  return given.uniform
    ? `${source}.${name}`
    : `CASE WHEN ${wasGiven(source, column.position)} THEN ${source}.${name} ELSE ${existing}.${name} END`
}

/** Columns and values of the INSERT for records that are new. */
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

/** The columns of a new record, with those that follow from them. */
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

/** The given columns and those that follow from them: what an UPDATE may change, for the log. */
export function withDerivedColumns(target: Target, given: Given): Given {
  const known = new Set(given.columns.map(({ field }) => field.column))
  const following = (given.derived?.(() => 'NULL') ?? []).flatMap(([column]) => {
    const field = target.base.fieldByName.get(column)
    return field === undefined || known.has(column) ? [] : [{ field, position: derivedPosition }]
  })
  return { ...given, columns: [...given.columns, ...following] }
}

/** Derived columns are not staged; any place but that of the key will do. */
const derivedPosition = -1

/** Columns that an UPDATE may change: all given ones but the key. */
export function changeable(given: Given): readonly ShapeColumn[] {
  return given.columns.filter(({ position }) => position !== 0)
}

/** Condition that the write changes the row `existing`. */
export function differs(given: Given, source: string, existing: string): string {
  const columns = changeable(given).filter(({ field }) => !field.writeOnly)
  if (columns.length === 0) return 'false'
  const before = columns.map(({ field }) => `${existing}.${identifier(field.column)}`)
  const after = columns.map((column) => mergedValue(given, column, source, existing))
  return `ROW(${before.join(', ')}) IS DISTINCT FROM ROW(${after.join(', ')})`
}

/** Assignments of the UPDATE of the table `t`; the time of change is the database's. */
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
 * JSON text of an object field → [old, new] over the columns that differ between the rows `before` and `after`.
 * Write-only columns hold secrets: the log tells nothing of them.
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
