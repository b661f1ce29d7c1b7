/** Converts conditions to SQL. Values are never part of the text here: they are passed to `bind`. */
import { identifier, literal } from '../../database/identifiers.ts'
import { type Entity, keyField } from '../../model/entity.ts'
import type { Field } from '../../model/field.ts'
import type { DataContext } from '../context.ts'
import { columnExpression, visibleFields } from '../record-sql.ts'
import { relationOf } from '../relation.ts'
import { type Clause, type Condition, treeOf, valueType } from './condition.ts'
import { type Bind, type FilterValue, isList, type ValueType, likeAnyCase } from './lookups.ts'

/**
 * SQL types in which values are compared. Integers are compared as bigint, so that a filter value may exceed the
 * column.
 */
const sqlTypes: Readonly<Record<ValueType, string>> = {
  text: 'text',
  choice: 'text',
  number: 'float8',
  integer: 'bigint',
  identity: 'bigint',
  boolean: 'boolean',
  date: 'date',
  datetime: 'timestamp',
  time: 'time',
  duration: 'interval',
  json: 'jsonb',
}

/** Returns the SQL type in which values of a field are compared. */
export function comparedType(context: Pick<DataContext, 'model'>, field: Field): string {
  return sqlTypes[valueType(context.model, field)]
}

/**
 * Returns all conditions joined by AND as an SQL expression over the row `alias`, with the `type` of a typed view.
 * Returns undefined if every record of the table matches.
 */
export function whereClause(
  context: DataContext,
  entity: Entity,
  alias: string,
  clauses: readonly Clause[],
  bind: Bind,
): string | undefined {
  const parts = clauses.map((clause) => clauseSql(context, entity, alias, clause, bind))
  if (entity.view !== undefined) {
    parts.unshift(`${identifier(alias)}."type" = ${literal(entity.view.type)}`)
  }
  return parts.length === 0 ? undefined : parts.map((part) => `(${part})`).join(' AND ')
}

function clauseSql(context: DataContext, entity: Entity, alias: string, clause: Clause, bind: Bind): string {
  if (!('join' in clause)) return conditionSql(context, entity, alias, clause, bind)
  const parts = clause.parts.map((part) => `(${clauseSql(context, entity, alias, part, bind)})`)
  // A condition on a missing value is not met, so its negation is met.
  if (clause.join === 'not') return `${parts.join(' AND ')} IS NOT TRUE`
  if (parts.length === 0) return clause.join === 'and' ? 'true' : 'false'
  return parts.join(clause.join === 'and' ? ' AND ' : ' OR ')
}

function conditionSql(
  context: DataContext,
  entity: Entity,
  alias: string,
  condition: Condition,
  bind: Bind,
): string {
  const { via, field, lookup, value } = condition
  const holder = via?.target ?? entity
  const holderAlias = via === undefined ? alias : `${alias}_${via.field.name}`
  const tree = treeOf(context.model, holder, field)
  const found = lookup.sql(
    {
      column: columnExpression(field, holderAlias),
      type: comparedType(context, field),
      ...(tree === undefined ? {} : { descendants: (key) => descendants(context, tree, key) }),
    },
    value,
    bind,
  )
  if (via === undefined) return found
  const reference = columnExpression(via.field, alias)
  const keys = `SELECT ${columnExpression(keyField(holder), holderAlias)} FROM ${source(context, holder, holderAlias)}`
  // As in a left join, a record without a reference counts as one that references a record without values.
  const nothing = lookup.matchesNull(value) ? `${reference} IS NULL OR ` : ''
  const typed = holder.view === undefined ? '' : ` AND "type" = ${literal(holder.view.type)}`
  return `${nothing}${reference} IN (${keys} WHERE (${found})${typed})`
}

/** Returns the entity's relation under an alias, for FROM. */
export function source(context: DataContext, entity: Entity, alias: string): string {
  return `${relationOf(context, entity)} AS ${identifier(alias)}`
}

/**
 * Returns SQL of the keys of a record and all its descendants. UNION instead of UNION ALL ends the recursion if the
 * data contain a circle.
 */
function descendants(context: DataContext, tree: Entity, key: string): string {
  const keyColumn = keyField(tree)
  const owner = tree.fieldByName.get(tree.tree!)!
  return (
    `WITH RECURSIVE "branch"("node") AS (` +
    `SELECT ${columnExpression(keyColumn, 'root')} FROM ${source(context, tree, 'root')}` +
    ` WHERE ${columnExpression(keyColumn, 'root')} = ${key}` +
    ` UNION SELECT ${columnExpression(keyColumn, 'child')} FROM ${source(context, tree, 'child')}` +
    ` JOIN "branch" ON ${columnExpression(owner, 'child')} = "branch"."node"` +
    `) SELECT "node" FROM "branch"`
  )
}

/**
 * Returns the condition that every word occurs in the text fields of the record, ignoring case. The fields are
 * searched as one text, separated by a character that no word can contain.
 */
export function searchClause(
  context: DataContext,
  entity: Entity,
  alias: string,
  words: readonly string[],
  bind: Bind,
): string {
  const columns = visibleFields(entity)
    .filter((field) => field.type !== 'choice' && valueType(context.model, field) === 'text')
    .map((field) => columnExpression(field, alias))
  if (columns.length === 0) return 'false'
  const text = `concat_ws(E'\\x01', ${columns.join(', ')})`
  return words.map((word) => likeAnyCase(text, word, bind)).join(' AND ')
}

/** Returns a `bind` that collects the values of a prepared statement and returns `$1`, `$2` … */
export function parameters(): { readonly bind: Bind; readonly values: string[] } {
  const values: string[] = []
  const bind: Bind = (value, type) => {
    if (value === null) return `NULL::${type}`
    values.push(valueText(value))
    return `$${values.length}::${type}`
  }
  return { bind, values }
}

/** Inserts values into the text as literals, for statements without parameters (COPY). */
export const inline: Bind = (value, type) =>
  value === null ? `NULL::${type}` : `${literal(valueText(value))}::${type}`

function valueText(value: FilterValue): string {
  return isList(value) ? arrayText(value) : String(value)
}

function arrayText(values: readonly FilterValue[]): string {
  const items = values.map((value) =>
    value === null ? 'NULL' : `"${String(value).replace(/["\\]/g, (character) => `\\${character}`)}"`,
  )
  return `{${items.join(',')}}`
}
