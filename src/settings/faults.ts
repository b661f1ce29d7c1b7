/** Describes schema violations of settings and of parameters with their remedies. */
import type { SchemaFault } from './schema-check.ts'
import type { Message } from '../errors/messages.ts'
import { oneLinePattern } from '../model/values/one-line.ts'
import { foreignText } from '../errors/plain-text.ts'

/** Describes why a value is invalid; never includes the value of a secret. */
export function describeFault(fault: SchemaFault, value: unknown, secret: boolean): Message {
  const wanted = wording(fault)
  const place = fault.instancePath.slice(1).replaceAll('/', '.')
  const message: Message = place === '' ? wanted : { code: 'value_at', params: { message: wanted, place } }
  return secret
    ? message
    : { code: 'value_not', params: { message, found: JSON.stringify(value) ?? 'undefined' } }
}

function wording(fault: SchemaFault): Message {
  switch (fault.keyword) {
    case 'enum': {
      const choices = fault.params.allowedValues.map((allowed) => JSON.stringify(allowed)).join(', ')
      return { code: 'value_one_of', params: { choices } }
    }
    case 'pattern':
      if (fault.params.pattern === oneLinePattern) return { code: 'value_one_line' }
      return { code: 'value_form', params: { pattern: String(fault.params.pattern) } }
    case 'boolean':
    case 'additionalProperties':
      return { code: 'value_unknown_key' }
    case 'format':
      return fault.params.format === 'date' ? { code: 'value_date' } : foreignText(fault.message)
    case 'type':
      return typeof fault.params.type === 'string' && isTypeName(fault.params.type)
        ? { code: typeCodes[fault.params.type] }
        : foreignText(fault.message)
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum': {
      const { comparison, limit } = fault.params
      return { code: 'value_compared', params: { comparison, limit: Number(limit) } }
    }
    case 'minLength':
      return { code: 'value_min_length', params: { limit: fault.params.limit } }
    case 'maxLength':
      return { code: 'value_max_length', params: { limit: fault.params.limit } }
    case 'minItems':
      return { code: 'value_min_items', params: { limit: fault.params.limit } }
    case 'maxItems':
      return { code: 'value_max_items', params: { limit: fault.params.limit } }
    case 'uniqueItems':
      return { code: 'value_unique_items' }
    default:
      return foreignText(fault.message)
  }
}

const typeCodes = {
  string: 'value_string',
  number: 'value_number',
  integer: 'value_integer',
  boolean: 'value_boolean',
  array: 'value_array',
  object: 'value_object',
} as const

const isTypeName = (type: string): type is keyof typeof typeCodes => Object.hasOwn(typeCodes, type)
