/** From what is to be read to SQL: one statement per question. Pure. */
import type { Statement } from '../../database/database.ts'
import { type Entity, keyField } from '../../model/entity.ts'
import type { Field } from '../../model/field.ts'
import { requireEntity } from '../../model/model.ts'
import { identifier, literal } from '../../database/identifiers.ts'
import { hasReplicas } from '../../database/replicas.ts'
import type { DataContext } from '../context.ts'
import { columnExpression, recordColumns, recordJson, shownExpression } from '../record-sql.ts'
import { leavesOf, valueType } from './condition.ts'
import { positionExpression } from './cursor.ts'
import { type Bind, type ValueType, likeAnyCase } from './lookups.ts'
import { isKeyOrder, type Order, orderBy } from './ordering.ts'
import type { ReadRequest } from './parse-read.ts'
import {
  beginningOf,
  fromWhere,
  joinedSource,
  joinsOf,
  namedFields,
  row,
  tail,
  textOf,
  where,
} from './request-sql.ts'
import { inline, parameters, source, whereClause } from './where.ts'

/** Settings of PostgreSQL that hold for one statement. */
export type StatementSettings = Readonly<Record<string, string>>

export interface ReadPlan extends Statement {
  readonly text: string
  readonly values: readonly string[]
  readonly settings: StatementSettings
}

/** Compiling the long expression that renders a record takes longer than it saves, and delays the first byte. */
const always: StatementSettings = { jit: 'off' }

/**
 * A list in the order of the key is read along the key's index: its first record is there at once, where a
 * sort would keep the client waiting for the last one. With a filter the planner knows better.
 */
function settingsOf(request: ReadRequest): StatementSettings {
  const { entity, conditions, search, ordering, changed } = request
  const whole =
    conditions.length === 0 && search.length === 0 && entity.view === undefined && changed === undefined
  return whole && isKeyOrder(entity, ordering) ? { ...always, enable_sort: 'off' } : always
}

/** Records passed over from which on a page is found by its keys first. */
const farOffset = 1_000

/**
 * The keys of a page as the relation `page` of a WITH list, in no order, where finding them first is cheaper than
 * reading the page at once; undefined where it is not, or records are not simply rows of a table.
 */
function planPageKeys(context: DataContext, request: ReadRequest, bind: Bind): string | undefined {
  const { entity, paging, ordering } = request
  if (paging.kind !== 'slice' || paging.limit === undefined) return undefined
  if (entity.query !== undefined || context.storages.get(entity.name)?.relation !== undefined)
    return undefined
  const [first] = ordering
  if (first?.field.nullable === true && first.field.indexed)
    return filledFirst(context, request, first, paging, bind)
  if (paging.offset < farOffset) return undefined
  return `"page" AS MATERIALIZED (SELECT ${pageKey(entity)} ${fromWhere(context, request, bind)}${tail(request, bind)})`
}

const pageKey = (entity: Entity): string => `${columnExpression(keyField(entity), row)} AS "page_key"`

/**
 * The index of a column holds no records without a value, so no index gives the order of a list in which they come
 * last. The records with a value are read along it; those without one only where the page goes beyond.
 */
function filledFirst(
  context: DataContext,
  request: ReadRequest,
  first: Order,
  { limit, offset }: { readonly limit: number | undefined; readonly offset: number },
  bind: Bind,
): string {
  const column = columnExpression(first.field, row)
  const select = (what: string, condition: string): string =>
    `SELECT ${what} ${fromWhere(context, request, bind, '', [`${column} ${condition}`])}`
  const key = pageKey(request.entity)
  const [size, passed] = [bind(limit ?? 0, 'bigint'), bind(offset, 'bigint')]
  const order = orderBy(request.ordering, row, { filled: first.field })
  const rest = orderBy(request.ordering.slice(1), row)
  const beyond =
    `CASE WHEN EXISTS (SELECT FROM "filled") THEN 0` +
    ` ELSE greatest(0, ${passed} - (${select('count(*)', 'IS NOT NULL')})) END`
  return (
    `"filled" AS MATERIALIZED (${select(key, 'IS NOT NULL')} ORDER BY ${order} LIMIT ${size} OFFSET ${passed}),` +
    ` "blank" AS MATERIALIZED (${select(key, 'IS NULL')} ORDER BY ${rest}` +
    ` LIMIT ${size} - (SELECT count(*) FROM "filled") OFFSET ${beyond}),` +
    ` "page" AS (SELECT * FROM "filled" UNION ALL SELECT * FROM "blank")`
  )
}

