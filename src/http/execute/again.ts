/** `/execute/api/rerun/?id=`: returns the parameters of an earlier launch, and launches the task again with them. */
import type { taskEndpoints } from '../../contract/tasks.ts'
import { requireScenario } from '../../auth/rights/policies.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { TaskDefinition } from '../../tasks/definition.ts'
import { maySee } from '../../tasks/queue/may-see.ts'
import { recordedParameters, taskById, type TaskRecord } from '../../tasks/queue/task-record.ts'
import { findTask } from '../../tasks/registry.ts'
import type { RawReply } from '../contract/routes.ts'
import type { TaskEndpointHandler } from '../contract/task-routes.ts'
import { launchAnswer } from './launch.ts'
import { oneId, type TaskCall } from './task-call.ts'

type Endpoints = typeof taskEndpoints

interface Again {
  readonly task: TaskRecord
  readonly definition: TaskDefinition
  /** The recorded parameters, and those of them that the task still has. */
  readonly recorded: Readonly<Record<string, unknown>>
  readonly parameters: Readonly<Record<string, unknown>>
}

/**
 * Returns the parameters for a form with the values of the earlier launch. Secrets are not stored and therefore
 * missing.
 */
export const answerFormer: TaskEndpointHandler<Endpoints['GET /execute/api/rerun/']> = async (call) => {
  const { task, definition, parameters } = await former(call)
  const { name, scenario } = task
  return { name, scenario, parameters, secrets: definition.secrets }
}

/**
 * Launches the task again in the scenario of the first run, with the permissions of the current user. Throws
 * `unknown_parameter` if the task has lost a parameter since: it would do something else without it.
 */
export async function answerRerun(call: TaskCall): Promise<RawReply> {
  const { task, definition, recorded } = await former(call)
  requireScenario(call.principal, task.scenario)
  return launchAnswer({ ...call, scenario: task.scenario }, task.name, definition, recorded)
}

/**
 * Returns the earlier launch. Throws `unknown_task` for a task that does not exist, is not visible to this user, or
 * cannot be launched over the web.
 */
async function former({ exchange, principal, query }: TaskCall): Promise<Again> {
  const { control, settings } = exchange.service
  const id = oneId(query)
  const task = await taskById(control, id)
  if (task === undefined || !maySee(principal, task)) throw new ServiceError('unknown_task', { name: id })
  const definition = await (await findTask(settings, task.name))?.load()
  if (definition === undefined || definition.right === 'operator') {
    throw new ServiceError('unknown_task', { name: task.name })
  }
  const recorded = await recordedParameters(control, id)
  const known = Object.entries(recorded).filter(([name]) =>
    Object.hasOwn(definition.parameters.properties, name),
  )
  return { task, definition, recorded, parameters: Object.fromEntries(known) }
}
