/**
 * Turns what command lines, forms and requests give, mostly text, into values of the types that parameters want.
 * Nothing is judged here: what does not fit stays as it is, for the check against the schema to name it.
 */
import type { TSchema } from 'typebox'
import { parseBoolean } from '../model/values/booleans.ts'

type Converter = (text: string, schema: Readonly<Record<string, unknown>>) => unknown

const numeric: Converter = (text) =>
  text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text

const converters: Readonly<Record<string, Converter>> = {
  boolean: (text) => parseBoolean(text) ?? text,
  integer: numeric,
  number: numeric,
  array: (text, { items }) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((part) => typedValue(part, isSchema(items) ? items : {})),
}

const isSchema = (value: unknown): value is TSchema => typeof value === 'object' && value !== null

/** A value as the schema wants it: text becomes a number, a yes or no, or a list; lists by their members. */
export function typedValue(value: unknown, schema: TSchema): unknown {
  const given: Readonly<Record<string, unknown>> = { ...schema }
  const { type, items } = given
  // JSON scripts write 0 and 1 as well.
  if (type === 'boolean' && (value === 0 || value === 1)) return value === 1
  if (type === 'array' && Array.isArray(value)) {
    return value.map((item) => typedValue(item, isSchema(items) ? items : {}))
  }
  const converter = typeof type === 'string' ? converters[type] : undefined
  return typeof value === 'string' && converter !== undefined ? converter(value, given) : value
}

/** What no text of the database can hold; undefined for text that it can, and for what is no text. */
export function unstorable(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.map(unstorable).find((fault) => fault !== undefined)
  if (typeof value !== 'string') return undefined
  if (value.includes('\0')) return 'it must not hold a null character'
  return value.isWellFormed() ? undefined : 'it must not hold half of a character (a lone surrogate)'
}
