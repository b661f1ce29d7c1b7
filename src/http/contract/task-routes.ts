/** Derives the routes of tasks and files from the contract. */
import { requirePermission } from '../../auth/rights/policies.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { unknownParameter } from '../../errors/parameter-errors.ts'
import type { BodyKind } from '../body/body-policy.ts'
import type { TaskCall, TaskHandlers } from '../execute/task-call.ts'
import { readRequestBody } from '../exchange.ts'
import { ignoredNames } from '../../contract/ignored-names.ts'
import type { RouteAccess } from '../routes/route.ts'
import { asObject } from '../ui/word-call.ts'
import { parseQueryOf } from './parse-query.ts'
import { handlersByPath, isBodiless, present, type Result } from './routes.ts'

/** Handles the requests of an endpoint; parameters may be in the query, in a form or in an object. */
export type TaskEndpointHandler<E extends Endpoint> = (call: TaskCall) => Promise<Result<E>>

export interface TaskRoute {
  /** Path template of the framework, without a scenario. */
  readonly path: string
  readonly handlers: TaskHandlers
  readonly access: RouteAccess
  readonly body: BodyKind
}

/** Returns the routes of endpoints: one per path. */
export const taskRoutesOf = <E extends Record<keyof E & string, Endpoint>>(
  endpoints: E,
  handlers: { readonly [Name in keyof E]: TaskEndpointHandler<E[Name]> },
): readonly TaskRoute[] =>
  handlersByPath(endpoints, (name: keyof E & string) => async (call: TaskCall) => {
    const { permissions = [] } = endpoints[name].access ?? {}
    for (const permission of permissions) requirePermission(call.principal, call.scenario, permission)
    const asked = isBodiless(name, endpoints[name]) ? await withParameters(call, endpoints[name]) : call
    // The handlers of endpoints with parameters reject unknown ones themselves.
    const { query, takesTaskParameters } = endpoints[name]
    if (name.startsWith('GET ') && query === undefined && takesTaskParameters === undefined)
      parseQueryOf(endpoints[name], withoutIgnored(call.query))
    return present(endpoints[name], await handlers[name](asked))
  }).map(({ path, handlers: byMethod, endpoints: declared }) => ({
    path: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    handlers: byMethod,
    access: declared.some(({ access }) => access?.permissions !== undefined) ? 'files' : 'user',
    body: declared.some(({ form }) => form !== undefined) ? 'upload' : 'object',
  }))

const withoutIgnored = (query: TaskCall['query']): TaskCall['query'] =>
  query.filter(([name]) => !ignoredNames.has(name))

/**
 * Returns the call with the members of its body among the parameters of the query: a task may be launched with
 * either. Throws `unknown_parameter` for one that the endpoint does not declare.
 */
async function withParameters(call: TaskCall, { query: declared = {} }: Endpoint): Promise<TaskCall> {
  const body = await readRequestBody(call.exchange)
  const members = body.kind === 'form' ? body.pairs : Object.entries(asObject(body))
  const query = [...call.query, ...members.map(([name, value]) => [name, String(value)] as const)]
  const known = Object.keys(declared)
  const unknown = query
    .map(([name]) => name)
    .filter((name) => !known.includes(name) && !ignoredNames.has(name))
  if (unknown.length > 0) throw unknownParameter(unknown, known)
  return { ...call, query }
}
