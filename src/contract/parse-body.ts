/** Parses the body of a request by the schema of its endpoint, with an error for each invalid member. */
import { hasControlCharacter, oneLinePattern } from '../model/values/one-line.ts'
import type { Schema } from './schemas.ts'
import type { Message } from '../errors/messages.ts'
import { excerptOf } from '../errors/plain-text.ts'
import { fieldErrors } from '../errors/service-error.ts'

/** Maximum number of members with errors; more are not reported. */
const maxFaults = 50

type Keywords = Readonly<Record<string, unknown>>
type Faults = Map<string, readonly Message[]>

/** Returns the errors by member of a body whose valid members are given. */
export type CheckBody<T> = (given: Partial<T>) => Readonly<Record<string, readonly Message[]>>

export interface ParseBodyOptions<T> {
  readonly check?: CheckBody<T> | undefined
  /** Whether missing members stay as they are: a null that the schema does not permit is an error then. */
  readonly isPatch?: boolean
}

/**
 * Returns the members that the schema names, or all if it names none; a member that is null is missing, unless the
 * schema permits null or the body is a patch. Throws `invalid_record` with the errors by member, such as
 * `receipts.3.number`, and those of `check`.
 */
export function parseBody<T>(schema: Schema<T>, body: Keywords, options: ParseBodyOptions<T> = {}): T {
  const { check, isPatch = false } = options
  const faults: Faults = new Map()
  if (isPatch) rejectNulls({ ...schema }, body, faults)
  const parsed = 'properties' in schema ? parseObject({ ...schema }, body, '', faults) : body
  // Invalid members are undefined.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const found = Object.entries(check?.(parsed as Partial<T>) ?? {})
  for (const [name, messages] of found) if (!faults.has(name)) faults.set(name, messages)
  if (faults.size > 0) throw fieldErrors(Object.fromEntries(faults))
  // Every member was checked against the schema.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return parsed as T
}

const placeOf = (place: string, name: string): string => (place === '' ? name : `${place}.${name}`)

function fail(faults: Faults, place: string, message: Message): undefined {
  if (faults.size < maxFaults) faults.set(place, [message])
  return undefined
}

/** Reports members that are null and may not be. */
function rejectNulls(schema: Keywords, given: Keywords, faults: Faults): void {
  for (const [name, member] of Object.entries(keywordsOf(schema['properties']))) {
    const isNull = Object.hasOwn(given, name) && given[name] === null
    if (isNull && !typesOf(keywordsOf(member)).includes('null')) fail(faults, name, { code: 'null' })
  }
}

function parseObject(schema: Keywords, given: Keywords, place: string, faults: Faults): unknown {
  const properties = keywordsOf(schema['properties'])
  const required: ReadonlySet<unknown> = new Set(Array.isArray(schema['required']) ? schema['required'] : [])
  if (schema['additionalProperties'] === false) {
    for (const name of Object.keys(given)) {
      if (!Object.hasOwn(properties, name)) fail(faults, placeOf(place, name), { code: 'unknown_field' })
    }
  }
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) => {
      const member = keywordsOf(property)
      const value = Object.hasOwn(given, name) ? given[name] : undefined
      const at = placeOf(place, name)
      if (value === null && typesOf(member).includes('null')) return [[name, null]]
      if (value !== undefined && value !== null) return [[name, parseValue(member, value, at, faults)]]
      if (required.has(name)) fail(faults, at, { code: 'required' })
      return []
    }),
  )
}

function parseValue(schema: Keywords, value: unknown, place: string, faults: Faults): unknown {
  const fault = (message: Message): undefined => fail(faults, place, message)
  const types = typesOf(schema)
  if (types.length === 0) return value
  if (Array.isArray(value) && types.includes('array')) return parseList(schema, value, place, faults)
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && types.includes('object')) {
    return 'properties' in schema ? parseObject(schema, { ...value }, place, faults) : value
  }
  const message = scalarFault(schema, types, value)
  return message === undefined ? value : fault(message)
}

