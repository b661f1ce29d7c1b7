/** Validates responses against the OpenAPI document. */
import Schema from 'typebox/schema'
import type { TestResponse } from './server.ts'

const jsonOf = (response: unknown): unknown => Object(Object(response).content)['application/json']?.schema

/** Returns the response of an operation for a status, also one that is shared by operations. */
function responseOf(document: unknown, method: string, path: string, status: number): unknown {
  const operation: unknown = Object(Object(Object(document).paths)[path])[method.toLowerCase()]
  const response: unknown = Object(Object(operation).responses)[String(status)]
  const reference: unknown = Object(response).$ref
  if (typeof reference !== 'string') return response
  return Object(Object(Object(document).components).responses)[reference.split('/').at(-1) ?? '']
}

/**
 * Returns the first errors of a response to an operation that its schema does not allow; an empty list for a valid
 * response.
 */
export function undocumented(
  document: unknown,
  method: string,
  path: string,
  { status, json }: Pick<TestResponse, 'status' | 'json'>,
): readonly unknown[] {
  const schema = jsonOf(responseOf(document, method, path, status))
  if (schema === undefined) return [`${method} ${path} has no response ${status} in JSON`]
  const root = { allOf: [schema], components: Object(document).components }
  const [isValid, errors] = Schema.Errors(root, json)
  return isValid ? [] : errors.slice(0, 5)
}
