/** Parses typed or pasted text to a value of the API, or returns the error. */
import { parseBoolean } from '../../../../src/model/values/booleans.ts'
import { isDayEnd, parseTime } from '../../../../src/model/values/dates.ts'
import { isWithoutUnit } from '../../../../src/model/values/durations.ts'
import type { FieldMeta } from '../meta/entity-meta.ts'
import { apiDuration, parseDurationText } from './durations.ts'
import type { FieldFormats } from './field-formats.ts'
import { dateMeanings, parseDateText } from './parse-dates.ts'

/** Error of a text: a translation key of the grid and its parameters. */
export interface Fault {
  readonly code:
    | 'required'
    | 'number'
    | 'integer'
    | 'boolean'
    | 'date'
    | 'dateOrder'
    | 'time'
    | 'duration'
    | 'unit'
    | 'choice'
    | 'json'
    | 'long'
    | 'minimum'
  readonly params?: Readonly<Record<string, string | number>>
}

export type Parsed = { readonly value: unknown } | { readonly fault: Fault }

export type Typed = Pick<FieldMeta, 'type' | 'choices' | 'nullable' | 'required' | 'max_length' | 'minimum'>

export function parseValue(field: Typed, given: string, formats: FieldFormats): Parsed {
  const text = given.trim()
  if (text === '')
    return field.nullable && !field.required ? { value: null } : { fault: { code: 'required' } }
  switch (field.type) {
    case 'number':
    case 'integer':
    case 'identity':
      return parseNumber(field, text, formats)
    case 'boolean':
      return oneOfTwo(text)
    case 'date':
    case 'datetime': {
      const moment = parseDateText(text, formats.typedDates, formats.now())
      if (moment === undefined) return { fault: dateFault(text, formats) }
      return { value: field.type === 'date' ? moment.slice(0, 10) : moment }
    }
    case 'time': {
      // The service checks whether the field accepts the end of a day.
      const time = isDayEnd(text) ? '24:00:00' : parseTime(text)
      return time === undefined ? { fault: { code: 'time', params: { value: text } } } : { value: time }
    }
    case 'duration': {
      const seconds = parseDurationText(text)
      if (seconds === undefined)
        return { fault: { code: isWithoutUnit(text) ? 'unit' : 'duration', params: { value: text } } }
      return belowMinimum(field, seconds) ?? { value: apiDuration(seconds) }
    }
    case 'choice':
      return parseChoice(field, text)
    case 'json':
      return parseJson(text)
    default:
      return field.max_length !== undefined && text.length > field.max_length
        ? { fault: { code: 'long', params: { max: field.max_length, length: text.length } } }
        : { value: text }
  }
}

function dateFault(value: string, { typedDates, now }: FieldFormats): Fault {
  const [first, second] = dateMeanings(value, typedDates, now()).map((moment) => moment.slice(0, 10))
  return first === undefined || second === undefined
    ? { code: 'date', params: { value } }
    : { code: 'dateOrder', params: { value, first, second } }
}

function oneOfTwo(text: string): Parsed {
  const value = parseBoolean(text)
  return value === undefined ? { fault: { code: 'boolean', params: { value: text } } } : { value }
}

function parseChoice({ choices = [] }: Typed, text: string): Parsed {
  const word = text.toLowerCase()
  const found =
    choices.find(({ value, label }) => value === text || label === text) ??
    choices.find(({ value, label }) => value.toLowerCase() === word || label.toLowerCase() === word)
  if (found !== undefined) return { value: found.value }
  return {
    fault: { code: 'choice', params: { value: text, choices: choices.map(({ label }) => label).join(', ') } },
  }
}

function parseJson(text: string): Parsed {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { fault: { code: 'json' } }
  }
}

const belowMinimum = ({ minimum }: Typed, value: number): Parsed | undefined =>
  minimum !== undefined && value < minimum ? { fault: { code: 'minimum', params: { minimum } } } : undefined

function parseNumber(field: Typed, text: string, formats: FieldFormats): Parsed {
  const value = numberOf(text, formats)
  if (value === undefined) return { fault: { code: 'number', params: { value: text } } }
  if (field.type !== 'number' && !Number.isInteger(value))
    return { fault: { code: 'integer', params: { value: text } } }
  return belowMinimum(field, value) ?? { value }
}

/**
 * Parses the user's number format and the standard one. If they conflict, thousands separators must separate groups
 * of three digits, or of two before the last one if the format has such groups.
 */
export function numberOf(
  text: string,
  { decimal, group, groupDigits }: Pick<FieldFormats, 'decimal' | 'group' | 'groupDigits'>,
): number | undefined {
  const bare = text.replace(/[\s\u00A0\u202F']/g, '')
  const plain = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i
  const inner = `(?:\\${group}\\d{${groupDigits},3})*\\${group}\\d{3}`
  const grouped = group.trim() !== '' && new RegExp(`^[+-]?\\d{1,3}${inner}(?:\\${decimal}\\d+)?$`).test(bare)
  const local = (grouped ? bare.replaceAll(group, '') : bare).replace(decimal, '.')
  for (const attempt of grouped ? [local] : [bare, local]) {
    if (plain.test(attempt) && Number.isFinite(Number(attempt))) return Number(attempt)
  }
  return undefined
}
