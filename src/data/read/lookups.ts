/**
 * Lookups of filters, `<field>__<lookup>=value`: the types for which each exists, how its value is parsed, and its
 * SQL. To add a lookup, add an entry to the list.
 */
import type { FieldType } from '../../model/field.ts'
import type { Message } from '../../errors/messages.ts'
import { type Coerced, type Invalid, isInvalid } from '../codecs.ts'
import { splitList } from '../../model/values/value-list.ts'

export type FilterValue = Coerced | readonly Coerced[]

/** Value types in filters: a reference has the type of the key of its target. */
export type ValueType = Exclude<FieldType, 'reference'>

/** Parses one value with a codec. */
export type ReadValue = (text: string) => Coerced | Invalid

export interface Readers {
  /** Parser with the codec of the field. */
  readonly value: ReadValue
  /** Parser with the codec of booleans. */
  readonly flag: ReadValue
  /** Value of an empty item in quotes: an empty text in a field of texts, which is no null; otherwise null. */
  readonly empty: '' | null
}

/** Adds a value to the statement and returns the SQL that represents it, cast to the type. */
export type Bind = (value: FilterValue, type: string) => string

export interface LookupSubject {
  /** The qualified column. */
  readonly column: string
  /** SQL type of the column. */
  readonly type: string
  /**
   * Returns SQL of a subselect with the keys of a record and all its descendants, for fields that belong to a tree.
   */
  readonly descendants?: (key: string) => string
}

export interface Lookup {
  readonly name: string
  readonly types: ReadonlySet<ValueType>
  /** True if the lookup exists only for keys of trees and references to them. */
  readonly tree?: true
  parse(text: string, read: Readers): FilterValue | Invalid
  sql(subject: LookupSubject, value: FilterValue, bind: Bind): string
  /** Returns whether records without a value match. */
  matchesNull(value: FilterValue): boolean
}

const texts: readonly ValueType[] = ['text']
const ordered: readonly ValueType[] = [
  'number',
  'integer',
  'identity',
  'date',
  'datetime',
  'time',
  'duration',
]
const types = (...names: readonly ValueType[]): ReadonlySet<ValueType> => new Set(names)

const single = (text: string, read: Readers): FilterValue | Invalid => read.value(text)

/**
 * Maximum length of a text that is searched within values, because PostgreSQL compares it at every position of every
 * value.
 */
export const longestPart = 500
/** Maximum number of values of a list. */
const mostValues = 5_000

/** Parses text that is compared with a part of a value; it is not trimmed. */
function part(text: string): FilterValue | Invalid {
  if (text.length > longestPart) return { message: { code: 'too_long', params: { limit: longestPart } } }
  const fault = textFault(text)
  return fault === undefined ? text : { message: fault }
}

/** Returns the reason why PostgreSQL cannot store a text; undefined if it can. */
export function textFault(text: string): Message | undefined {
  if (text.includes('\0')) return { code: 'nul_character' }
  return text.isWellFormed() ? undefined : { code: 'lone_surrogate' }
}

function list(text: string, read: Readers): readonly Coerced[] | Invalid {
  const values: Coerced[] = []
  const items = splitList(text)
  if (items === undefined) return { message: { code: 'unclosed_quote' } }
  if (items.length > mostValues)
    return { message: { code: 'too_many_values', params: { limit: mostValues } } }
  for (const item of items) {
    const value = read.value(item)
    if (isInvalid(value)) return value
    values.push(item === '' && value === null ? read.empty : value)
  }
  return values
}

/** Returns whether the value of a lookup is invalid. */
export function isFault(value: FilterValue | Invalid): value is Invalid {
  return typeof value === 'object' && value !== null && 'message' in value
}

export function isList(value: FilterValue): value is readonly Coerced[] {
  return typeof value === 'object' && value !== null
}

function range(text: string, read: Readers): FilterValue | Invalid {
  const values = list(text, read)
  if (isFault(values)) return values
  return values.length === 2 ? values : { message: { code: 'invalid_range' } }
}

/** Escapes the characters with a special meaning in a LIKE pattern. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`)
}

/**
 * Returns an SQL condition that a text matches a pattern around a part, ignoring case. Keys and texts are stored in
 * collation C, which knows the case of ASCII letters only. A collation that knows all letters takes five times as
 * long, so it is used only for parts with non-ASCII characters.
 */
export function likeAnyCase(text: string, part: string, bind: Bind, around = '%*%'): string {
  const collation = isAscii.test(part) ? 'C' : 'und-x-icu'
  const pattern = around.replace('*', () => escapeLike(part))
  return `${text} COLLATE "${collation}" ILIKE ${bind(pattern, 'text')}`
}

