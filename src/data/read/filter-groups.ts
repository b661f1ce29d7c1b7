/**
 * Parses filters joined by and, or and not, which the parameter `filter` contains as JSON: `{"and": [{"field":
 * "quantity", "lookup": "gte", "value": 5}, {"or": […]}, {"not": {…}}]}`.
 */
import type { Message } from '../../errors/messages.ts'
import type { Entity } from '../../model/entity.ts'
import type { Model } from '../../model/model.ts'
import { type Clause, type Condition, findSubject, readersFor } from './condition.ts'
import { isFault } from './lookups.ts'
import { joinList } from '../../model/values/value-list.ts'
import { isObject, jsonOrText } from '../../model/values/json.ts'

/**
 * Maximum number of conditions of a filter: planning a statement with more takes the server longer than executing it.
 */
const mostConditions = 200
const deepest = 20

interface Reading {
  readonly model: Model
  readonly entity: Entity
  readonly timeZone: string
  /** Returns the error of a condition that is well-formed but not permitted. */
  readonly refuse: (condition: Condition) => Message | undefined
  count: number
}

/** Returns the clause of a filter, a message if the filter is invalid, or undefined for an empty filter. */
export function parseFilterGroups(
  text: string,
  options: Omit<Reading, 'count'>,
): Clause | Message | undefined {
  const value = jsonOrText(text)
  if (isObject(value) && Object.keys(value).length === 0) return undefined
  return nodeOf(value, { ...options, count: 0 }, 0)
}

const shapeFault = (value: unknown): Message => {
  const shown = JSON.stringify(value) ?? ''
  return { code: 'filter_shape', params: { value: shown.length > 200 ? `${shown.slice(0, 200)}…` : shown } }
}

function nodeOf(value: unknown, reading: Reading, depth: number): Clause | Message {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > deepest) {
    return shapeFault(value)
  }
  const entries = new Map<string, unknown>(Object.entries(value))
  if (entries.has('field')) return conditionOf(entries, value, reading)
  const [name, parts] = [...entries][0] ?? []
  if (entries.size !== 1) return shapeFault(value)
  if (name === 'not') {
    const part = nodeOf(parts, reading, depth + 1)
    return 'code' in part ? part : { join: 'not', parts: [part] }
  }
  if ((name !== 'and' && name !== 'or') || !Array.isArray(parts)) return shapeFault(value)
  // An empty group in `or` would match every record or none, and the client probably lost its conditions.
  if (parts.length === 0 && depth > 0) return { code: 'filter_group_empty', params: { name } }
  const clauses: Clause[] = []
  for (const part of parts) {
    const clause = nodeOf(part, reading, depth + 1)
    if ('code' in clause) return clause
    clauses.push(clause)
  }
  return { join: name, parts: clauses }
}

function conditionOf(
  entries: ReadonlyMap<string, unknown>,
  whole: object,
  reading: Reading,
): Clause | Message {
  const { model, entity, timeZone, refuse } = reading
  const [field, lookup] = [entries.get('field'), entries.get('lookup') ?? 'exact']
  const known = [...entries.keys()].every((name) => ['field', 'lookup', 'value'].includes(name))
  if (typeof field !== 'string' || typeof lookup !== 'string' || !known) return shapeFault(whole)
  reading.count += 1
  if (reading.count > mostConditions) return { code: 'filter_too_large', params: { limit: mostConditions } }
  const given = entries.get('value') ?? null
  // A null value means a test for null.
  const isNull = given === null && ['exact', 'ne'].includes(lookup)
  const name = isNull ? `${field}__isnull` : lookup === 'exact' ? field : `${field}__${lookup}`
  const subject = findSubject(model, entity, name)
  if (subject === undefined) return { code: 'filter_field', params: { value: field.slice(0, 100) } }
  if ('code' in subject) return { code: 'nested', params: { field, message: subject } }
  const text = isNull ? String(lookup === 'exact') : textOf(given)
  if (text === undefined) return shapeFault(whole)
  const value = subject.lookup.parse(text, readersFor(model, subject.field, timeZone))
  if (isFault(value)) return { code: 'nested', params: { field, message: value.message } }
  const condition: Condition = { ...subject, value }
  return refuse(condition) ?? condition
}

/** Returns a value in the notation of a query parameter. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (!Array.isArray(value)) return undefined
  const items = value.map((item: unknown) => (typeof item === 'object' ? undefined : textOf(item)))
  return items.some((item) => item === undefined) ? undefined : joinList(items.map((item) => item ?? ''))
}
