/** `POST /execute/api/<task>/`: adds a task to the queue and returns its id. */
import { ignoredNames } from '../../contract/ignored-names.ts'
import { createHash } from 'node:crypto'
import type { Principal } from '../../auth/principal.ts'
import { invalidParameter } from '../../errors/parameter-errors.ts'
import { loadMessages } from '../../errors/load-messages.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { TaskDefinition } from '../../tasks/definition.ts'
import { type GivenArguments, isSecret, joinLists, uniqueArguments } from '../../tasks/arguments.ts'
import { prepareLaunch } from '../../tasks/prepare-launch.ts'
import { firstLaunch, type Idempotency, type Launched, launchOnce } from '../../tasks/queue/launch.ts'
import { taskById, type TaskRecord } from '../../tasks/queue/task-record.ts'
import { untilTasks } from '../../tasks/queue/watch.ts'
import { jsonAnswer, jsonText } from '../answer.ts'
import { RawReply } from '../contract/routes.ts'
import { readRequestBody } from '../exchange.ts'
import { idempotencyKeyOf } from '../idempotency-key.ts'
import { answeredPath } from '../request-target.ts'
import { tasksText } from '../../tasks/queue/task-text.ts'
import { requireTask, type TaskCall } from './task-call.ts'

export async function answerLaunch(call: TaskCall): Promise<RawReply> {
  const name = call.path[1] ?? ''
  const definition = await requireTask(call.exchange, name)
  return launchAnswer(call, name, definition, await givenArguments(call, definition))
}

/** Launches a task with unvalidated arguments and returns its id; that of the first launch for a repeated request. */
export async function launchAnswer(
  call: TaskCall,
  name: string,
  definition: TaskDefinition,
  args: Readonly<Record<string, unknown>>,
): Promise<RawReply> {
  const { id } = await queueTask(call, name, definition, args)
  return launchedAnswer(call, id)
}

/**
 * Queues a task with unvalidated arguments, unless the request repeats an earlier one.
 * @param identity the arguments by which a repeated request is recognized; by default those of the task
 */
export async function queueTask(
  call: TaskCall,
  name: string,
  definition: TaskDefinition,
  args: Readonly<Record<string, unknown>>,
  identity: Readonly<Record<string, unknown>> = args,
): Promise<Launched> {
  const { service } = call.exchange
  const idempotency = idempotencyOf(call, name, identity)
  // The earlier launch is looked up before validation, because it may have changed the data so that a second launch
  // would be rejected.
  const first =
    idempotency === undefined
      ? undefined
      : await firstLaunch(service.control, call.principal.userId, idempotency)
  return first === undefined
    ? launched(call, name, definition, args, idempotency)
    : { id: first, isRepeat: true }
}

/** Returns the number of a queued task, or its record if the client waits for its end. */
export async function launchedAnswer(call: TaskCall, id: number): Promise<RawReply> {
  const { exchange, scenario } = call
  const { service, request } = exchange
  const headers = {
    location: answeredPath(service.settings, scenario, `/execute/api/status/?id=${id}`),
    'retry-after': '1',
  }
  const { wait, respondAsync } = preferences(request.headers['prefer'])
  if (wait !== undefined) {
    const task = await ended(call, id, wait)
    const status = task?.finished === null ? 202 : 200
    const applied = { ...headers, 'preference-applied': `wait=${wait}` }
    const texts = await loadMessages(exchange.language)
    return new RawReply(jsonText(status, tasksText(task === undefined ? [] : [task], texts), applied))
  }
  const said = { taskid: id, message: 'Successfully launched task' }
  return new RawReply(jsonAnswer(respondAsync ? 202 : 200, said, headers))
}

async function launched(
  { exchange, principal, scenario }: TaskCall,
  name: string,
  definition: TaskDefinition,
  args: Readonly<Record<string, unknown>>,
  idempotency: Idempotency | undefined,
): Promise<Launched> {
  const { service } = exchange
  const wanted = { name, definition, scenario, args, userId: principal.userId, operator: false, principal }
  const launch = await prepareLaunch(service, { ...wanted, channel: channelOf(principal) })
  return launchOnce(service.control, service.secret, {
    ...launch,
    ...(idempotency === undefined ? {} : { idempotency }),
  })
}

export const channelOf = ({ via }: Principal): 'ui' | 'api' => (via === 'session' ? 'ui' : 'api')

/**
 * Returns the parameters of the query and of the body; those of the body have priority. Throws `invalid_parameter`, also
 * for a parameter with different values in one of them.
 */