/** A page of which the keys are found first, without making anything of the records that are passed over. */
function planPage(context: DataContext, request: ReadRequest): ReadPlan | undefined {
  const { bind, values } = parameters()
  const keys = planPageKeys(context, request, bind)
  if (keys === undefined) return undefined
  const { entity } = request
  const key = columnExpression(keyField(entity), row)
  const columns = recordColumns(context, entity, row, request.fields, { lists: request.lists ?? [] })
  const lateral = ` CROSS JOIN LATERAL (SELECT ${columns}) AS "record"`
  const joins = joinsOf(context, request)
  const text =
    `WITH ${keys} SELECT row_to_json("record")::text` +
    ` FROM "page" JOIN ${source(context, entity, row)} ON ${key} = "page"."page_key"${joins}${lateral}` +
    ` ORDER BY ${orderBy(request.ordering, row)}`
  return { text, values, settings: settingsOf(request) }
}

/** The records of a request, one JSON text per row. */
export function planRead(context: DataContext, request: ReadRequest): ReadPlan {
  const page = planPage(context, request)
  if (page !== undefined) return page
  const { bind, values } = parameters()
  const beginning = beginningOf(context, request)
  if (beginning !== undefined) {
    const rest = `${where(context, request, bind)}${tail(request, bind)}`
    return { text: textOf(beginning, rest), values, settings: settingsOf(request) }
  }
  const columns = recordColumns(context, request.entity, row, request.fields, { lists: request.lists ?? [] })
  const lateral = ` CROSS JOIN LATERAL (SELECT ${columns}) AS "record"`
  const text = `SELECT row_to_json("record")::text ${fromWhere(context, request, bind, lateral)}${tail(request, bind)}`
  return { text, values, settings: settingsOf(request) }
}

/** How many records a request finds on all its pages. */
export function planCount(context: DataContext, request: ReadRequest): ReadPlan {
  const { bind, values } = parameters()
  const { after: _after, until: _until, ...unpaged } = request
  const text = `SELECT count(*)::text ${fromWhere(context, unpaged, bind)}`
  return { text, values, settings: always }
}

/**
 * How many records a request finds on all its pages, with the change counter of the same moment, as the JSON text
 * `[counter, count]`. The records are not counted, and the count is null, where the counter is the known one.
 * @param counter SQL of the change counter; undefined where there is none
 */
export function planTotal(
  context: DataContext,
  request: ReadRequest,
  counter: string | undefined,
  known: string | undefined,
): ReadPlan {
  const { bind, values } = parameters()
  const compared = bind(known ?? '', 'text')
  const { after: _after, until: _until, ...unpaged } = request
  const count = `SELECT count(*) ${fromWhere(context, unpaged, bind)}`
  const text =
    `WITH "changes" AS MATERIALIZED (SELECT (${counter ?? 'SELECT NULL::text'}) AS "counter")` +
    ` SELECT json_build_array("counter", CASE WHEN "counter" = ${compared} THEN NULL ELSE (${count}) END)::text` +
    ` FROM "changes"`
  return { text, values, settings: always }
}

/** The number of records that PostgreSQL expects a request to find on all its pages, as EXPLAIN tells it. */
export function planEstimate(context: DataContext, request: ReadRequest): ReadPlan {
  const { bind, values } = parameters()
  const { after: _after, until: _until, ...unpaged } = request
  const text = `EXPLAIN (FORMAT JSON) SELECT ${fromWhere(context, unpaged, bind)}`
  return { text, values, settings: always }
}

/** Whether records follow the page of a request: one row if so, none if not. */
export function planBeyond(
  context: DataContext,
  request: ReadRequest,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): ReadPlan {
  const { bind, values } = parameters()
  const following: ReadRequest = {
    ...request,
    paging: { kind: 'slice', limit: 1, offset: limit + offset, by: 'limit' },
  }
  const text = `SELECT '1' ${fromWhere(context, request, bind)}${tail(following, bind)}`
  return { text, values, settings: settingsOf(request) }
}

