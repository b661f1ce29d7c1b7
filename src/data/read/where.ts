/** Conditions as SQL. Values never become part of the text here: they pass through `bind`. */
import { identifier, literal } from '../../database/identifiers.ts'
import { type Entity, keyField } from '../../model/entity.ts'
import type { Field } from '../../model/field.ts'
import type { DataContext } from '../context.ts'
import { columnExpression, visibleFields } from '../record-sql.ts'
import { relationOf } from '../relation.ts'
import { type Clause, type Condition, treeOf, valueType } from './condition.ts'
import { type Bind, type FilterValue, isList, type ValueType, likeAnyCase } from './lookups.ts'

/** Types in SQL of compared values. Integers compare as bigint, so that a filter may exceed the column. */
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

/** SQL type in which values of a field are compared. */
export function comparedType(context: Pick<DataContext, 'model'>, field: Field): string {
  return sqlTypes[valueType(context.model, field)]
}

/**
 * All conditions joined by AND as an SQL expression over the row `alias`, with the `type` of a typed view.
 * `undefined` when every record of the table is meant.
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
  // What cannot be compared for want of a value does not meet a condition, and so meets its opposite.
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
  // As in a left join: a record that refers to nothing counts as referring to a record without values.
  const nothing = lookup.matchesNull(value) ? `${reference} IS NULL OR ` : ''
  const typed = holder.view === undefined ? '' : ` AND "type" = ${literal(holder.view.type)}`
  return `${nothing}${reference} IN (${keys} WHERE (${found})${typed})`
}

/** The entity's relation under an alias, for FROM. */
export function source(context: DataContext, entity: Entity, alias: string): string {
  return `${relationOf(context, entity)} AS ${identifier(alias)}`
}

/** Keys of a record and of all below it. UNION rather than UNION ALL: a circle in the data ends the walk. */
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
 * The condition that every word stands somewhere in the text fields of the record, whatever its case. The
 * fields are searched as one text, parted by a character that no word can hold.
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

/** Collects the values of a prepared statement; the text holds `$1`, `$2` … */
export function parameters(): { readonly bind: Bind; readonly values: string[] } {
  const values: string[] = []
  const bind: Bind = (value, type) => {
    if (value === null) return `NULL::${type}`
    values.push(valueText(value))
    return `$${values.length}::${type}`
  }
  return { bind, values }
}

/** Puts values into the text as literals, for statements that take no parameters (COPY). */
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
