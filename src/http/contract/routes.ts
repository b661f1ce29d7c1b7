/** Derives routes from the contract: rights are checked and the input is parsed before a handler runs. */
import { isSuperuser } from '../../auth/principal.ts'
import { requirePermission, viewsAll } from '../../auth/rights/policies.ts'
import type { Access, AnswerOf, BodyOf, Endpoint, PathOf, QueryOf } from '../../contract/endpoint.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { requireEntity } from '../../model/model.ts'
import { type Answer, emptyAnswer, type Headers, jsonAnswer } from '../answer.ts'
import { defaultScenario } from '../request-target.ts'
import { objectBody, type WordCall, type WordHandler } from '../ui/word-call.ts'
import type { WordRoute } from '../ui/word-router.ts'
import { type CheckBody, parseBody } from '../../contract/parse-body.ts'
import { parsePathOf, parseQueryOf } from './parse-query.ts'

/** The parsed input of a request. */
export interface Input<E extends Endpoint> {
  readonly path: PathOf<E>
  readonly query: QueryOf<E>
  /** Reads and parses the body. Throws `invalid_record` with errors by member, and those of `check`. */
  readonly body: (check?: CheckBody<BodyOf<E>>) => Promise<BodyOf<E>>
}

/** A value with a status other than the first one of the endpoint, or with headers. */
export class Reply<T> {
  readonly value: T
  readonly options: { readonly status?: number; readonly headers?: Headers }

  constructor(value: T, options: { readonly status?: number; readonly headers?: Headers }) {
    this.value = value
    this.options = options
  }
}

/** A response that is not JSON of the contract: a file, a stream, or an error with more than a message. */
export class RawReply {
  readonly answer: Answer

  constructor(answer: Answer) {
    this.answer = answer
  }
}

/** Handles the requests of an endpoint: returns the value of the response. */
export type EndpointHandler<E extends Endpoint> = (
  call: WordCall,
  input: Input<E>,
) => Promise<AnswerOf<E> | Reply<AnswerOf<E>> | RawReply>

export type HandlersOf<E extends Record<keyof E, Endpoint>> = {
  readonly [Name in keyof E]: EndpointHandler<E[Name]>
}

/** Returns the routes of endpoints: one per path. */
export function routesOf<E extends Record<keyof E, Endpoint>>(
  endpoints: E,
  handlers: HandlersOf<E>,
): readonly WordRoute[] {
  const paths = new Map<string, WordRoute>()
  for (const name in endpoints) {
    const endpoint = endpoints[name]
    const [method = '', path = ''] = name.split(' ')
    const route = paths.get(path) ?? {
      path,
      handlers: {},
      body: 'none' as const,
      ...(endpoint.access?.ofUser === true ? { ofUser: true as const } : {}),
    }
    paths.set(path, {
      ...route,
      ...(endpoint.body === undefined ? {} : { body: endpoint.bodySize ?? 'object' }),
      handlers: { ...route.handlers, [method]: handlerOf(endpoint, handlers[name]) },
    })
  }
  return [...paths.values()]
}

function handlerOf<E extends Endpoint>(endpoint: E, handle: EndpointHandler<E>): WordHandler {
  const [status = 200] = Object.keys(endpoint.answers).map(Number)
  const parseOwnBody = async (call: WordCall, check?: CheckBody<unknown>): Promise<unknown> =>
    endpoint.body === undefined ? undefined : parseBody(endpoint.body, await objectBody(call), check)
  return async (call) => {
    requireAccess(call, endpoint.access)
    const result = await handle(call, {
      path: parsePathOf(endpoint, call.params),
      query: parseQueryOf(endpoint, call.query),
      // The body was parsed by its schema.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      body: (check) => parseOwnBody(call, check) as Promise<BodyOf<E>>,
    })
    if (result instanceof RawReply) return result.answer
    if (!(result instanceof Reply)) return present(status, result)
    return present(result.options.status ?? status, result.value, result.options.headers)
  }
}

const present = (status: number, value: unknown, headers?: Headers): Answer =>
  value === undefined ? emptyAnswer(status, headers) : jsonAnswer(status, value, headers)

/** Throws `permission_denied` if the user does not have the access that an endpoint requires. */
function requireAccess({ principal, scenario, context }: WordCall, access: Access = {}): void {
  const { administrator = false, permissions = [], views = [] } = access
  if (administrator && !isSuperuser(principal, defaultScenario)) throw new ServiceError('permission_denied')
  for (const permission of permissions) requirePermission(principal, scenario, permission)
  const seesAll = views.every((name) => viewsAll(principal, scenario, requireEntity(context.model, name)))
  if (!seesAll) throw new ServiceError('permission_denied')
}