/** The position of the record with a key in the order of a request, if its list holds that record. */
export function planPlace(context: DataContext, request: ReadRequest, key: string | number): ReadPlan {
  const { bind, values } = parameters()
  const field = keyField(request.entity)
  const { after: _after, until: _until, ...unpaged } = request
  const found = `${columnExpression(field, row)} = ${bind(key, field.type === 'identity' ? 'bigint' : 'text')}`
  const from = fromWhere(context, unpaged, bind, '', [found])
  const text = `SELECT ${positionExpression(request.ordering, row)} ${from}`
  return { text, values, settings: always }
}

/** How many records of a request come up to a position, that one included. */
export function planRank(context: DataContext, request: ReadRequest): ReadPlan {
  const { bind, values } = parameters()
  const text = `SELECT count(*)::text ${fromWhere(context, request, bind)}`
  return { text, values, settings: always }
}

/** Values of a field with the number of records that have each, as JSON objects; `part` stands in those of texts. */
export function planDistinct(
  context: DataContext,
  request: ReadRequest,
  field: Field,
  { limit, part }: { readonly limit: number; readonly part?: string },
): ReadPlan {
  const { bind, values } = parameters()
  const column = columnExpression(field, row)
  const containing = part === undefined || part === '' ? [] : [likeAnyCase(`${column}::text`, part, bind)]
  const from = fromWhere(context, request, bind, '', containing)
  const shown = shownExpression({ ...field, column: 'value' }, 'v', 'json')
  const text =
    `SELECT json_build_object('value', ${shown}, 'count', "v"."count")::text FROM (` +
    `SELECT ${column} AS "value", count(*) AS "count" ${from} GROUP BY 1` +
    ` ORDER BY 2 DESC, 1 NULLS LAST LIMIT ${bind(limit, 'bigint')}) AS "v"`
  return { text, values, settings: always }
}

/**
 * Where a page of a cursor ends: gives the position of its last record, and whether records follow, as two
 * rows at most (the second one is there only if there is a next page).
 */
export function planPageEnd(context: DataContext, request: ReadRequest, limit: number): ReadPlan {
  const { bind, values } = parameters()
  const position = positionExpression(request.ordering, row)
  const from = fromWhere(context, request, bind)
  const page = `LIMIT 2 OFFSET ${bind(limit - 1, 'bigint')}`
  const text = `SELECT ${position} ${from} ORDER BY ${orderBy(request.ordering, row)} ${page}`
  return { text, values, settings: settingsOf(request) }
}

/** One record by its key as JSON text. */
export function planRecord(
  context: DataContext,
  request: Pick<ReadRequest, 'entity' | 'conditions' | 'fields' | 'lists'>,
  key: string | number,
): ReadPlan {
  const { entity } = request
  const { bind, values } = parameters()
  const field = keyField(entity)
  const found = `${columnExpression(field, row)} = ${bind(key, field.type === 'identity' ? 'bigint' : 'text')}`
  const where = whereClause(context, entity, row, request.conditions, bind)
  const record = recordJson(context, entity, row, request.fields, request.lists ?? [])
  const text = `SELECT ${record} FROM ${joinedSource(context, request)} WHERE ${found}`
  return { text: where === undefined ? text : `${text} AND ${where}`, values, settings: always }
}

export interface CsvStyle {
  /** Where it is a comma, columns are separated by semicolons. */
  readonly decimal: '.' | ','
  /** Put an apostrophe before text that a spreadsheet program would take for a formula. */
  readonly escapeFormulas: boolean
  /** Whether a line that begins with `#` is a comment to whoever reads it. */
  readonly comments: boolean
  /** Encoding, as PostgreSQL calls it. */
  readonly encoding: string
}

const plainCsv: CsvStyle = { decimal: '.', escapeFormulas: false, comments: false, encoding: 'UTF8' }

/**
 * Whether a record begins with the sign of a comment; undefined when the sign means nothing, and where no text comes
 * first. Nor is it asked of reports, which nobody imports: they would be computed twice.
 */
export function planComment(
  context: DataContext,
  request: ReadRequest,
  style: CsvStyle = plainCsv,
): ReadPlan | undefined {
  const [first] = request.fields
  if (!style.comments || request.entity.query !== undefined) return undefined
  if (first === undefined || !texts.has(valueType(context.model, first))) return undefined
  const { bind, values } = parameters()
  const column = recordColumns(context, request.entity, row, [first])
  const lateral = ` CROSS JOIN LATERAL (SELECT ${column}) AS "record"`
  const records = `SELECT "record".${identifier(first.name)} AS "first" ${fromWhere(context, request, bind, lateral)}`
  const text = `SELECT EXISTS (SELECT FROM (${records}) AS "rows" WHERE "first" LIKE '#%') AS "found"`
  return { text, values, settings: always }
}

