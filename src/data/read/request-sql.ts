/** The parts of which statements over the records of a request are made: their source, conditions, order and page. */
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

/** FROM and WHERE of a request, with further conditions as SQL. */
export function fromWhere(
  context: DataContext,
  request: ReadRequest,
  bind: Bind,
  join = '',
  further: readonly string[] = [],
): string {
  return `FROM ${joinedSource(context, request)}${join}${where(context, request, bind, further)}`
}

/** WHERE of a request, if there is anything to ask of records. */
export function where(
  context: DataContext,
  request: ReadRequest,
  bind: Bind,
  further: readonly string[] = [],
): string {
  const { entity, search, ordering, after, until, changed } = request
  const conditions = whereClause(context, entity, row, request.conditions, bind)
  const parts = conditions === undefined ? [] : [conditions]
  if (search.length > 0) parts.push(searchClause(context, entity, row, search, bind))
  if (after !== undefined) parts.push(afterPosition(context, ordering, after, row, bind))
  if (until !== undefined) parts.push(upToPosition(context, ordering, until, row, bind))
  if (changed !== undefined) {
    const key = columnExpression(keyField(entity), row)
    parts.push(`${key} IN (${changedKeysSql(context, entity, changed)})`)
  }
  parts.push(...further)
  return parts.length === 0 ? '' : ` WHERE ${parts.join(' AND ')}`
}

/** The rows of a request with the records to which they refer, where fields of these are shown or sorted by. */
export const joinedSource = (context: DataContext, request: NamesFields): string =>
  `${source(context, request.entity, row)}${joinsOf(context, request)}`

/** Joins to the records to which the rows refer, as far as they are needed. */
export const joinsOf = (context: DataContext, request: NamesFields): string =>
  namesOwn(request) ? '' : followedJoins(context, namedFields(request), row)

/** Whether only fields of the entity itself are shown and sorted by. */
const namesOwn = ({ fields, ordering = [] }: NamesFields): boolean =>
  areOwn(fields) && ordering.every(({ field }) => field.via === undefined)

type NamesFields = Pick<ReadRequest, 'entity' | 'fields'> & Partial<Pick<ReadRequest, 'ordering'>>

/** Fields that are shown or sorted by. */
export const namedFields = ({ fields, ordering = [] }: NamesFields): readonly Field[] => [
  ...fields,
  ...ordering.map(({ field }) => field),
]

/** ORDER BY of a request, and LIMIT and OFFSET of its page. */
export function tail(request: ReadRequest, bind: Bind): string {
  const { paging } = request
  // Without an order the rows come as a query of its own order gives them.
  const order = request.ordering.length === 0 ? '' : ` ORDER BY ${orderBy(request.ordering, row)}`
  // A page of a cursor ends at a position rather than after a number of records.
  if (paging.kind !== 'slice') return order
  const limit = paging.limit === undefined ? '' : ` LIMIT ${bind(paging.limit, 'bigint')}`
  return `${order}${limit}${paging.offset === 0 ? '' : ` OFFSET ${bind(paging.offset, 'bigint')}`}`
}

/** The text of a statement up to its conditions, and whole texts by what follows. */
interface Beginning {
  readonly text: string
  readonly texts: Map<string, string>
}

const beginnings = new WeakMap<readonly Field[], Map<string, Beginning>>()
const textsKept = 500
const longestKept = 1_000

/**
 * The beginning of a list's statement, which depends on the fields alone; undefined where more is needed to make it. Most
 * requests differ only in their conditions: making the text anew, and looking it up among the prepared ones, takes a time
 * that grows with the number of fields.
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

/** The whole text: the same string for the same rest, so that its hash is known. */
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
