/**
 * Reference implementation of the lookups of the HTTP API in plain JavaScript over listed records, to test the SQL of
 * the service.
 */
import type { FieldType } from '../../src/model/field.ts'

/** Types of values for filters: a reference has the type of the key it refers to. */
export type OracleType = Exclude<FieldType, 'reference'>

export type Value = string | number | boolean | null
type Test = (value: Value, operands: readonly Value[], type: OracleType) => boolean

const ordered = ['exact', 'in', 'ne', 'gt', 'gte', 'lt', 'lte', 'range', 'isnull'] as const
const parts = ['contains', 'icontains', 'startswith', 'istartswith', 'endswith', 'iendswith'] as const

/** Lookups of each type, as listed in the specification of the API. */
export const lookupsOf: Readonly<Record<OracleType, readonly string[]>> = {
  text: ['exact', 'iexact', 'in', ...parts, 'ne', 'range', 'isnull'],
  number: ordered,
  integer: ordered,
  identity: ordered,
  date: ordered,
  datetime: ordered,
  time: ordered,
  duration: ordered,
  choice: ['exact', 'in', 'ne', 'isnull'],
  boolean: ['exact', 'isnull'],
  json: [],
}

const compared =
  (holds: (order: number) => boolean): Test =>
  (value, [operand = null], type) =>
    value !== null && operand !== null && holds(compareValues(value, operand, type))

const same: Test = (value, [operand = null], type) =>
  value === null || operand === null ? value === operand : compareValues(value, operand, type) === 0

const texts =
  (holds: (text: string, part: string) => boolean): Test =>
  (value, [part]) =>
    typeof value === 'string' && holds(value, String(part))

export const oracle: Readonly<Record<string, Test>> = {
  exact: same,
  ne: (value, operands, type) => !same(value, operands, type),
  in: (value, operands, type) => operands.some((operand) => value !== null && same(value, [operand], type)),
  isnull: (value, [wanted]) => (value === null) === wanted,
  contains: texts((text, part) => text.includes(part)),
  icontains: texts((text, part) => text.toLowerCase().includes(part.toLowerCase())),
  iexact: texts((text, part) => text.toLowerCase() === part.toLowerCase()),
  istartswith: texts((text, part) => text.toLowerCase().startsWith(part.toLowerCase())),
  iendswith: texts((text, part) => text.toLowerCase().endsWith(part.toLowerCase())),
  startswith: texts((text, part) => text.startsWith(part)),
  endswith: texts((text, part) => text.endsWith(part)),
  gt: compared((order) => order > 0),
  gte: compared((order) => order >= 0),
  lt: compared((order) => order < 0),
  lte: compared((order) => order <= 0),
  range: (value, [low = null, high = null], type) =>
    value !== null &&
    low !== null &&
    high !== null &&
    compareValues(value, low, type) >= 0 &&
    compareValues(value, high, type) <= 0,
}

/** Returns the operands with which a lookup is tested, one request each, made from values that records have. */
export function operandsOf(lookup: string, values: readonly Value[]): readonly (readonly Value[])[] {
  const [first = null, last = first] = values
  switch (lookup) {
    case 'isnull':
      return [[true], [false]]
    case 'in':
    case 'range':
      return [[first, last]]
    case 'contains':
    case 'icontains': {
      const part = String(first).slice(1, -1) || String(first)
      const sought = lookup === 'contains' ? part : part.toUpperCase()
      return sought.trim() === '' ? [] : [[sought]]
    }
    case 'startswith':
      return [[String(first).slice(0, 3)]]
    case 'endswith':
      return [[String(first).slice(-3)]]
    default:
      return values.map((value) => [value])
  }
}

/** Compares two values of a type; below 0 if the first comes first. */
export function compareValues(one: Value, other: Value, type: OracleType): number {
  if (type === 'duration') return seconds(String(one)) - seconds(String(other))
  if (typeof one === 'number' && typeof other === 'number') return one - other
  // Keys and texts are sorted by their bytes, times and booleans by their text format.
  return Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)))
}

/** Returns the seconds of a duration in the format of the API. */
function seconds(text: string): number {
  const match = /^(-?)(?:(\d+) )?(\d+):(\d+):(\d+(?:\.\d+)?)$/.exec(text)
  if (match === null) throw new Error(`Not a duration: ${text}`)
  const [, sign, days = '0', ...clock] = match
  const [hours = 0, minutes = 0, rest = 0] = clock.map(Number)
  const length = ((Number(days) * 24 + hours) * 60 + minutes) * 60 + rest
  return sign === '-' ? -length : length
}

/** Returns a value as an item of a comma-separated list. */
export function listItem(value: Value): string {
  const text = String(value)
  return /[",]/.test(text) || text === '' ? `"${text.replaceAll('"', '""')}"` : text
}
