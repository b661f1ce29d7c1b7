/** The status and the cancellation of tasks: `status/` and `cancel/`. */
import type { taskEndpoints } from '../../contract/tasks.ts'
import { maySee } from '../../tasks/queue/may-see.ts'
import { loadMessages } from '../../errors/load-messages.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { invalidParameter } from '../../errors/parameter-errors.ts'
import { cancelTask } from '../../tasks/queue/queue.ts'
import {
  latestTasks,
  taskById,
  type TaskRecord,
  tasksById,
  taskStates,
} from '../../tasks/queue/task-record.ts'
import { jsonText } from '../answer.ts'
import { RawReply, Reply } from '../contract/routes.ts'
import type { TaskEndpointHandler } from '../contract/task-routes.ts'
import { parameter } from '../request-target.ts'
import { namesInsteadOf } from '../../tasks/task-names.ts'
import { tasksText } from '../../tasks/queue/task-text.ts'
import { idsOf, mayCancel, oneId, type TaskCall, taskViewer } from './task-call.ts'

type Endpoints = typeof taskEndpoints

const defaultLimit = 20
const largestLimit = 1000
const states: readonly string[] = taskStates

export async function answerStatus(call: TaskCall): Promise<RawReply> {
  const { query } = call
  const named = query.some(([name]) => name === 'id')
  const tasks = await (named ? namedTasks(call) : latest(call))
  return new RawReply(jsonText(200, tasksText(tasks, await loadMessages(call.exchange.language))))
}

/**
 * Returns the tasks with the given ids. Throws `unknown_task` for a task that does not exist, or is not visible to
 * this user.
 */
async function namedTasks({ exchange, principal, query }: TaskCall): Promise<readonly TaskRecord[]> {
  const ids = idsOf(query)
  const found = await tasksById(exchange.service.control, ids)
  const visible = found.filter((task) => maySee(principal, task))
  const missing = ids.find((id) => visible.every((task) => task.id !== id))
  if (missing !== undefined) throw new ServiceError('unknown_task', { name: missing })
  return visible
}

async function latest({ exchange, principal, scenario, query }: TaskCall): Promise<readonly TaskRecord[]> {
  const status = parameter(query, 'status')
  if (status !== undefined && !states.includes(status)) {
    const params = { choices: states.join(', '), value: status.slice(0, 100) }
    throw invalidParameter('status', { code: 'must_be_one_of', params })
  }
  const limit = Number(parameter(query, 'limit') ?? defaultLimit)
  if (!Number.isInteger(limit) || limit < 1 || limit > largestLimit) {
    const params = { least: 1, most: largestLimit }
    throw invalidParameter('limit', { code: 'must_be_whole_number', params })
  }
  const { control, settings } = exchange.service
  const name = parameter(query, 'name')
  const names = name === undefined ? undefined : await namesInsteadOf(control, settings, name)
  if (name !== undefined && names !== undefined) {
    const params = { choices: names.join(', '), value: name.slice(0, 100) }
    throw invalidParameter('name', { code: 'must_be_one_of', params })
  }
  return latestTasks(control, {
    scenario,
    viewer: taskViewer(principal),
    name,
    parent: parentOf(query),
    schedule: parameter(query, 'schedule'),
    status,
    limit,
  })
}

/** Returns the id of the group whose steps are requested. Throws `invalid_parameter`. */
function parentOf(query: TaskCall['query']): number | undefined {
  const text = parameter(query, 'parent')
  if (text === undefined) return undefined
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw invalidParameter('parent', { code: 'must_be_task', params: { value: text.slice(0, 100) } })
}

/**
 * Cancels a task. Throws `unknown_task` also for a task that the user may neither see nor cancel, so that the
 * response does not reveal whether it exists; throws `permission_denied` for a task that the user may only see; and
 * `task_finished`.
 */
export const answerCancel: TaskEndpointHandler<Endpoints['POST /execute/api/cancel/']> = async ({
  exchange,
  principal,
  query,
}) => {
  const { control } = exchange.service
  const id = oneId(query)
  const task = await taskById(control, id)
  if (task === undefined || !(maySee(principal, task) || mayCancel(principal, task))) {
    throw new ServiceError('unknown_task', { name: id })
  }
  if (!mayCancel(principal, task)) throw new ServiceError('permission_denied')
  const result = await cancelTask(control, id, {
    code: 'task_canceled_by',
    params: { user: principal.username },
  })
  if (result === 'finished') throw new ServiceError('task_finished', { id, name: task.name })
  const message = result === 'canceled' ? 'The task is canceled.' : 'The task was asked to stop.'
  return new Reply({ taskid: id, message }, { status: result === 'canceled' ? 200 : 202 })
}