/**
 * COPY of the records as CSV with the names of the fields as header. COPY takes no parameters.
 * @param quoteFirst put quotes around the first value of each line
 */
export function planCsv(
  context: DataContext,
  request: ReadRequest,
  style: CsvStyle = plainCsv,
  quoteFirst = false,
): ReadPlan {
  const columns = recordColumns(context, request.entity, row, request.fields, { notation: 'csv' })
  const values = request.fields.map((field) => {
    const column = `"record".${identifier(field.name)}`
    const text = csvText(valueType(context.model, field), column, style)
    return text === undefined ? column : `${text} AS ${identifier(field.name)}`
  })
  const lateral = ` CROSS JOIN LATERAL (SELECT ${columns}) AS "record"`
  const query = `SELECT ${values.join(', ')} ${fromWhere(context, request, inline, lateral)}${tail(request, inline)}`
  const delimiter = style.decimal === ',' ? `, DELIMITER ';'` : ''
  const encoding = style.encoding === 'UTF8' ? '' : `, ENCODING ${literal(style.encoding)}`
  const [first] = request.fields
  const quotes = quoteFirst && first !== undefined ? `, FORCE_QUOTE (${identifier(first.name)})` : ''
  const text = `COPY (${query}) TO STDOUT (FORMAT csv, HEADER${delimiter}${encoding}${quotes})`
  return { text, values: [], settings: settingsOf(request) }
}

const texts: ReadonlySet<ValueType> = new Set(['text', 'choice'])

/** Beginnings of a cell that spreadsheet programs take for a formula. */
const formula = literal(String.raw`^[-=+@\t\r]`)

/** SQL for a value that is not written as PostgreSQL writes it. */
function csvText(type: ValueType, column: string, { decimal, escapeFormulas }: CsvStyle): string | undefined {
  if (type === 'boolean') return `${column}::text`
  if (type === 'number' && decimal === ',') return `replace(${column}::text, '.', ',')`
  if (texts.has(type) && escapeFormulas) {
    return `CASE WHEN ${column} ~ ${formula} THEN chr(39) || ${column} ELSE ${column} END`
  }
  return undefined
}

/**
 * COPY of the records as lines of text, one column per field: no header, values as PostgreSQL writes them, `t` and
 * `f`, `\\N` for nulls. Less work for the server than JSON, and for whoever takes it apart.
 */
export function planTexts(context: DataContext, request: ReadRequest): ReadPlan {
  const text = `COPY (${planQuery(context, request)}) TO STDOUT`
  return { text, values: [], settings: settingsOf(request) }
}

/** The records of a request as a query with its values in the text: what another query can be built upon. */
export function planQuery(context: DataContext, request: ReadRequest): string {
  const columns = recordColumns(context, request.entity, row, request.fields, { notation: 'values' })
  const lateral = ` CROSS JOIN LATERAL (SELECT ${columns}) AS "record"`
  return `SELECT "record".* ${fromWhere(context, request, inline, lateral)}${tail(request, inline)}`
}

/** Whether a replica may answer: data of a scenario, which nothing writes without waiting for the disk. */
export const mayReadReplica = (context: DataContext, request: ReadRequest): boolean =>
  hasReplicas(context.database) && entitiesRead(context, request).every(({ schema }) => schema === 'scenario')

/** Entities on whose records the answer to a request depends, for the tag of a list. */
export function entitiesRead(context: DataContext, request: ReadRequest): readonly Entity[] {
  const leaves = leavesOf(request.conditions)
  const followed = leaves.flatMap(({ via }) => via?.target ?? [])
  const trees = leaves.flatMap(({ lookup, field }) =>
    lookup.tree === true && field.reference !== undefined
      ? requireEntity(context.model, field.reference.entity)
      : [],
  )
  const children = (request.lists ?? []).map((list) => requireEntity(context.model, list.entity))
  const shown = namedFields(request).flatMap(({ via }) =>
    via === undefined ? [] : requireEntity(context.model, via.entity),
  )
  return [...new Set([request.entity, ...followed, ...shown, ...trees, ...children])]
}
