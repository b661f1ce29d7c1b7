/** Helper functions for schemas and operations of the OpenAPI document that are written by hand. */
import type { Schema } from './schemas.ts'

export const text: Schema = { type: 'string' }
export const flag: Schema = { type: 'boolean' }
export const integer: Schema = { type: 'integer' }
export const anything: Schema = {}
export const moment: Schema = { ...text, examples: ['2026-12-01T06:00:00'] }
/** Date and time with a time zone. */
export const utc: Schema = { ...text, format: 'date-time' }
export const password: Schema = { ...text, format: 'password' }
export const orNull = (type: string): Schema => ({ type: [type, 'null'] })
export const listOf = (items: Schema): Schema => ({ type: 'array', items })
export const mapOf = (values: Schema): Schema => ({ type: 'object', additionalProperties: values })
export const means = (schema: Schema, description: string): Schema => ({ ...schema, description })

/** Returns an object schema; all properties are required except for the optional ones. */
export const object = (properties: Schema, optional: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
})

/** Returns a function that creates operations under one tag: `operation('login', 'Sign in', { responses })`. */
export const operationsOf =
  (tag: string) =>
  (operationId: string, summary: string, rest: Schema): Schema => ({
    operationId,
    tags: [tag],
    summary,
    ...rest,
  })

/** Returns a function that creates the item of a path with a GET operation only. */
export const readsOf =
  (tag: string) =>
  (operationId: string, summary: string, rest: Schema): Schema => ({
    get: operationsOf(tag)(operationId, summary, rest),
  })

export const json = (schema: Schema): Schema => ({ 'application/json': { schema } })
export const answers = (description: string, schema: Schema): Schema => ({
  description,
  content: json(schema),
})
/** Returns a 204 response without a body. */
export const done = (description: string): Schema => ({ '204': { description } })
export const takes = (schema: Schema): Schema => ({ required: true, content: json(schema) })

export const query = (
  name: string,
  description: string,
  schema: Schema = text,
  required = false,
): Schema => ({
  name,
  in: 'query',
  description,
  ...(required ? { required } : {}),
  schema,
})
export const inPath = (name: string, description: string, schema: Schema = text): Schema => ({
  name,
  in: 'path',
  required: true,
  description,
  schema,
})

const problemNames = {
  '400': 'Invalid',
  '401': 'NotAuthenticated',
  '403': 'Forbidden',
  '404': 'NotFound',
  '409': 'Conflict',
  '410': 'Expired',
  '413': 'TooLarge',
  '415': 'UnsupportedType',
  '503': 'Unavailable',
} as const

export type ProblemCode = keyof typeof problemNames

/** Returns the error responses for the codes; 401 is always included. */
export const problems = (...codes: readonly ProblemCode[]): Schema =>
  Object.fromEntries(
    [...new Set([...codes, '401'] as const)]
      .toSorted((one, other) => Number(one) - Number(other))
      .map((code) => [code, { $ref: `#/components/responses/${problemNames[code]}` }]),
  )

export const appAndEntity: readonly Schema[] = [
  inPath('app', 'First part of the name of the entity, such as `input`.'),
  inPath('entity', 'Second part, such as `demand`.'),
]
