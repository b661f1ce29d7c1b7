/** A request for tasks: the user, the scenario and the parameters. */
import { requireScenario } from '../../auth/rights/policies.ts'
import { holds, isSuperuser, mayOpen, type Principal } from '../../auth/principal.ts'
import { loadMessages } from '../../errors/load-messages.ts'
import { mayLaunch, ownTaskScenarios } from '../../auth/rights/key-scope.ts'
import { invalidParameter } from '../../errors/parameter-errors.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { isOwnTask, maySee } from '../../tasks/queue/may-see.ts'
import { tasksById, type TaskRecord, type TaskViewer } from '../../tasks/queue/task-record.ts'
import type { TaskWatch } from '../../tasks/queue/watch.ts'
import type { TaskDefinition } from '../../tasks/definition.ts'
import { findTask, repeatingTasks } from '../../tasks/registry.ts'
import { unstorable } from '../../tasks/typed-value.ts'
import { allowHeader, type Answer, jsonAnswer } from '../answer.ts'
import { type Exchange, type Handler, identify } from '../exchange.ts'
import { parseRequestTarget, type QueryPairs } from '../request-target.ts'
import type { StreamLimits } from '../stream-limits.ts'
import type { TaskFeed } from './task-feed.ts'

export interface TaskCall {
  readonly exchange: Exchange
  readonly principal: Principal
  readonly scenario: string
  readonly query: QueryPairs
  /** Segments of the path after `execute`. */
  readonly path: readonly string[]
  /** Announced changes of tasks. */
  readonly watch: () => TaskWatch
  /** Announced changes of tasks with their records. */
  readonly feed: () => TaskFeed
  /** Limits of clients that wait for changes. */
  readonly streams: StreamLimits
}

/** Objects that all requests for tasks of a process share. */
export type TaskSharing = Pick<TaskCall, 'watch' | 'feed'>

export type TaskHandler = (call: TaskCall) => Promise<Answer>

/** Handlers by method. */
export type TaskHandlers = Readonly<Record<string, TaskHandler>>

/**
 * Returns a request handler that identifies the user, and returns errors with `detail` and `message`.
 * @param options.byNumber if true, a task is found by its id also under the prefix of a scenario that the user cannot
 *   open, if it was launched there or holds it: a client follows the Location header of its launch, although the task
 *   has released the scenario, and a copy that is being made is visible from its destination
 * @param options.byTask if true, the last segment of the path is the name of a task: a request with another method is
 *   rejected as a request for an unknown task if there is no such task
 */
export function taskHandler(
  handlers: TaskHandlers,
  sharing: TaskSharing,
  { byNumber = false, byTask = false }: { readonly byNumber?: boolean; readonly byTask?: boolean } = {},
): Handler {
  return async (exchange) => {
    try {
      const { request } = exchange
      const target = parseRequestTarget(request.raw.url ?? '/')
      const handler = handlers[request.method] ?? (request.method === 'HEAD' ? handlers['GET'] : undefined)
      const principal = await identify(exchange)
      const named = byNumber && target.query.some(([name]) => name === 'id')
      if (!named || !(await isRecordedIn(exchange, principal, target))) {
        requireScenario(principal, target.scenario)
      }
      if (handler === undefined) {
        if (byTask) await requireTask(exchange, target.path.at(-1) ?? '')
        throw notAllowed(request.method, handlers)
      }
      const { scenario, query } = target
      rejectUnstorable(query)
      const { streams } = exchange
      const path = target.path.slice(1)
      return await handler({ exchange, principal, scenario, query, path, streams, ...sharing })
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status >= 500) throw error
      return refusal(exchange, error)
    }
  }
}

/** Returns whether the user may open the scenario of the request, or see a task of the query that belongs to it. */
async function isRecordedIn(
  { service }: Exchange,
  principal: Principal,
  { scenario, query }: Pick<TaskCall, 'scenario' | 'query'>,
): Promise<boolean> {
  if (mayOpen(principal, scenario)) return true
  const tasks = await tasksById(service.control, idsOf(query))
  return tasks.some(
    (task) => [task.scenario, ...task.scenarios].includes(scenario) && maySee(principal, task),
  )
}

/** Throws `invalid_parameter` for a parameter with text that the database cannot store. */
function rejectUnstorable(query: QueryPairs): void {
  for (const [name, value] of query) {
    const fault = unstorable(value)
    if (fault !== undefined) throw invalidParameter(name, fault)
  }
}

/**
 * Returns the task with this name; tasks that are restricted to the command line are not available. Throws
 * `unknown_task`.
 */
export async function requireTask({ service }: Exchange, name: string): Promise<TaskDefinition> {
  const definition = await (await findTask(service.settings, name))?.load()
  if (definition !== undefined && definition.right !== 'operator') return definition
  throw new ServiceError('unknown_task', { name: name.slice(0, 100) })
}

function notAllowed(method: string, handlers: TaskHandlers): ServiceError {
  return new ServiceError('method_not_allowed', { method }, { headers: allowHeader(handlers) })
}

/** Returns the answer to a rejected request: `detail` is in the language of the user, `message` always in English. */
async function refusal({ language }: Exchange, error: ServiceError): Promise<Answer> {
  const detail = error.detail(await loadMessages(language))
  // Forms show the error at the input.
  const parameter = error.code === 'invalid_parameter' ? { parameter: error.params['name'] } : {}
  return jsonAnswer(error.status, { detail, message: error.detail(), ...parameter }, error.headers)
}

/** Returns the permissions of the user for lists of tasks, equivalent to `maySee` for one task. */
export function taskViewer(principal: Principal): TaskViewer {
  const names = [...principal.scenarios.keys()]
  return {
    userId: principal.userId,
    ownIn: ownTaskScenarios(principal),
    viewIn: names.filter((name) => holds(principal, name, 'execute.view_task')),
    superuserIn: names.filter((name) => isSuperuser(principal, name)),
    repeating: repeatingTasks,
  }
}

/** Returns true if the user may cancel a task: its launcher and superusers may. */
export function mayCancel(principal: Principal, task: TaskRecord): boolean {
  if (!mayLaunch(principal)) return false
  return isOwnTask(principal, task) || isSuperuser(principal, task.scenario)
}

/**
 * Returns the task ids in the query: the parameter may be repeated, or a comma-separated list. Throws
 * `invalid_parameter`.
 */
export function idsOf(query: QueryPairs): readonly number[] {
  return query
    .filter(([name]) => name === 'id')
    .flatMap(([, value]) => value.split(','))
    .map((text) => {
      const id = Number(text)
      if (/^\s*\d+\s*$/.test(text) && Number.isSafeInteger(id)) return id
      throw invalidParameter('id', { code: 'must_be_a_task', params: { value: text.slice(0, 100) } })
    })
}

/** Returns the single task id in the query, which may be repeated. Throws `invalid_parameter`. */
export function oneId(query: QueryPairs): number {
  const [id, ...others] = new Set(idsOf(query))
  if (id !== undefined && others.length === 0) return id
  throw invalidParameter('id', { code: 'single_id' })
}
