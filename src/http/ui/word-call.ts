/**
 * A request to `/api/<word>/…`, where a reserved word takes the position of an app: the user, the scenario and the
 * parameters. Most responses are JSON.
 */
import { singleValues } from '../body/form-body.ts'
import type { Principal } from '../../auth/principal.ts'
import { decide } from '../../auth/rights/policies.ts'
import type { DataContext } from '../../data/context.ts'
import { searchFault } from '../../data/read/index.ts'
import { parameterError } from '../../errors/parameter-errors.ts'
import { fieldErrors, recordLevel, ServiceError } from '../../errors/service-error.ts'
import type { Entity } from '../../model/entity.ts'
import type { Answer } from '../answer.ts'
import type { Body } from '../body/read-body.ts'
import type { DataCall } from '../data/data-call.ts'
import { parsePrefer } from '../data/prefer.ts'
import type { Exchange } from '../exchange.ts'
import type { QueryPairs, RequestTarget } from '../request-target.ts'

export interface WordCall {
  readonly exchange: Exchange
  /** HEAD is processed as GET. */
  readonly method: string
  readonly target: RequestTarget
  readonly scenario: string
  readonly query: QueryPairs
  readonly principal: Principal
  readonly context: DataContext
  /** Values of the path parameters of the route. */
  readonly params: Readonly<Record<string, string>>
  readonly body: () => Promise<Body>
}

export type WordHandler = (call: WordCall) => Promise<Answer>

/** Returns the entity of the path `<app>/<entity>`. Throws `not_found`. */
export function entityOf({ context, params }: WordCall): Entity {
  const entity = context.model.byName.get(`${params['app']}.${params['entity']}`)
  if (entity === undefined) throw new ServiceError('not_found')
  return entity
}

/**
 * Returns the equivalent call of the data API for the list of an entity, for functions that read and write records.
 */
export function dataCallOf(call: WordCall, entity: Entity, method: string = call.method): DataCall {
  const { exchange, target, query, principal, context, body } = call
  return {
    exchange,
    method,
    target: { ...target, kind: 'list', app: entity.app, entity: entity.model, key: '' },
    query,
    entity,
    principal,
    context,
    negotiated: { format: 'json', contentType: 'application/json', indent: 0 },
    prefer: parsePrefer(exchange.request.headers.prefer),
    fromForm: false,
    body,
  }
}

/** Returns true if the user may see at least some records of an entity. */
export function maySeeSome({ principal, scenario }: WordCall, entity: Entity): boolean {
  return decide(principal, scenario, entity, 'view') !== 'none'
}

/** Returns a body as an object; an empty one is `{}`. Throws `invalid_record` for other values. */
export function asObject(given: Body): Readonly<Record<string, unknown>> {
  const value = given.kind === 'form' ? singleValues(given.pairs) : given.kind === 'json' ? given.value : {}
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const type = Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value
    throw fieldErrors({ [recordLevel]: [{ code: 'not_an_object', params: { type } }] })
  }
  return { ...value }
}

/** Returns the body of the request as an object. */
export const objectBody = async ({ body }: WordCall): Promise<Readonly<Record<string, unknown>>> =>
  asObject(await body())

/** Returns a search text without surrounding spaces; empty if there is none. Throws `invalid_parameter` for a text that is too long. */
export function requireSearchText(given: string | undefined, name: string): string {
  const text = (given ?? '').trim()
  const fault = searchFault(text, text.split(/\s+/))
  if (fault === undefined || fault.code === 'nul_character' || fault.code === 'lone_surrogate') return text
  throw parameterError(name, fault)
}
