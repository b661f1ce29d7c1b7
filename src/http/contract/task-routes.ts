/** Derives the routes of tasks and files from the contract. */
import { requirePermission } from '../../auth/rights/policies.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { BodyKind } from '../body/body-policy.ts'
import type { TaskCall, TaskHandlers } from '../execute/task-call.ts'
import { readRequestBody } from '../exchange.ts'
import type { RouteAccess } from '../routes/route.ts'
import { asObject } from '../ui/word-call.ts'
import { rejectUnknownNames } from './parse-query.ts'
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
    const asked = isBodiless(name, endpoints[name]) ? await withParameters(call) : call
    rejectUnknownNames(endpoints[name], asked.query)
    return present(endpoints[name], await handlers[name](asked))
  }).map(({ path, handlers: byMethod, endpoints: declared }) => ({
    path: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    handlers: byMethod,
    access: declared.some(({ access }) => access?.permissions !== undefined) ? 'files' : 'user',
    body: declared.some(({ form }) => form !== undefined) ? 'upload' : 'object',
  }))

/**
 * Returns the call with the members of its body among the parameters of the query: a task may be canceled or launched
 * again with either.
 */
async function withParameters(call: TaskCall): Promise<TaskCall> {
  const body = await readRequestBody(call.exchange)
  const members = body.kind === 'form' ? body.pairs : Object.entries(asObject(body))
  const query = [...call.query, ...members.map(([name, value]) => [name, String(value)] as const)]
  return { ...call, query }
}
