/** Parts of statements over the records of a request: source, conditions, order and page. */
import type { Field } from '../../model/field.ts'
import type { DataContext } from '../context.ts'
import { keyField } from '../../model/entity.ts'
import { changedKeysSql } from '../history/events/changed-keys.ts'
import { areOwn, columnExpression, followedJoins, recordColumns } from '../record-sql.ts'
import { afterPosition, upToPosition } from './cursor.ts'
import type { Bind } from './lookups.ts'
import { orderBy } from './ordering.ts'
import type { ReadRequest } from './parse-read.ts'
import { searchClause, source, whereClause } from './where.ts'

/** Alias of the rows of a request. */
export const row = 'r'

/** Returns FROM and WHERE of a request, with further conditions as SQL. */
export function fromWhere(
  context: DataContext,
  request: ReadRequest,
  bind: Bind,
  join = '',
  further: readonly string[] = [],
): string {
  return `FROM ${joinedSource(context, request)}${join}${where(context, request, bind, further)}`
}

/** Returns WHERE of a request; empty without conditions. */
export function where(
  context: DataContext,
  request: ReadRequest,
  bind: Bind,
  further: readonly string[] = [],
): string {
  const { entity, search, ordering, after, until, changed, counted } = request
  const conditions = whereClause(context, entity, row, request.conditions, bind)
  const parts = conditions === undefined ? [] : [conditions]
  if (search.length > 0) parts.push(searchClause(context, entity, row, search, bind))
  if (after !== undefined) parts.push(afterPosition(context, ordering, after, row, bind))
  if (until !== undefined) parts.push(upToPosition(context, ordering, until, row, bind))
  if (changed !== undefined) {
    const key = columnExpression(keyField(entity), row)
    parts.push(`${key} IN (${changedKeysSql(context, entity, changed)})`)
  }
  if (counted !== undefined)
    parts.push(`(${counted.counter}) ${counted.isSame ? '=' : '<>'} ${bind(counted.known, 'text')}`)
  parts.push(...further)
  return parts.length === 0 ? '' : ` WHERE ${parts.join(' AND ')}`
}

/**
 * Returns the rows of a request with the records that they reference, if fields of these are output or used for
 * sorting.
 */
export const joinedSource = (context: DataContext, request: NamesFields): string =>
  `${source(context, request.entity, row)}${joinsOf(context, request)}`

/** Returns joins to the records that the rows reference, as far as they are needed. */
export const joinsOf = (context: DataContext, request: NamesFields): string =>
  namesOwn(request) ? '' : followedJoins(context, namedFields(request), row)

/** Returns whether only fields of the entity itself are output and used for sorting. */
const namesOwn = ({ fields, ordering = [] }: NamesFields): boolean =>
  areOwn(fields) && ordering.every(({ field }) => field.via === undefined)

type NamesFields = Pick<ReadRequest, 'entity' | 'fields'> & Partial<Pick<ReadRequest, 'ordering'>>

/** Returns the fields that are output or used for sorting. */
export const namedFields = ({ fields, ordering = [] }: NamesFields): readonly Field[] => [
  ...fields,
  ...ordering.map(({ field }) => field),
]

/** Returns ORDER BY of a request, and LIMIT and OFFSET of its page. */
export function tail(request: ReadRequest, bind: Bind): string {
  const { paging } = request
  // Without an order, the rows of an entity with its own query keep the order of that query.
  const order = request.ordering.length === 0 ? '' : ` ORDER BY ${orderBy(request.ordering, row)}`
  // A page of a cursor ends at a position and not after a number of records.
  if (paging.kind !== 'slice') return order
  const limit = paging.limit === undefined ? '' : ` LIMIT ${bind(paging.limit, 'bigint')}`
  return `${order}${limit}${paging.offset === 0 ? '' : ` OFFSET ${bind(paging.offset, 'bigint')}`}`
}

/** Text of a statement before its conditions, and complete texts by the part that follows. */
interface Beginning {
  readonly text: string
  readonly texts: Map<string, string>
}

const beginnings = new WeakMap<readonly Field[], Map<string, Beginning>>()
const textsKept = 500
const longestKept = 1_000

/**
 * Returns the start of a list's statement, which depends on the fields only; undefined if other parts are needed.
 * Most requests differ only in their conditions. Building the text again, and looking it up among the prepared
 * statements, takes time that grows with the number of fields.
 */
export function beginningOf(context: DataContext, request: ReadRequest): Beginning | undefined {
  const { entity, fields, lists = [] } = request
  if (lists.length > 0 || entity.query !== undefined || !namesOwn(request)) return undefined
  if (context.storages.get(entity.name)?.relation !== undefined) return undefined
  let known = beginnings.get(fields)
  if (known === undefined) beginnings.set(fields, (known = new Map()))
  const key = `${context.scenario} ${entity.name}`
  let beginning = known.get(key)
  if (beginning === undefined) {
    const columns = recordColumns(context, entity, row, fields)
    const from = `${source(context, entity, row)} CROSS JOIN LATERAL (SELECT ${columns}) AS "record"`
    beginning = { text: `SELECT row_to_json("record")::text FROM ${from}`, texts: new Map() }
    known.set(key, beginning)
  }
  return beginning
}

/** Returns the complete text. It is the same string object for the same rest, so its hash is already computed. */
export function textOf({ text, texts }: Beginning, rest: string): string {
  if (rest.length > longestKept) return text + rest
  let whole = texts.get(rest)
  if (whole === undefined) {
    whole = text + rest
    if (texts.size >= textsKept) texts.clear()
    texts.set(rest, whole)
  }
  return whole
}