const isAscii = /^\p{ASCII}*$/u

const compare = (name: string, operator: string): Lookup => ({
  name,
  types: types(...ordered),
  parse: single,
  sql: ({ column, type }, value, bind) => `${column} ${operator} ${bind(value, type)}`,
  matchesNull: () => false,
})

export const lookups: readonly Lookup[] = [
  {
    name: 'exact',
    types: types(...texts, ...ordered, 'choice', 'boolean'),
    parse: single,
    sql: ({ column, type }, value, bind) =>
      value === null ? `${column} IS NULL` : `${column} = ${bind(value, type)}`,
    matchesNull: (value) => value === null,
  },
  {
    name: 'in',
    types: types(...texts, ...ordered, 'choice'),
    parse: list,
    sql: ({ column, type }, value, bind) => `${column} = ANY(${bind(value, `${type}[]`)})`,
    matchesNull: () => false,
  },
  {
    // The complement of `exact`: every record, also one without a value, matches exactly one of the two.
    name: 'ne',
    types: types(...texts, ...ordered, 'choice'),
    parse: single,
    sql: ({ column, type }, value, bind) => `${column} IS DISTINCT FROM ${bind(value, type)}`,
    matchesNull: (value) => value !== null,
  },
  {
    name: 'isnull',
    types: types(...texts, ...ordered, 'choice', 'boolean'),
    parse: (text, read) => read.flag(text),
    sql: ({ column }, value) => `${column} IS ${value === true ? '' : 'NOT '}NULL`,
    matchesNull: (value) => value === true,
  },
  {
    name: 'contains',
    types: types(...texts),
    parse: part,
    sql: ({ column }, value, bind) => `strpos(${column}, ${bind(value, 'text')}) > 0`,
    matchesNull: () => false,
  },
  {
    name: 'icontains',
    types: types(...texts),
    parse: part,
    sql: ({ column }, value, bind) => likeAnyCase(column, String(value), bind),
    matchesNull: () => false,
  },
  {
    name: 'iexact',
    types: types(...texts),
    parse: part,
    sql: ({ column }, value, bind) => likeAnyCase(column, String(value), bind, '*'),
    matchesNull: () => false,
  },
  {
    name: 'istartswith',
    types: types(...texts),
    parse: part,
    sql: ({ column }, value, bind) => likeAnyCase(column, String(value), bind, '*%'),
    matchesNull: () => false,
  },
  {
    name: 'iendswith',
    types: types(...texts),
    parse: part,
    sql: ({ column }, value, bind) => likeAnyCase(column, String(value), bind, '%*'),
    matchesNull: () => false,
  },
  {
    name: 'startswith',
    types: types(...texts),
    parse: part,
    sql: ({ column }, value, bind) => `${column} ^@ ${bind(value, 'text')}`,
    matchesNull: () => false,
  },
  {
    name: 'endswith',
    types: types(...texts),
    parse: part,
    sql: ({ column }, value, bind) => `${column} LIKE ${bind(`%${escapeLike(String(value))}`, 'text')}`,
    matchesNull: () => false,
  },
  compare('gt', '>'),
  compare('gte', '>='),
  compare('lt', '<'),
  compare('lte', '<='),
  {
    name: 'range',
    types: types(...texts, ...ordered),
    parse: range,
    sql: ({ column, type }, value, bind) => {
      const [low, high] = isList(value) ? value.map((end) => bind(end, type)) : []
      return `${column} BETWEEN ${low} AND ${high}`
    },
    matchesNull: () => false,
  },
  {
    name: 'isdescendantof',
    types: types(...texts, 'identity'),
    tree: true,
    parse: single,
    sql: ({ column, type, descendants }, value, bind) => `${column} IN (${descendants!(bind(value, type))})`,
    matchesNull: () => false,
  },
]

export const lookupByName: ReadonlyMap<string, Lookup> = new Map(
  lookups.map((lookup) => [lookup.name, lookup]),
)

/** Returns the types of fields with the names of their lookups; types with the same lookups are one row. */
export function lookupsByTypes(): readonly (readonly [types: string, names: readonly string[]])[] {
  const own = lookups.filter(({ tree }) => tree === undefined)
  const namesOf = (type: ValueType): readonly string[] =>
    own.filter((lookup) => lookup.types.has(type)).map(({ name }) => name)
  const types = new Set(own.flatMap((lookup) => Array.from(lookup.types)))
  const rows = Map.groupBy(types, (type) => namesOf(type).join())
  const trees = lookups.filter(({ tree }) => tree === true).map(({ name }) => name)
  return [
    ...[...rows.values()].map((alike) => [alike.join(', '), namesOf(alike[0]!)] as const),
    ['keys of trees, also', trees],
  ]
}
