/** Converts a read request to SQL, with one statement per question. Does not access the database. */
import { type Entity, keyField } from '../../model/entity.ts'
import type { Field } from '../../model/field.ts'
import { requireEntity } from '../../model/model.ts'
import { identifier, literal } from '../../database/identifiers.ts'
import { hasReplicas } from '../../database/replicas.ts'
import type { DataContext } from '../context.ts'
import { columnExpression, recordColumns, recordJson, shownExpression } from '../record-sql.ts'
import { leavesOf, valueType } from './condition.ts'
import { positionExpression } from './cursor.ts'
import { type ValueType, likeAnyCase } from './lookups.ts'
import { orderBy } from './ordering.ts'
import type { CounterCondition, ReadRequest } from './parse-read.ts'
import { planPage, settingsOf } from './plan-page.ts'
import { always, type ReadPlan } from './read-plan.ts'
import { beginningOf, fromWhere, joinedSource, namedFields, row, tail, textOf, where } from './request-sql.ts'
import { inline, parameters, whereClause } from './where.ts'

/** Returns the plan of the records of a request, one JSON text per row. */
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

/** Returns the plan that counts the records of a request on all pages. */
export function planCount(context: DataContext, request: ReadRequest): ReadPlan {
  const { bind, values } = parameters()
  const { after: _after, until: _until, ...unpaged } = request
  const text = `SELECT count(*)::text ${fromWhere(context, unpaged, bind)}`
  return { text, values, settings: always }
}

/**
 * Returns the plan that counts the records of a request on all pages and reads the change counter of the same moment,
 * as the JSON text `[counter, count]`. If the counter has the known value, the records are not counted and the count
 * is null.
 * @param counter SQL of the change counter; undefined without one
 * @param known value of the change counter for which the count is known
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

/** Returns the plan that lets PostgreSQL estimate the number of records of a request on all pages, by EXPLAIN. */
export function planEstimate(context: DataContext, request: ReadRequest): ReadPlan {
  const { bind, values } = parameters()
  const { after: _after, until: _until, ...unpaged } = request
  const text = `EXPLAIN (FORMAT JSON) SELECT ${fromWhere(context, unpaged, bind)}`
  return { text, values, settings: always }
}

/**
 * Returns the plan that checks whether records follow the page of a request: one row if they do, none otherwise. It
 * needs no order, because every order has the same number of records.
 */
export function planBeyond(
  context: DataContext,
  request: ReadRequest,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): ReadPlan {
  const { bind, values } = parameters()
  const following: ReadRequest = {
    ...request,
    ordering: [],
    paging: { kind: 'slice', limit: 1, offset: limit + offset, by: 'limit' },
  }
  const text = `SELECT '1' ${fromWhere(context, request, bind)}${tail(following, bind)}`
  return { text, values, settings: always }
}

/**
 * Returns the plan of the position of the record with a key in the order of a request; no row if the list does not
 * contain the record.
 */
export function planPlace(context: DataContext, request: ReadRequest, key: string | number): ReadPlan {
  const { bind, values } = parameters()
  const field = keyField(request.entity)
  const { after: _after, until: _until, ...unpaged } = request
  const found = `${columnExpression(field, row)} = ${bind(key, field.type === 'identity' ? 'bigint' : 'text')}`
  const from = fromWhere(context, unpaged, bind, '', [found])
  const text = `SELECT ${positionExpression(request.ordering, row)} ${from}`
  return { text, values, settings: always }
}

/** Returns the plan that counts the records of a request up to a position, inclusive. */
export function planRank(context: DataContext, request: ReadRequest): ReadPlan {
  const { bind, values } = parameters()
  const text = `SELECT count(*)::text ${fromWhere(context, request, bind)}`
  return { text, values, settings: always }
}

/**
 * Returns the plan of the values of a field with the number of records of each, as JSON objects. With `part`, only
 * values that contain this text.
 */
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
 * Returns the plan that finds the end of a page of a cursor. The first row is the position of the last record of the
 * page; a second row exists only if there is a next page.
 */
export function planPageEnd(context: DataContext, request: ReadRequest, limit: number): ReadPlan {
  const { bind, values } = parameters()
  const position = positionExpression(request.ordering, row)
  const from = fromWhere(context, request, bind)
  const page = `LIMIT 2 OFFSET ${bind(limit - 1, 'bigint')}`
  const text = `SELECT ${position} ${from} ORDER BY ${orderBy(request.ordering, row)} ${page}`
  return { text, values, settings: settingsOf(request) }
}

