/**
 * Codecs: one per field, compiled from the model. A codec validates a value as clients write it (JSON, query string,
 * form, file) and converts it to the form that the database stores.
 *
 * A converted value is a string, a number, a boolean or null; every other result of a codec is a validation error.
 */
import type { Message, MessageCode } from '../errors/messages.ts'
import { keyField } from '../model/entity.ts'
import type { Field, FieldType } from '../model/field.ts'
import { type Model, requireEntity } from '../model/model.ts'
import { parseBoolean } from '../model/values/booleans.ts'
import { isDayEnd, lastSecond, parseDate, parseTime } from '../model/values/dates.ts'
import { largestNumber } from '../model/values/largest-number.ts'
import { hasControlCharacter } from '../model/values/one-line.ts'
import { intervalText, parseDuration } from '../model/values/durations.ts'
import { parseDatetime } from './datetimes.ts'

export type Coerced = string | number | boolean | null

/** A rejected value, with the reason. */
export interface Invalid {
  readonly message: Message
}

export interface CodecOptions {
  /** IANA time zone to which datetimes with an offset are converted. */
  readonly timeZone: string
  /** Whether the value is only compared with stored values, some of which may lie outside the limits of new ones. */
  readonly compared?: boolean
}

export interface Codec {
  parse(value: unknown, options: CodecOptions): Coerced | Invalid
}

export function isInvalid(value: Coerced | Invalid): value is Invalid {
  return typeof value === 'object' && value !== null
}

/**
 * Returns the maximum length of an indexed text, in bytes, because a B-tree entry of PostgreSQL cannot be larger than
 * 2,704 bytes. The index entry of a numbered text contains it twice: whole and without its number.
 */
export const indexedTextLimit = ({ numbered }: Pick<Field, 'numbered'>): number => (numbered ? 1_300 : 2_600)

const invalid = (code: MessageCode, params?: Message['params']): Invalid => ({
  message: params === undefined ? { code } : { code, params },
})

type Parse = (value: unknown, field: Field, options: CodecOptions) => Coerced | Invalid

const shown = (value: unknown): string => {
  // JSON has no notation for NaN.
  const text =
    typeof value === 'string'
      ? value
      : ((typeof value === 'number' ? undefined : JSON.stringify(value)) ?? String(value))
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

const numberPattern = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/
const integerPattern = /^[+-]?\d+(?:\.0*)?$/

/** Smallest number above 0 that is stored, so that products of several such numbers can be computed. */
export const smallestNumber = 1e-60

const tooLarge = (highest: number, lowest = -highest): Invalid =>
  invalid('number_too_large', { lowest: String(lowest), highest: String(highest) })

function parseNumber(value: unknown, compared: boolean): Coerced | Invalid {
  if (typeof value === 'string' && !numberPattern.test(value.trim())) return invalid('invalid_number')
  if (typeof value !== 'number' && typeof value !== 'string') return invalid('invalid_number')
  const number = Number(value)
  const size = Math.abs(number)
  const isStorable = size === 0 || (size >= smallestNumber && size <= largestNumber)
  if (isStorable || (compared && Number.isFinite(number))) return number + 0
  if (size > largestNumber) return tooLarge(compared ? Number.MAX_VALUE : largestNumber)
  return invalid('out_of_range', { value: shown(value) })
}

const integerIn =
  (lowest: number, highest: number): Parse =>
  (value) => {
    // JSON has no notation for the infinity that a number such as 1e400 becomes.
    if (value === Infinity || value === -Infinity) return tooLarge(highest, lowest)
    const integral =
      typeof value === 'number'
        ? Number.isInteger(value)
        : typeof value === 'string' && integerPattern.test(value.trim())
    if (!integral) return invalid('invalid_integer')
    const number = Number(value)
    return number >= lowest && number <= highest
      ? number + 0
      : invalid('out_of_range', { value: shown(value) })
  }

function parseTruth(value: unknown): Coerced | Invalid {
  if (typeof value === 'boolean') return value
  if (value === 1 || value === 0) return value === 1
  return (typeof value === 'string' ? parseBoolean(value) : undefined) ?? invalid('invalid_boolean')
}

/** Returns false for a number of JSON that became infinite, or an integer whose last digits are lost. */
const isExact = (value: number): boolean =>
  Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))

function parseText(value: unknown, field: Field, { compared = false }: CodecOptions): Coerced | Invalid {
  if (typeof value === 'number') return isExact(value) ? String(value) : invalid('number_as_text')
  if (typeof value !== 'string')
    return invalid(field.commaSeparated && Array.isArray(value) ? 'names_in_list' : 'invalid_text')
  // Leading and trailing blanks of a password are significant.
  const text = field.writeOnly ? value : value.trim()
  if (text.includes('\0')) return invalid('nul_character')
  if (!text.isWellFormed()) return invalid('lone_surrogate')
  if (field.oneLine && !compared && hasControlCharacter(text)) return invalid('control_character')
  const limit = field.maxLength
  if (limit !== undefined && text.length > limit && Array.from(text).length > limit)
    return invalid('too_long', { limit })
  const indexed = indexedTextLimit(field)
  if (isIndexed(field) && text.length > indexed / 3 && Buffer.byteLength(text) > indexed) {
    return invalid('too_long_to_index', { limit: indexed })
  }
  return text
}

