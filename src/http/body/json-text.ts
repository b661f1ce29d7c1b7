/**
 * Parses JSON texts: reports the position of a syntax error, and rejects names and texts that a record cannot
 * contain.
 */
import type { Message } from '../../errors/messages.ts'
import { fieldErrors, type RecordErrors, ServiceError } from '../../errors/service-error.ts'
import { type JsonLimits, JsonScanner } from './json-scanner.ts'
import { type JsonFault, locateJsonError } from './locate-json-error.ts'

/** Parses a text. Throws `malformed_json` with the position of the error, and the errors of the scanner. */
export function parseJson(text: string, limits: JsonLimits): unknown {
  new JsonScanner(limits).scan(Buffer.from(text))
  const value = parseAt(text)
  rejectRepeatedNames(text, value)
  rejectNames(text, value)
  rejectTexts(text, value)
  return value
}

/** Parses a text without checking its names. `record` is the line of a record in a text of several. */
export function parseAt(text: string, record?: number): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch (error) {
    const fault = locateJsonError(text)
    if (fault === undefined) throw error
    throw malformedAt(fault, record)
  }
}

export const malformedAt = ({ line, column, position, reason }: JsonFault, record?: number): ServiceError =>
  record === undefined
    ? malformedJson({ code: 'json_at', params: { line, column, position, reason } })
    : malformedJson({ code: 'json_at_column', params: { column, reason } }, record)

export function malformedJson(reason: Message, record?: number): ServiceError {
  const placed: Message =
    record === undefined ? reason : { code: 'json_in_record', params: { line: record, reason } }
  return new ServiceError('malformed_json', { reason: placed })
}

/** Returns the number of names in a text; too many if a text value begins with a colon. */
function countNames(text: string): number {
  let count = 0
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) {
    let before = at - 1
    while (isBlank(text.charCodeAt(before))) before -= 1
    if (text.charCodeAt(before) === quote) count += 1
  }
  return count
}

const quote = 0x22

const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let count = 0
  const inner: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  if (!Array.isArray(value)) count = inner.length
  for (const member of inner) if (typeof member === 'object') count += countMembers(member)
  return count
}

/**
 * Returns the first name that an object of a text has twice: `JSON.parse` keeps the last value only. The text is
 * scanned only if it has more names than the parsed value has members.
 * @param inList the text starts with an element of a list that was opened before
 */
export function repeatedName(text: string, value: unknown, inList = false): JsonFault | undefined {
  if (countNames(text) <= countMembers(value)) return undefined
  const fault = locateJsonError(text, { inList, uniqueNames: true })
  return fault?.reason.code === 'json_repeated_name' ? fault : undefined
}

/** Throws `malformed_json` for a name that an object of a text has twice. */
export function rejectRepeatedNames(text: string, value: unknown, record?: number): void {
  const fault = repeatedName(text, value)
  if (fault !== undefined) throw malformedAt(fault, record)
}

/**
 * Property names that all JavaScript objects inherit: code that reads a field with such a name would find the
 * inherited property.
 */
const inheritedNames: ReadonlySet<string> = new Set(['__proto__', 'constructor'])

/** Returns true if a field or an attribute may have this name. */
export const isUsableName = (name: string): boolean => !inheritedNames.has(name) && name.isWellFormed()

/** Matches every text that contains an unusable name: the name itself, or an escape that may encode a part of it. */
const suspiciousName = /__proto__|constructor|\\u(?:[dD][89a-fA-F]|00[4-7])/

/** Throws `malformed_json` if any name in the value is unusable. `text` is the source of the value. */
export function rejectNames(text: string, value: unknown, record?: number): void {
  if (!suspiciousName.test(text)) return
  const name = findName(value)
  if (name === undefined) return
  throw malformedJson(unusableName(name), record)
}

export const unusableName = (name: string): Message =>
  name.isWellFormed()
    ? { code: 'json_unusable_name', params: { name } }
    : { code: 'json_name_not_unicode', params: { name: JSON.stringify(name.slice(0, 100)) } }

function findName(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const names = Array.isArray(value) ? [] : Object.keys(value)
  const unusable = names.find((name) => !isUsableName(name))
  if (unusable !== undefined) return unusable
  for (const inner of Object.values(value)) {
    const found = findName(inner)
    if (found !== undefined) return found
  }
  return undefined
}

/** Matches every text that contains an unpaired surrogate: raw bytes cannot encode one. */
const surrogateEscape = /\\u[dD][89a-fA-F]/

/** Throws `invalid_record` with the fields of an object that contain an unpaired surrogate. */
export function rejectTexts(text: string, value: unknown): void {
  if (!surrogateEscape.test(text)) return
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const faulty = Object.entries(value).filter(([, field]) => hasBrokenText(field))
    const errors: RecordErrors = Object.fromEntries(
      faulty.map(([name]) => [name, [{ code: 'lone_surrogate' }]]),
    )
    if (faulty.length > 0) throw fieldErrors(errors)
  } else if (hasBrokenText(value)) {
    throw malformedJson({ code: 'json_text_not_unicode' })
  }
}

function hasBrokenText(value: unknown): boolean {
  if (typeof value === 'string') return !value.isWellFormed()
  return typeof value === 'object' && value !== null && Object.values(value).some(hasBrokenText)
}

/**
 * Throws `malformed_json` if texts in lists and objects within records contain an unpaired surrogate. Fields of
 * records validate their own texts.
 */
export function rejectNestedTexts(text: string, records: readonly unknown[], line?: number): void {
  if (!surrogateEscape.test(text)) return
  for (const record of records) {
    if (typeof record !== 'object' || record === null) continue
    const faulty = Object.entries(record).find(
      ([, value]) => typeof value === 'object' && hasBrokenText(value),
    )
    if (faulty === undefined) continue
    throw malformedJson({ code: 'json_field_not_unicode', params: { field: faulty[0].slice(0, 100) } }, line)
  }
}