export async function givenArguments(
  { exchange, query }: TaskCall,
  definition: Pick<TaskDefinition, 'secrets' | 'parameters'>,
): Promise<Readonly<Record<string, unknown>>> {
  const inUrl = query.find(([name]) => isSecret(definition, name))
  if (inUrl !== undefined) {
    throw invalidParameter(inUrl[0], { code: 'secret_in_url' })
  }
  const body = await readRequestBody(exchange).catch((error: unknown) => {
    throw asParameterFault(error)
  })
  const given = body.kind === 'form' ? {} : body.kind === 'json' ? body.value : {}
  if (typeof given !== 'object' || given === null || Array.isArray(given) || body.kind === 'lines') {
    throw new ServiceError('malformed_body', { reason: { code: 'parameters_one_object' } })
  }
  const inBody = body.kind === 'form' ? joinLists(definition, body.pairs) : Object.entries(given)
  return requestArguments(definition, joinLists(definition, query), inBody)
}

/**
 * Returns each parameter of a request once, without names that mean nothing; those of the body have priority. Throws as
 * `uniqueArguments`.
 */
export function requestArguments(
  definition: Pick<TaskDefinition, 'parameters' | 'secrets'>,
  query: GivenArguments,
  body: GivenArguments = [],
): Readonly<Record<string, unknown>> {
  const isIgnored = (name: string): boolean =>
    ignoredNames.has(name) && !Object.hasOwn(definition.parameters.properties, name)
  const [inQuery, inBody] = [query, body].map((given) =>
    uniqueArguments(
      definition,
      given.filter(([name]) => !isIgnored(name)),
    ),
  )
  return { ...inQuery, ...inBody }
}

/** Converts the error for a text with an unpaired surrogate to an error of the parameter. */
function asParameterFault(error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.code !== 'invalid_record') return error
  const [name] = Object.keys(error.fields ?? {})
  if (name === undefined) return error
  return invalidParameter(name, { code: 'half_character' }, error)
}

function idempotencyOf(
  { exchange, scenario }: TaskCall,
  name: string,
  args: Readonly<Record<string, unknown>>,
): Idempotency | undefined {
  const key = idempotencyKeyOf(exchange.request.headers)
  if (key === undefined) return undefined
  const sorted = Object.entries(args).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const content = JSON.stringify([scenario, name, sorted])
  // The hash includes the secret of the installation, because the arguments may contain a password.
  const hash = createHash('sha256').update(`${exchange.service.secret} ${content}`).digest('base64url')
  return { key, hash, hours: exchange.service.settings.IDEMPOTENCY_HOURS }
}

/** Maximum time in seconds that a client may wait. */
export const maxWaitSeconds = 300

/** Parses the waiting preferences of the header Prefer. */
export function preferences(header: string | string[] | undefined): {
  readonly wait: number | undefined
  readonly respondAsync: boolean
} {
  const wishes = (Array.isArray(header) ? header.join(',') : (header ?? ''))
    .split(/[,;]/)
    .map((wish) => wish.replaceAll(/[\s"]/g, '').toLowerCase())
  const wait = wishes.map((wish) => /^wait=(\d{1,9})$/.exec(wish)?.[1]).find((text) => text !== undefined)
  return {
    wait: wait === undefined ? undefined : Math.min(maxWaitSeconds, Number(wait)),
    respondAsync: wishes.includes('respond-async'),
  }
}

/** Interval in milliseconds after which the record is read again if no change of a task is announced. */
const recordIntervalMs = 5_000

/**
 * Waits for the end of the task, and returns its record at the end or after `seconds`. Waiting takes no request slot.
 * If the client already has too many waiting requests, the current record is returned immediately.
 */
export async function ended(
  { exchange, streams, watch }: TaskCall,
  id: number,
  seconds: number,
): Promise<TaskRecord | undefined> {
  const { control } = exchange.service
  const leave = streams.tryEnter(exchange.client)
  if (leave === undefined) return taskById(control, id)
  exchange.leave()
  const signal = AbortSignal.any([exchange.signal, watch().closed, AbortSignal.timeout(seconds * 1000)])
  const find = async (): Promise<TaskRecord | undefined> => {
    const task = await taskById(control, id)
    return task?.finished === null ? undefined : task
  }
  try {
    const found = await untilTasks(watch(), find, { signal, poll: recordIntervalMs })
    return found ?? (await taskById(control, id))
  } finally {
    leave()
  }
}