const isIndexed = (field: Field): boolean =>
  field.indexed || field.unique || field.required || field.reference !== undefined

function parseChoice(value: unknown, field: Field): Coerced | Invalid {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && field.choices!.includes(text)
    ? text
    : invalid('invalid_choice', { value: shown(value), choices: field.choices!.join(', ') })
}

const fromText =
  (code: MessageCode, parse: (text: string, options: CodecOptions) => string | undefined): Parse =>
  (value, _field, options) => {
    if (typeof value !== 'string') return invalid(code)
    return parse(value.trim(), options) ?? invalid(code)
  }

function parseInterval(value: unknown): Coerced | Invalid {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string') return invalid('invalid_duration')
  if (text.trim() === 'null') return null
  const micros = parseDuration(text.trim())
  return micros === undefined ? invalid('invalid_duration') : intervalText(micros)
}

/**
 * Matches a character that PostgreSQL cannot store, in the notation of `JSON.stringify`: NUL, or half of a surrogate
 * pair.
 */
const unstorableEscape = /(?<!\\)(?:\\\\)*\\u(?:(0000)|d[89a-f][0-9a-f]{2})/

/** Returns the text of a JSON value; undefined if a number in it became infinite, which would be written as null. */
export function jsonText(value: unknown): string | undefined {
  let isFinite = true
  const text: string | undefined = JSON.stringify(value, (_name, part: unknown) => {
    if (typeof part === 'number' && !Number.isFinite(part)) isFinite = false
    return part
  })
  return isFinite ? text : undefined
}

function parseJson(value: unknown): Coerced | Invalid {
  const text = jsonText(value)
  if (text === undefined) return invalid('invalid_json')
  const unstorable = unstorableEscape.exec(text)
  if (unstorable === null) return text
  return invalid(unstorable[1] === undefined ? 'lone_surrogate' : 'nul_character')
}

const timeOfDay = fromText('invalid_time', (text) => parseTime(text))

const parsers: Readonly<Record<Exclude<FieldType, 'reference'>, Parse>> = {
  text: parseText,
  choice: parseChoice,
  number: (value, _field, { compared = false }) => parseNumber(value, compared),
  integer: integerIn(-2_147_483_648, 2_147_483_647),
  identity: integerIn(1, Number.MAX_SAFE_INTEGER),
  boolean: parseTruth,
  datetime: fromText('invalid_datetime', (text, { timeZone }) => parseDatetime(text, timeZone)),
  date: fromText('invalid_date', (text) => parseDate(text)),
  time: (value, field, options) =>
    field.endsDay && typeof value === 'string' && isDayEnd(value.trim())
      ? lastSecond
      : timeOfDay(value, field, options),
  duration: parseInterval,
  json: parseJson,
}

/** Returns the codec of a field. A reference has the codec of the key of its target. */
export function codecFor(model: Model, field: Field): Codec {
  const type =
    field.type === 'reference' ? keyField(requireEntity(model, field.reference!.entity)).type : field.type
  if (type === 'reference') throw new Error(`The key referred to by ${field.name} is itself a reference.`)
  const parse = parsers[type]
  return {
    parse: (value, options) => {
      if (value === null || value === undefined) return emptyValue(field, 'null', options)
      if (value === '' || (typeof value === 'string' && value.trim() === '')) {
        return type === 'text' && !field.nullable && field.default === ''
          ? ''
          : emptyValue(field, type === 'text' ? 'blank' : 'null', options)
      }
      return parse(value, field, options)
    },
  }
}

/**
 * Returns the value that an empty value means: null if the field is nullable, the default in a natural key, otherwise
 * an error.
 */
function emptyValue(field: Field, fault: 'null' | 'blank', options: CodecOptions): Coerced | Invalid {
  if (field.nullable) return null
  if (field.nullMeansDefault) return defaultValue(field, options)
  return invalid(fault)
}

/**
 * Returns the field's default in the form that the database stores; null without one. The database computes `now()`.
 */
export function defaultValue(field: Field, options: CodecOptions): Coerced {
  const value = field.default
  if (value === undefined || value === null || field.type === 'reference') return null
  if (value === '' || field.type === 'json') return String(value)
  const coerced = parsers[field.type](value, field, options)
  if (isInvalid(coerced)) throw new Error(`Field "${field.name}" has the impossible default "${value}".`)
  return coerced
}
