/**
 * Joins the records of an entity in two scenarios and in their common previous state, as SQL. The row `k` identifies
 * a record, `a` and `b` are the records of the scenarios, `o` is the record in the previous state.
 */
import { identifier, literal, qualified } from '../../database/identifiers.ts'
import { type Entity, keyField } from '../../model/entity.ts'
import type { Field } from '../../model/field.ts'
import { storedFields } from '../../database/ddl.ts'
import { isProposedSql } from '../../rules/proposed-order.ts'
import type { Touched } from './logged-side.ts'
import { type Reassigned, resourcesSql } from './order-resources.ts'
import { comparedFields, isMergeable, matchedFields } from './matching.ts'
import type { Model } from '../../model/model.ts'

export interface Sides {
  readonly a: string
  readonly b: string
}

/** Source of the previous state: the records of one scenario, except those that were changed there since. */
export interface Former extends Touched {
  readonly side: 'a' | 'b'
}

export interface Relation {
  /** FROM clause over a table of matched fields, whose alias is `k`. */
  readonly from: (keys: string) => string
  /** SQL conditions whether the record exists in a scenario, or existed in the previous state. */
  readonly inA: string
  readonly inB: string
  readonly inO: string
  readonly matched: readonly Field[]
  readonly compared: readonly Field[]
  /** Relation of the records of a side. */
  readonly rows: (side: 'a' | 'b') => string
  /** The resources of an order in the first scenario, as SQL; undefined for other entities. */
  readonly resources: OrderResources | undefined
  /** Relation of previous records. */
  readonly formerRows: (table: string) => string
}

/** The resources of an order in the first scenario. */
export interface OrderResources {
  /** A JSON list, and that of the second scenario. */
  readonly value: string
  readonly present: string
  /** Whether they replace those of the second scenario, as an SQL condition. */
  readonly isChanged: string
  /** The list at the common ancestor, as far as it is known; else that of the second scenario. */
  readonly former: string
  /** Whether both scenarios have assigned the order, differently, as an SQL condition. */
  readonly isConflict: string
}

const columnOf = ({ column }: Field): string => identifier(column)

/** Returns the rows of a table that match a condition over `t`. */
const chosen = (table: string, where: string | undefined): string =>
  where === undefined ? table : `(SELECT t.* FROM ${table} t WHERE ${where})`

/**
 * Builds the join.
 * @param former undefined if the previous state is unknown; the second scenario is then used instead
 * @param reassigned the orders whose resources were written in each scenario (`readReassigned`)
 */
export function relationOf(
  model: Model,
  entity: Entity,
  sides: Sides,
  former: Former | undefined,
  reassigned: readonly [Reassigned | undefined, Reassigned | undefined],
): Relation {
  const matched = matchedFields(entity)
  // Computed fields are not carried from one scenario to another.
  const compared = isMergeable(model, entity)
    ? comparedFields(entity).filter(({ access }) => access === 'write')
    : comparedFields(entity)
  const type = entity.view === undefined ? undefined : `t."type" = ${literal(entity.view.type)}`
  // Proposed orders are excluded, because every plan creates them anew.
  const own = type && `${type} AND NOT ${isProposedSql('t."status"')}`
  const tables = { a: qualified(sides.a, entity.table), b: qualified(sides.b, entity.table) }
  const isPlanned = type === undefined ? 'false' : `(b."type" IS NOT NULL AND ${isProposedSql('b."status"')})`
  const key = columnOf(keyField(entity))
  const [inA, inB] = [`(a.${key} IS NOT NULL)`, `(b.${key} IS NOT NULL)`]
  const equal = (side: string): string =>
    matched
      .map((field) =>
        field.nullable
          ? `${side}.${columnOf(field)} IS NOT DISTINCT FROM k.${columnOf(field)}`
          : `${side}.${columnOf(field)} = k.${columnOf(field)}`,
      )
      .join(' AND ')
  const columns = storedFields(entity).map(columnOf)
  const formerJoins = former && [
    `LEFT JOIN ${chosen(former.former, own)} f ON ${equal('f')}`,
    `LEFT JOIN ${former.touched} u ON u."key" = ${former.side}.${key}`,
  ]
  const untouched = former && `(${former.side}.${key} IS NOT NULL AND u."key" IS NULL)`
  const isThere =
    former === undefined ? inB : `(${isPlanned} OR f.${key} IS NOT NULL OR ${untouched ?? 'false'})`
  const valueOf = (column: string): string =>
    former === undefined
      ? `b.${column}`
      : `CASE WHEN ${isPlanned} THEN b.${column} WHEN f.${key} IS NOT NULL THEN f.${column} ELSE ${former.side}.${column} END`
  const before = columns.map((column) => `${valueOf(column)} AS ${column}`)
  return {
    matched,
    compared,
    inA,
    inB,
    inO: 'o."_in"',
    rows: (side) => chosen(tables[side], side === 'a' ? own : type),
    resources: resourcesOf(model, entity, sides, { reassigned, isAlone: former === undefined }),
    formerRows: (table) => chosen(table, own),
    from: (keys) => `${keys} k
      LEFT JOIN ${chosen(tables.a, own)} a ON ${equal('a')}
      LEFT JOIN ${chosen(tables.b, type)} b ON ${equal('b')}
      ${formerJoins?.join('\n') ?? ''}
      CROSS JOIN LATERAL (SELECT ${isThere} AS "_in", ${before.join(', ')}) o
      WHERE NOT (a.${key} IS NULL AND ${isPlanned})`,
  }
}

