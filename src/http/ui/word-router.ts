/** Finds the route of `/api/<word>/…` and identifies the user; the routes themselves are a table. */
import { requireScenario } from '../../auth/rights/policies.ts'
import { requestActor } from '../../auth/storages/actor.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { allowHeader, type Answer } from '../answer.ts'
import type { BodyKind } from '../body/body-policy.ts'
import { type Exchange, identify, readRequestBody } from '../exchange.ts'
import type { RequestTarget } from '../request-target.ts'
import type { WordHandler } from './word-call.ts'

export interface WordRoute {
  /** Path template such as `/api/lookup/{app}/{entity}/`. */
  readonly path: string
  /** Handlers by method; HEAD is processed as GET. */
  readonly handlers: Readonly<Record<string, WordHandler>>
  /** Kind of the request body for handlers that do not read one object. */
  readonly body?: BodyKind
  /** If true, the route is about the user and does not require access to the scenario of the URL. */
  readonly ofUser?: true
}

/** Returns the route of a path, with the values of its path parameters. */
export function findWordRoute(
  routes: readonly WordRoute[],
  path: readonly string[],
): { readonly route: WordRoute; readonly params: Readonly<Record<string, string>> } | undefined {
  for (const route of routes) {
    const params = paramsOf(route.path, path)
    if (params !== undefined) return { route, params }
  }
  return undefined
}

function paramsOf(template: string, path: readonly string[]): Readonly<Record<string, string>> | undefined {
  const parts = template.split('/').filter((part) => part !== '')
  if (parts.length !== path.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of parts.entries()) {
    const given = path[index]!
    if (part.startsWith('{')) params[part.slice(1, -1)] = given
    else if (part !== given) return undefined
  }
  return params
}

/**
 * Runs the handler of the route. Throws `not_found` for an unknown path, the errors of authentication and of the
 * scenario check, and `method_not_allowed`.
 */
export async function answerWord(
  routes: readonly WordRoute[],
  exchange: Exchange,
  target: RequestTarget,
): Promise<Answer> {
  const found = findWordRoute(routes, target.path)
  if (found === undefined) throw new ServiceError('not_found')
  const { route, params } = found
  const { request, service } = exchange
  exchange.route = route.path
  exchange.body = route.body ?? 'object'
  const principal = await identify(exchange)
  const { scenario, query } = target
  if (route.ofUser !== true) requireScenario(principal, scenario)
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const handler = Object.hasOwn(route.handlers, method) ? route.handlers[method] : undefined
  if (handler === undefined) {
    throw new ServiceError('method_not_allowed', { method }, { headers: allowHeader(route.handlers) })
  }
  const context = service.dataContext({
    scenario,
    actor: requestActor(principal),
    signal: exchange.signal,
  })
  const body = (): ReturnType<typeof readRequestBody> => readRequestBody(exchange)
  return handler({ exchange, method, target, scenario, query, principal, context, params, body })
}
