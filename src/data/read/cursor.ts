/**
 * Cursors of keyset paging: the sort values of the last record of a page, as opaque text. The next page starts after
 * them, independent of the number of pages before and of records that were added since.
 */
import { sortExpressions } from '../../database/sort-expressions.ts'
import type { Coerced } from '../codecs.ts'
import { isInvalid } from '../codecs.ts'
import type { Model } from '../../model/model.ts'
import type { DataContext } from '../context.ts'
import { columnExpression, fieldExpression } from '../record-sql.ts'
import { readersFor, valueType } from './condition.ts'
import { type Bind, textFault } from './lookups.ts'
import { type Order, orderingText } from './ordering.ts'
import { comparedType } from './where.ts'

/** Values of the sort fields, in their order. */
export type Position = readonly Coerced[]

/** Returns a position as text for URLs. `json` is the value of `positionExpression`. */
export function encodeCursor(ordering: readonly Order[], json: string): string {
  return Buffer.from(`[${JSON.stringify(orderingText(ordering))},${json}]`).toString('base64url')
}

/** Returns the position of a cursor; undefined if the cursor is invalid or belongs to another order. */
export function decodeCursor(
  model: Model,
  ordering: readonly Order[],
  cursor: string,
  timeZone: string,
): Position | undefined {
  const parsed = parseJson(Buffer.from(cursor, 'base64url').toString('utf8'))
  if (!Array.isArray(parsed) || parsed.length !== 2 || parsed[0] !== orderingText(ordering)) return undefined
  const values: unknown = parsed[1]
  if (!Array.isArray(values) || values.length !== ordering.length) return undefined
  const position = ordering.map(({ field }, index) => {
    const value: unknown = values[index]
    if (value === null) return field.nullable ? null : undefined
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined
    // Stored text is used unchanged; a codec would trim it.
    if (valueType(model, field) === 'text' || field.type === 'choice') {
      return typeof value === 'string' && textFault(value) === undefined ? value : undefined
    }
    const coerced = readersFor(model, field, timeZone).value(String(value))
    return isInvalid(coerced) || coerced === null ? undefined : coerced
  })
  return position.some((value) => value === undefined) ? undefined : position.map((value) => value ?? null)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns SQL of a record's position as JSON text. */
export function positionExpression(ordering: readonly Order[], alias: string): string {
  return `json_build_array(${ordering.map(({ field }) => fieldExpression(field, alias)).join(', ')})::text`
}

/** Returns an SQL condition that a record comes after a position: true or false, never null. */
export function afterPosition(
  context: Pick<DataContext, 'model'>,
  ordering: readonly Order[],
  position: Position,
  alias: string,
  bind: Bind,
): string {
  const [order, ...rest] = ordering
  const [value, ...others] = position
  if (order === undefined || value === undefined) return 'false'
  const { field } = order
  const column = columnExpression(field, alias)
  const deeper = rest.length === 0 ? 'false' : afterPosition(context, rest, others, alias, bind)
  if (value === null) return `(${column} IS NULL AND ${deeper})`
  const bound = bind(value, comparedType(context, field))
  const beyond = compare(order, column, order.descending ? '<' : '>', bound)
  const later = field.nullable ? `(${beyond} OR ${column} IS NULL)` : beyond
  return rest.length === 0 ? later : `(${later} OR (${column} = ${bound} AND ${deeper}))`
}

/** Returns an SQL condition that a record comes before a position or is at it: true or false, never null. */
export function upToPosition(
  context: Pick<DataContext, 'model'>,
  ordering: readonly Order[],
  position: Position,
  alias: string,
  bind: Bind,
): string {
  const [order, ...rest] = ordering
  const [value] = position
  // PostgreSQL does not convert a negated row comparison to a bound of the index.
  if (order?.field.numbered === true && !order.field.nullable && rest.length === 0 && value != null) {
    const bound = bind(value, comparedType(context, order.field))
    return compare(order, columnExpression(order.field, alias), order.descending ? '>=' : '<=', bound)
  }
  return `NOT ${afterPosition(context, ordering, position, alias, bind)}`
}

/** Compares a column with a value in the order of the list. */
function compare({ field }: Order, column: string, operator: string, bound: string): string {
  const side = (value: string): string => {
    const expressions = sortExpressions(field, value)
    return expressions.length === 1 ? value : `(${expressions.join(', ')})`
  }
  return `${side(column)} ${operator} ${side(bound)}`
}
