/**
 * Finds records while a user types a name: first the record with exactly that name, then records whose name starts
 * with the text, then records that contain it in their name or description, then records that contain all its words.
 *
 * Names that start with a text are found by the index of the key, in the usual spellings; that takes milliseconds
 * among millions of records. Finding a text within names requires reading the table, which is done for small tables
 * only.
 */
import type { Entity } from '../../model/entity.ts'
import { keyField } from '../../model/entity.ts'
import type { Field } from '../../model/field.ts'
import { baseEntity } from '../../model/model.ts'
import { literal, qualified } from '../../database/identifiers.ts'
import type { DataContext } from '../context.ts'
import { columnExpression } from '../record-sql.ts'
import { databaseOf, schemaOf } from '../relation.ts'
import { type Clause, valueType } from './condition.ts'
import { textFault, likeAnyCase } from './lookups.ts'
import { fetchTexts } from './read-stream.ts'
import type { ReadOptions } from './read-list.ts'
import { parameters, source, whereClause } from './where.ts'

export interface FoundRecord {
  readonly key: string | number
  /** Display name. */
  readonly label: string
  readonly description: string | null
  /** 0 for an exact match, 1 for a name that starts with the text, 2 if it contains the text, 3 if all its words. */
  readonly rank: number
}

/** Maximum number of rows of a table that is read to find texts within names; takes some tens of milliseconds. */
const readThrough = 100_000

/** Returns the field that contains the display name: the key, or the first text of the natural key. */
export function nameField(context: Pick<DataContext, 'model'>, entity: Entity): Field | undefined {
  const candidates = [keyField(entity), ...entity.naturalKey.map((name) => entity.fieldByName.get(name)!)]
  return candidates.find((field) => valueType(context.model, field) === 'text' && field.type !== 'reference')
}

/** Returns the usual spellings of the start of a name: as typed, in lower case, in upper case, and capitalized. */
function spellings(text: string): readonly string[] {
  const lower = text.toLowerCase()
  const [first = '', ...rest] = lower
  return [...new Set([text, lower, text.toUpperCase(), first.toUpperCase() + rest.join('')])]
}

/** Maximum number of words that are searched one by one, because each is compared with every row. */
const mostWords = 8

/** Returns the different words of a text; the text itself if there are none or too many. */
function wordsOf(text: string): readonly string[] {
  const words = [...new Set(text.split(/\s+/).filter((word) => word !== ''))]
  return words.length === 0 || words.length > mostWords ? [text] : words
}

/** Returns an upper bound, in byte order, of all texts that start with the prefix. */
const endOf = (prefix: string): string => `${prefix}\u{10FFFF}`

/**
 * Returns at most `limit` records that meet the clauses, best matches first. Without a text, returns the first
 * records by name.
 */
export async function findRecords(
  context: DataContext,
  entity: Entity,
  {
    text,
    limit,
    clauses,
  }: { readonly text: string; readonly limit: number; readonly clauses: readonly Clause[] },
  options: ReadOptions,
): Promise<readonly FoundRecord[]> {
  const name = nameField(context, entity)
  if (name === undefined || textFault(text) !== undefined) return []
  const { bind, values } = parameters()
  const column = columnExpression(name, 'r')
  const description = entity.fieldByName.get('description')
  const branch = (rank: string, where: string, order: string): string => {
    const conditions = whereClause(context, entity, 'r', clauses, bind)
    const all = [where, ...(conditions === undefined ? [] : [conditions])].join(' AND ')
    return `(SELECT ${columnExpression(keyField(entity), 'r')} AS "key", ${column} AS "label",
      ${description === undefined ? 'NULL::text' : columnExpression(description, 'r')} AS "description",
      ${rank} AS "rank" FROM ${source(context, entity, 'r')} WHERE ${all}${order} LIMIT ${limit})`
  }
  const byName = ` ORDER BY ${column}`
  // Only branches that are part of the statement may bind values.
  const beginnings = (): readonly string[] =>
    spellings(text).map((spelling) => {
      const [from, to] = [bind(spelling, 'text'), bind(endOf(spelling), 'text')]
      return branch('1', `${column} >= ${from} AND ${column} < ${to}`, byName)
    })
  const searched = [column, ...(description === undefined ? [] : [columnExpression(description, 'r')])]
  const contains = (part: string): string =>
    `(${searched.map((one) => likeAnyCase(one, part, bind)).join(' OR ')})`
  /** Returns the query of records that contain all words, first those that contain the text. */
  const within = (): string => {
    const words = wordsOf(text)
    const where = [...isSmall(context, entity), ...words.map(contains)].join(' AND ')
    if (words.length === 1 && words[0] === text) return branch('2', where, '')
    return branch(`CASE WHEN ${contains(text)} THEN 2 ELSE 3 END`, where, ' ORDER BY "rank"')
  }
  const branches =
    text === ''
      ? [branch('2', 'true', byName)]
      : [branch('0', `${column} = ${bind(text, 'text')}`, ''), ...beginnings(), within()]
  const found = `SELECT DISTINCT ON ("key") * FROM (${branches.join(' UNION ALL ')}) "all" ORDER BY "key", "rank"`
  const statement = {
    text: `SELECT row_to_json("found")::text FROM (${found}) "found"
      ORDER BY "found"."rank", length("found"."label"), "found"."label" LIMIT ${limit}`,
    values,
    settings: { jit: 'off' },
  }
  const rows = await fetchTexts(databaseOf(context, entity), statement, {
    signal: context.signal,
    timeout: options.timeout,
  })
  return rows.map((row): FoundRecord => JSON.parse(row))
}

/**
 * Returns an SQL condition that the table is small. PostgreSQL evaluates it once, before it reads any row, so no
 * separate statement is needed.
 */
function isSmall(context: DataContext, entity: Entity): readonly string[] {
  if (entity.query !== undefined) return []
  const base = baseEntity(context.model, entity)
  const table = qualified(schemaOf(base, context.scenario), base.table)
  return [
    `(SELECT "reltuples" <= ${readThrough} FROM pg_catalog.pg_class WHERE oid = ${literal(table)}::regclass)`,
  ]
}