/**
 * Returns the plan of the keys of the record after a number of others and of the one that follows, and of the change
 * counter of the same moment, as the JSON text `[counter, keys]`. At the end of the list there are fewer keys or null.
 * If the counter does not have the known value, no records are passed and the keys are null.
 */
export function planKeys(
  context: DataContext,
  request: ReadRequest,
  { counter, known }: Pick<CounterCondition, 'counter' | 'known'>,
  passed: number,
): ReadPlan {
  const { bind, values } = parameters()
  const records: ReadRequest = {
    ...request,
    paging: { kind: 'slice', limit: 2, offset: passed, by: 'limit' },
  }
  const key = `${columnExpression(keyField(request.entity), row)} AS "key"`
  const compared = bind(known, 'text')
  const keys = `SELECT ${key} ${fromWhere(context, records, bind)}${tail(records, bind)}`
  const text =
    `WITH "changes" AS MATERIALIZED (SELECT (${counter}) AS "counter")` +
    ` SELECT json_build_array("counter", CASE WHEN "counter" = ${compared}` +
    ` THEN (SELECT json_agg("key") FROM (${keys}) AS "keys") END)::text FROM "changes"`
  return { text, values, settings: settingsOf(records) }
}

/** Returns the plan of one record by its key, as JSON text. */
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
  /** Decimal separator. If it is a comma, columns are separated by semicolons. */
  readonly decimal: '.' | ','
  /** Put an apostrophe before text that a spreadsheet program would interpret as a formula. */
  readonly escapeFormulas: boolean
  /** Encoding, by its PostgreSQL name. */
  readonly encoding: string
}

const plainCsv: CsvStyle = { decimal: '.', escapeFormulas: false, encoding: 'UTF8' }

/**
 * Returns the plan that checks whether a record starts with the sign of comments, which the import skips: `true` or
 * `false`. Returns undefined if the first column is not a text, and for reports: they are never imported, and the check
 * would compute them twice.
 */
export function planComment(context: DataContext, request: ReadRequest): ReadPlan | undefined {
  const [first] = request.fields
  if (request.entity.query !== undefined) return undefined
  if (first === undefined || !texts.has(valueType(context.model, first))) return undefined
  const { bind, values } = parameters()
  const column = recordColumns(context, request.entity, row, [first])
  const lateral = ` CROSS JOIN LATERAL (SELECT ${column}) AS "record"`
  const records = `SELECT "record".${identifier(first.name)} AS "first" ${fromWhere(context, request, bind, lateral)}`
  const text = `SELECT EXISTS (SELECT FROM (${records}) AS "rows" WHERE "first" LIKE '#%')::text`
  return { text, values, settings: always }
}

/**
 * Returns the plan that copies the records as CSV with the names of the fields as header. COPY has no parameters, so
 * the values are part of the text.
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

/** Matches the start of a cell that spreadsheet programs interpret as a formula. */
const formula = literal(String.raw`^[-=+@\t\r]`)

/** Returns SQL of a value that is written differently than PostgreSQL does; undefined for other values. */
function csvText(type: ValueType, column: string, { decimal, escapeFormulas }: CsvStyle): string | undefined {
  if (type === 'boolean') return `${column}::text`
  if (type === 'number' && decimal === ',') return `replace(${column}::text, '.', ',')`
  if (texts.has(type) && escapeFormulas) {
    return `CASE WHEN ${column} ~ ${formula} THEN chr(39) || ${column} ELSE ${column} END`
  }
  return undefined
}

/**
 * Returns the plan that copies the records as lines of text, one column per field, without a header, in the notation
 * of PostgreSQL: `t` and `f`, `\\N` for nulls. It takes less work than JSON, both for the server and for the client
 * that parses it.
 */
export function planTexts(context: DataContext, request: ReadRequest): ReadPlan {
  const text = `COPY (${planQuery(context, request)}) TO STDOUT`
  return { text, values: [], settings: settingsOf(request) }
}

/** Returns the records of a request as a query with its values in the text, for use within another query. */
export function planQuery(context: DataContext, request: ReadRequest): string {
  const columns = recordColumns(context, request.entity, row, request.fields, { notation: 'values' })
  const lateral = ` CROSS JOIN LATERAL (SELECT ${columns}) AS "record"`
  return `SELECT "record".* ${fromWhere(context, request, inline, lateral)}${tail(request, inline)}`
}

/**
 * Returns whether a replica may execute the request: only for data of a scenario, because every write to it waits for
 * the disk.
 */
export const mayReadReplica = (context: DataContext, request: ReadRequest): boolean =>
  hasReplicas(context.home) && entitiesRead(context, request).every(({ schema }) => schema === 'scenario')

/** Returns the entities whose records determine the response to a request, for the entity tag of a list. */
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
