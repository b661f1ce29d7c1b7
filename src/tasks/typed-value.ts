/**
 * Converts the values of command lines, forms and requests, which are mostly text, to the types of parameters. Does
 * not validate: a value that cannot be converted stays as it is, so that the schema validation reports it.
 */
import type { TSchema } from '../contract/type.ts'
import { splitList } from '../model/values/value-list.ts'
import type { Message } from '../errors/messages.ts'
import { parseFlag } from '../model/values/booleans.ts'

type Converter = (text: string, schema: Readonly<Record<string, unknown>>) => unknown

const numeric: Converter = (text) =>
  text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text

const converters: Readonly<Record<string, Converter>> = {
  boolean: (text) => parseFlag(text) ?? text,
  integer: numeric,
  number: numeric,
  array: (text, { items, 'x-places': places }) =>
    splitList(text, { keepEmpty: places === true })?.map((part) =>
      typedValue(part, isSchema(items) ? items : {}),
    ) ?? text,
}

const isSchema = (value: unknown): value is TSchema => typeof value === 'object' && value !== null

/**
 * Converts a value to the type of the schema: text becomes a number, a boolean or a list; lists are converted item by
 * item. In the text of a list an item with a comma is quoted; empty items are dropped, unless the schema has
 * `x-places` because the place of an item counts.
 */
export function typedValue(value: unknown, schema: TSchema): unknown {
  const given: Readonly<Record<string, unknown>> = { ...schema }
  const { type, items } = given
  // Scripts also write booleans as 0 and 1 in JSON.
  if (type === 'boolean' && (value === 0 || value === 1)) return value === 1
  if (type === 'array' && Array.isArray(value)) {
    return value.map((item) => typedValue(item, isSchema(items) ? items : {}))
  }
  const converter = typeof type === 'string' ? converters[type] : undefined
  return typeof value === 'string' && converter !== undefined ? converter(value, given) : value
}

/**
 * Returns why a value cannot be stored as PostgreSQL `text`; undefined for storable text and for values that are not
 * text.
 */
export function unstorable(value: unknown): Message | undefined {
  if (Array.isArray(value)) return value.map(unstorable).find((fault) => fault !== undefined)
  if (typeof value !== 'string') return undefined
  if (value.includes('\0')) return { code: 'null_in_text' }
  return value.isWellFormed() ? undefined : { code: 'half_character' }
}
