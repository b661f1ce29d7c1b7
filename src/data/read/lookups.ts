/**
 * The lookups of filters, `<field>__<lookup>=value`: for which types each exists, how its value is read, and
 * what it is in SQL. Adding a lookup is adding a row.
 */
import type { FieldType } from '../../model/field.ts'
import type { Message } from '../../errors/messages.ts'
import { type Coerced, type Invalid, isInvalid } from '../codecs.ts'
import { splitList } from './value-list.ts'

export type FilterValue = Coerced | readonly Coerced[]

/** Types of values as filters see them: a reference has the type of the key it refers to. */
export type ValueType = Exclude<FieldType, 'reference'>

/** Reads one value by a codec. */
export type ReadValue = (text: string) => Coerced | Invalid

export interface Readers {
  /** By the codec of the field. */
  readonly value: ReadValue
  /** By the codec of booleans. */
  readonly flag: ReadValue
}

/** Adds a value to the statement and gives the SQL that stands for it, cast to the type. */
export type Bind = (value: FilterValue, type: string) => string

export interface LookupSubject {
  /** The column, qualified. */
  readonly column: string
  /** Its type in SQL. */
  readonly type: string
  /** SQL of a subselect with the keys of a record and all below it, for fields that are part of a tree. */
  readonly descendants?: (key: string) => string
}

export interface Lookup {
  readonly name: string
  readonly types: ReadonlySet<ValueType>
  /** Only keys of trees and references to them. */
  readonly tree?: true
  parse(text: string, read: Readers): FilterValue | Invalid
  sql(subject: LookupSubject, value: FilterValue, bind: Bind): string
  /** Whether a record without a value is among those found. */
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

/** Characters of a text that is looked for within values: PostgreSQL compares it at every place of every value. */
export const longestPart = 500
/** Values of one list. */
const mostValues = 5_000

/** Text that is compared with a part of a value: taken as it is, blanks included. */
function part(text: string): FilterValue | Invalid {
  if (text.length > longestPart) return { message: { code: 'too_long', params: { limit: longestPart } } }
  const fault = textFault(text)
  return fault === undefined ? text : { message: fault }
}

/** What makes a text impossible in the database. */
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
    values.push(value)
  }
  return values
}

/** Whether a lookup could not read its value. */
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

/** Makes every character of a LIKE pattern stand for itself. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`)
}

/**
 * SQL: that a text is like a pattern around a part, whatever the case of its letters. Keys and texts are stored in collation C, which
 * knows the case of ASCII letters only; one that knows all letters takes five times as long, so only parts with other letters ask for it.
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
    // The counterpart of exact: each record satisfies exactly one of the two, also one without a value.
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
