/** Parses the parameters of the path and the query of a request by the declaration of its endpoint. */
import type { Endpoint, PathOf, QueryOf } from '../../contract/endpoint.ts'
import { ignoredNames } from '../../contract/ignored-names.ts'
import type { Message } from '../../errors/messages.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { parameterError, unknownParameter } from '../../errors/parameter-errors.ts'
import { parseFlag } from '../../model/values/booleans.ts'
import { parameter, type QueryPairs } from '../request-target.ts'

type Keywords = Readonly<Record<string, unknown>>

/**
 * Throws `unknown_parameter` for parameters that the endpoint does not declare and would ignore. If the endpoint takes
 * filters, parameters of a task or those of another program, the handler checks them.
 */
export function rejectUnknownNames(
  { query: declared = {}, takesFilters, takesTaskParameters, takesForeignParameters }: Endpoint,
  query: QueryPairs,
): void {
  if (takesFilters ?? takesTaskParameters ?? takesForeignParameters ?? false) return
  const unknown = query
    .map(([name]) => name)
    .filter((name) => !ignoredNames.has(name) && !Object.hasOwn(declared, name))
  if (unknown.length > 0) throw unknownParameter([...new Set(unknown)], Object.keys(declared))
}

/**
 * Returns the parameters of the query; one that is empty is missing. Throws `invalid_parameter`, and `unknown_parameter`
 * as `rejectUnknownNames`.
 */
export function parseQueryOf<E extends Endpoint>(endpoint: E, query: QueryPairs): QueryOf<E> {
  rejectUnknownNames(endpoint, query)
  const { query: declared = {} } = endpoint
  const parsed = Object.entries(declared).map(([name, { schema, presence }]) => {
    const keywords: Keywords = { ...schema }
    const given = parameter(query, name) ?? ''
    if (given !== '') return [name, parseParameter(name, keywords, given)] as const
    if (presence === 'required') throw parameterError(name, { code: 'required' })
    return [name, keywords['default']] as const
  })
  // Every parameter was parsed by its schema.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(parsed) as QueryOf<E>
}

function parseParameter(name: string, schema: Keywords, given: string): unknown {
  switch (schema['type']) {
    case 'integer':
    case 'number':
      return parseNumber(name, schema, given)
    case 'boolean': {
      const truth = parseFlag(given)
      if (truth === undefined) throw parameterError(name, { code: 'invalid_boolean' })
      return truth
    }
    case 'array':
      return parseList(name, schema, given)
    default:
      return parseText(name, schema, given)
  }
}

function parseList(name: string, { items, maxItems }: Keywords, given: string): readonly unknown[] {
  const parts = given.split(',')
  if (typeof maxItems === 'number' && parts.length > maxItems) {
    throw parameterError(name, { code: 'too_many_values', params: { limit: maxItems } })
  }
  return parts.map((part) => parseParameter(name, { ...Object(items) }, part.trim()))
}

function parseNumber(name: string, schema: Keywords, given: string): number {
  const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: { minimum?: unknown; maximum?: unknown } = schema
  const isWhole = schema['type'] === 'integer'
  const form = isWhole ? /^\d{1,15}$/ : /^\d{1,15}(?:\.\d{1,15})?$/
  const value = Number(given)
  if (form.test(given) && value >= Number(minimum) && value <= Number(maximum)) return value
  const expected: Message = {
    code: isWhole ? 'whole_number_between' : 'number_between',
    params: { least: Number(minimum), most: Number(maximum) },
  }
  throw parameterError(name, { code: 'invalid_page', params: { expected } })
}

function parseText(name: string, { enum: choices }: Keywords, given: string): string {
  if (!Array.isArray(choices) || choices.includes(given)) return given
  const params = { value: given.slice(0, 100), choices: choices.join(', ') }
  throw parameterError(name, { code: 'invalid_choice', params })
}

/** Returns the parameters of the path. Throws `not_found` for text where a number is expected. */
export function parsePathOf<E extends Endpoint>(
  { path: declared = {} }: E,
  params: Readonly<Record<string, string>>,
): PathOf<E> {
  const parsed = Object.entries(declared).map(([name, { schema }]) => {
    const given = params[name] ?? ''
    if (Object(schema).type !== 'integer') return [name, given] as const
    if (!/^\d{1,15}$/.test(given)) throw new ServiceError('not_found')
    return [name, Number(given)] as const
  })
  // Every parameter was parsed by its schema.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(parsed) as PathOf<E>
}