function parseList(schema: Keywords, list: readonly unknown[], place: string, faults: Faults): unknown {
  const { minItems = 0, maxItems = Infinity }: { minItems?: unknown; maxItems?: unknown } = schema
  if (list.length < Number(minItems)) return fail(faults, place, { code: 'required' })
  if (list.length > Number(maxItems)) {
    return fail(faults, place, { code: 'too_many_values', params: { limit: Number(maxItems) } })
  }
  const items = keywordsOf(schema['items'])
  // An error in a record names its position; an error in a value names the value.
  const isRecords = typesOf(items).includes('object')
  return list.map((item: unknown, index) =>
    parseValue(items, item, isRecords ? `${place}.${index}` : place, faults),
  )
}

/** Returns the error of a value that is neither a list nor an object of the schema. */
function scalarFault(schema: Keywords, types: readonly unknown[], value: unknown): Message | undefined {
  if (typeof value === 'string' && types.includes('string')) return textFault(schema, value)
  if (typeof value === 'number' && (types.includes('number') || types.includes('integer'))) {
    return numberFault(schema, value, !types.includes('number'))
  }
  if (typeof value === 'boolean' && types.includes('boolean')) return undefined
  return wrongType(schema, types, value)
}

function numberFault(schema: Keywords, value: number, isInteger: boolean): Message | undefined {
  const { minimum, exclusiveMinimum } = schema
  if (isInteger && Number.isFinite(value) && !Number.isInteger(value)) return { code: 'invalid_integer' }
  if (typeof minimum === 'number' && value < minimum) return { code: 'below_minimum', params: { minimum } }
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum) {
    return { code: 'not_above', params: { minimum: exclusiveMinimum } }
  }
  // JSON has no notation for the infinity that a number such as 1e400 becomes. Larger integers have gaps.
  const highest = isInteger ? Number.MAX_SAFE_INTEGER : Number.MAX_VALUE
  if (Math.abs(value) <= highest) return undefined
  const next = isInteger ? 1 : Number.MIN_VALUE
  const above = typeof exclusiveMinimum === 'number' ? exclusiveMinimum + next : -highest
  const lowest = typeof minimum === 'number' ? minimum : above
  return { code: 'number_too_large', params: { lowest: String(lowest), highest: String(highest) } }
}

function wrongType(schema: Keywords, types: readonly unknown[], value: unknown): Message {
  if (types.includes('array')) return { code: 'not_a_list' }
  if (types.includes('object')) {
    const type = Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value
    return { code: 'not_an_object', params: { type } }
  }
  if (Array.isArray(schema['enum'])) return choiceFault(schema['enum'], value)
  if (types.includes('string')) return { code: 'invalid_text' }
  if (types.includes('boolean')) return { code: 'invalid_boolean' }
  return { code: types.includes('number') ? 'invalid_number' : 'invalid_integer' }
}

function textFault(schema: Keywords, value: string): Message | undefined {
  const { minLength, maxLength, pattern, enum: choices } = schema
  if (Array.isArray(choices)) return choices.includes(value) ? undefined : choiceFault(choices, value)
  if (typeof minLength === 'number' && value.trim().length < minLength) return { code: 'required' }
  if (value.includes('\0')) return { code: 'nul_character' }
  if (!value.isWellFormed()) return { code: 'lone_surrogate' }
  // Blanks around a name are removed.
  if (pattern === oneLinePattern && hasControlCharacter(value.trim())) return { code: 'control_character' }
  return typeof maxLength === 'number' && value.length > maxLength
    ? { code: 'too_long', params: { limit: maxLength } }
    : undefined
}

const choiceFault = (choices: readonly unknown[], value: unknown): Message => ({
  code: 'invalid_choice',
  params: {
    value: excerptOf(value),
    choices: choices.filter((choice) => typeof choice === 'string').join(', '),
  },
})

const keywordsOf = (schema: unknown): Keywords =>
  typeof schema === 'object' && schema !== null ? { ...schema } : {}

const typesOf = ({ type }: Keywords): readonly unknown[] =>
  type === undefined ? [] : Array.isArray(type) ? type : [type]