/**
 * @param reassigned the orders whose resources were written in each scenario
 * @param isAlone whether the previous state is unknown: then the resources of all orders count
 */
function resourcesOf(
  model: Model,
  entity: Entity,
  { a, b }: Sides,
  {
    reassigned: [byA, byB],
    isAlone,
  }: {
    readonly reassigned: readonly [Reassigned | undefined, Reassigned | undefined]
    readonly isAlone: boolean
  },
): OrderResources | undefined {
  const value = resourcesSql(model, entity, a, 'a')
  if (value === undefined) return undefined
  const present = resourcesSql(model, entity, b, 'b') ?? "'[]'"
  const unknown = { value, present, former: present, isConflict: 'false' }
  if (isAlone) return { ...unknown, isChanged: `(${value} <> ${present})` }
  if (byA === undefined) return { ...unknown, isChanged: 'false' }
  const isIn = ({ orders }: Reassigned): string =>
    `coalesce(a.${columnOf(keyField(entity))} IN (SELECT "key" FROM ${orders}), false)`
  const isChanged = `(${isIn(byA)} AND ${value} <> ${present})`
  if (byB === undefined) return { ...unknown, isChanged }
  const former = byA.formerResources('a')
  const isConflict = `(${isChanged} AND ${isIn(byB)} AND ${present} <> ${former})`
  return {
    value,
    present,
    isChanged,
    former: `CASE WHEN ${isConflict} THEN ${former} ELSE ${present} END`,
    isConflict,
  }
}

const row = (side: string, fields: readonly Field[]): string =>
  `ROW(${fields.map((field) => `${side}.${columnOf(field)}`).join(', ')})`

/** Returns an SQL condition whether two of the rows differ in any of the fields. */
export const differ = (one: string, other: string, fields: readonly Field[]): string =>
  fields.length === 0 ? 'false' : `${row(one, fields)} IS DISTINCT FROM ${row(other, fields)}`

const apart = (column: string): string => `a.${column} IS DISTINCT FROM b.${column}`
const changed = (side: string, column: string): string => `${side}.${column} IS DISTINCT FROM o.${column}`

/** Returns SQL conditions of a record: which side changed it since, and whether the changes of both sides conflict. */
export function judgements({ inA, inB, inO, compared, resources }: Relation): {
  readonly differs: string
  readonly byA: string
  readonly byB: string
  readonly conflicts: string
} {
  const some = (condition: (column: string) => string): string =>
    compared.length === 0
      ? 'false'
      : `(${compared.map((field) => `(${condition(columnOf(field))})`).join(' OR ')})`
  const by = (one: 'a' | 'b', isOne: string, isOther: string): string =>
    `CASE WHEN ${isOne} AND ${isOther} THEN NOT ${inO} OR ${some((column) => `${apart(column)} AND ${changed(one, column)}`)}
      WHEN ${isOne} THEN NOT ${inO} OR ${differ(one, 'o', compared)} ELSE ${inO} END`
  const isReassigned = resources === undefined ? 'false' : `(${inA} AND ${inB} AND ${resources.isChanged})`
  const isReassignedByBoth =
    resources === undefined ? 'false' : `(${inA} AND ${inB} AND ${resources.isConflict})`
  const byA = by('a', inA, inB)
  const byB = by('b', inB, inA)
  return {
    differs: `(${inA} <> ${inB} OR ${differ('a', 'b', compared)} OR ${isReassigned})`,
    byA: `(${byA} OR ${isReassigned})`,
    byB: `(${byB} OR ${isReassignedByBoth})`,
    conflicts: `CASE WHEN ${inA} AND ${inB} AND ${inO}
        THEN ${some((column) => `${apart(column)} AND ${changed('a', column)} AND ${changed('b', column)}`)} OR ${isReassignedByBoth}
      ELSE (${byA}) AND (${byB}) END`,
  }
}
