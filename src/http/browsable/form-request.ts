/**
 * Parses the forms of a page: a POST with the actual method in `_method`, the record as fields or as JSON in
 * `_content`, and the token of the page in `_token`. A form is accepted only with a valid token.
 */
import { ServiceError } from '../../errors/service-error.ts'
import type { Entity } from '../../model/entity.ts'
import type { Body } from '../body/read-body.ts'
import type { JsonLimits } from '../body/json-scanner.ts'
import { parseJson } from '../body/json-text.ts'

export const formFields = { method: '_method', content: '_content', token: '_token' } as const

const methods: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

export interface FormRequest {
  readonly method: string
  readonly body: Body
  /** Values as the user typed them, to show them again. */
  readonly typed: ReadonlyMap<string, string>
}

/** Parses the fields of a form. Throws `bad_request` and `malformed_json`. */
export function readForm(
  entity: Entity,
  fields: Readonly<Record<string, string>>,
  limits: JsonLimits,
): FormRequest {
  const typed = new Map(Object.entries(fields))
  const method = typed.get(formFields.method) ?? 'POST'
  if (!methods.has(method))
    throw new ServiceError('bad_request', { reason: { code: 'form_method_unknown', params: { method } } })
  const content = typed.get(formFields.content)
  const value = content === undefined ? recordOf(entity, typed, method) : parseJson(content, limits)
  return { method, typed, body: method === 'DELETE' ? { kind: 'empty' } : { kind: 'json', value } }
}

/** Returns the record. An empty input means null; for a new record, it means the default. */
function recordOf(
  entity: Entity,
  typed: ReadonlyMap<string, string>,
  method: string,
): Readonly<Record<string, string | null>> {
  const own = new Set<string>(Object.values(formFields))
  return Object.fromEntries(
    [...typed].flatMap(([name, value]): (readonly [string, string | null])[] => {
      if (own.has(name)) return []
      if (value !== '') return [[name, value]]
      return method !== 'POST' && entity.fieldByName.get(name)?.nullable === true ? [[name, null]] : []
    }),
  )
}
