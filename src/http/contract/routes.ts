/** Derives routes from the contract: rights are checked and the input is parsed before a handler runs. */
import { ignoredNames } from '../../contract/ignored-names.ts'
import { isSuperuser } from '../../auth/principal.ts'
import { requirePermission, viewsAll } from '../../auth/rights/policies.ts'
import type { Access, AnswerOf, BodyOf, Endpoint, PathOf, QueryOf } from '../../contract/endpoint.ts'
import { closed, object } from '../../contract/schemas.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { requireEntity } from '../../model/model.ts'
import { type Answer, emptyAnswer, type Headers, jsonAnswer } from '../answer.ts'
import type { BodyKind } from '../body/body-policy.ts'
import { productionScenario } from '../../model/production.ts'
import { objectBody, type WordCall, type WordHandler } from '../ui/word-call.ts'
import type { WordRoute } from '../ui/word-router.ts'
import { type CheckBody, parseBody, type ParseBodyOptions } from '../../contract/parse-body.ts'
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

/** What a handler returns: the value of the response. */
export type Result<E extends Endpoint> = AnswerOf<E> | Reply<AnswerOf<E>> | RawReply

/** Handles the requests of an endpoint. */
export type EndpointHandler<E extends Endpoint> = (call: WordCall, input: Input<E>) => Promise<Result<E>>

export type HandlersOf<E extends Record<keyof E, Endpoint>> = {
  readonly [Name in keyof E]: EndpointHandler<E[Name]>
}

/** Handlers of one path by method. */
interface PathHandlers<H> {
  readonly path: string
  readonly handlers: Readonly<Record<string, H>>
  readonly endpoints: readonly Endpoint[]
}

/** Returns the handlers of endpoints in groups: one per path. */
export function handlersByPath<Name extends string, H>(
  endpoints: Readonly<Record<Name, Endpoint>>,
  handlerOf: (name: Name) => H,
): readonly PathHandlers<H>[] {
  const paths = new Map<string, PathHandlers<H>>()
  for (const name in endpoints) {
    const [method = '', path = ''] = name.split(' ')
    const known = paths.get(path) ?? { path, handlers: {}, endpoints: [] }
    paths.set(path, {
      path,
      handlers: { ...known.handlers, [method]: handlerOf(name) },
      endpoints: [...known.endpoints, endpoints[name]],
    })
  }
  return [...paths.values()]
}

/** Returns the routes of endpoints: one per path. */
export const routesOf = <E extends Record<keyof E & string, Endpoint>>(
  endpoints: E,
  handlers: HandlersOf<E>,
): readonly WordRoute[] =>
  handlersByPath(endpoints, (name: keyof E & string) => handlerOf(name, endpoints[name], handlers[name])).map(
    ({ path, handlers: byMethod, endpoints: declared }) => {
      const writes = Object.keys(byMethod).some((method) => method !== 'GET')
      const least = writes ? 'object' : 'none'
      const body = declared.reduce<BodyKind>((kind, endpoint) => bodyKindOf(endpoint) ?? kind, least)
      const ofUser = declared[0]?.access?.ofUser
      return ofUser === undefined
        ? { path, handlers: byMethod, body }
        : { path, handlers: byMethod, body, ofUser }
    },
  )

/** Returns the kind of the body of a request; undefined without a body. */
function bodyKindOf({ form, body, bodySize }: Endpoint): BodyKind | undefined {
  if (form !== undefined) return 'upload'
  return body === undefined ? undefined : (bodySize ?? 'object')
}

/** Body of the endpoints that change something and need no body: members, which they would ignore, are rejected. */
const noMembers = closed(object({}))

/** Throws `invalid_record` for members of the body of an endpoint that needs none. */
export function rejectMembers(body: Readonly<Record<string, unknown>>): void {
  parseBody(noMembers, Object.fromEntries(Object.entries(body).filter(([name]) => !ignoredNames.has(name))))
}

/** Returns true if an endpoint changes something and needs no body. */
export const isBodiless = (name: string, { body, form, takesTaskParameters }: Endpoint): boolean =>
  !name.startsWith('GET ') && body === undefined && form === undefined && takesTaskParameters === undefined

function handlerOf<E extends Endpoint>(name: string, endpoint: E, handle: EndpointHandler<E>): WordHandler {
  const isPatch = name.startsWith('PATCH ')
  const bodiless = isBodiless(name, endpoint)
  return async (call) => {
    requireAccess(call, endpoint.access)
    if (bodiless) rejectMembers(await objectBody(call))
    const result = await handle(call, {
      path: parsePathOf(endpoint, call.params),
      query: parseQueryOf(endpoint, call.query),
      body: (check) => parseBodyOf(endpoint, () => objectBody(call), { check, isPatch }),
    })
    return present(endpoint, result)
  }
}

/** Reads and parses the body of a request. Throws `invalid_record` with errors by member, and those of `check`. */
export async function parseBodyOf<E extends Endpoint>(
  { body }: E,
  read: () => Promise<Readonly<Record<string, unknown>>>,
  options: ParseBodyOptions<BodyOf<E>> = {},
): Promise<BodyOf<E>> {
  // The body was parsed by its schema.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (body === undefined ? undefined : parseBody<unknown>(body, await read(), options)) as BodyOf<E>
}

/** Returns the response to the result of a handler. */
export function present({ answers }: Endpoint, result: unknown): Answer {
  if (result instanceof RawReply) return result.answer
  const [standard = 200] = Object.keys(answers).map(Number)
  if (!(result instanceof Reply)) return answerOf(standard, result)
  const { status = standard, headers } = result.options
  return answerOf(status, result.value, headers)
}

const answerOf = (status: number, value: unknown, headers?: Headers): Answer =>
  value === undefined ? emptyAnswer(status, headers) : jsonAnswer(status, value, headers)

/** Throws `permission_denied` if the user does not have the access that an endpoint requires. */
function requireAccess({ principal, scenario, context }: WordCall, access: Access = {}): void {
  const { administrator = false, permissions = [], views = [] } = access
  if (administrator && !isSuperuser(principal, productionScenario))
    throw new ServiceError('permission_denied')
  for (const permission of permissions) requirePermission(principal, scenario, permission)
  const seesAll = views.every((name) => viewsAll(principal, scenario, requireEntity(context.model, name)))
  if (!seesAll) throw new ServiceError('permission_denied')
}
