/**
 * `GET /execute/api/events`: sends changes of tasks as server-sent events, and with `?id=` also the lines of the log
 * of that task. The id of an event is its position: a client that reconnects with it misses no event.
 */
import { maySee } from '../../tasks/queue/may-see.ts'
import { Readable } from 'node:stream'
import { loadMessages } from '../../errors/load-messages.ts'
import { invalidParameter } from '../../errors/parameter-errors.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { changedTasks, mostChanges, taskById, type TaskRecord } from '../../tasks/queue/task-record.ts'
import type { TaskWatch } from '../../tasks/queue/watch.ts'
import { linesAfter } from '../../tasks/runner/log-lines.ts'
import { RawReply } from '../contract/routes.ts'
import { taskText } from '../../tasks/queue/task-text.ts'
import { credentialsOf } from '../exchange.ts'
import { parameter } from '../request-target.ts'
import { type AccessWatch, watchAccess } from '../watch-access.ts'
import { oneId, type TaskCall } from './task-call.ts'
import { type TaskEvent, taskEvent } from './task-feed.ts'
import { eventText, TaskStream } from './task-stream.ts'

/** Interval between two reads of a log in milliseconds, and of its task record if no change is announced. */
const logIntervalMs = 500
const recordIntervalMs = 5_000
/** Maximum duration of a log stream in milliseconds: the client reconnects, and its permissions are checked again. */
const longestMs = 10 * 60_000

interface Place {
  /** Number of the last change that was sent. */
  readonly change: number
  /** Offset in the log up to which lines were sent, in bytes. */
  readonly offset: number
}

export async function answerEvents(call: TaskCall): Promise<RawReply> {
  const { exchange, principal, query } = call
  const id = query.some(([name]) => name === 'id') ? oneId(query) : undefined
  let scenarios = sendsAllScenarios(call) ? undefined : [call.scenario]
  if (id !== undefined) {
    const task = await taskById(exchange.service.control, id)
    if (task === undefined || !maySee(principal, task)) throw new ServiceError('unknown_task', { name: id })
    scenarios = [...new Set([call.scenario, task.scenario, ...task.scenarios, ...task.guarded])]
  }
  const place = placeOf(exchange.request.headers['last-event-id']) ?? parseAfter(parameter(query, 'after'))
  const leaveStreams = call.streams.enter(exchange.client)
  const access = await watchAccess(
    exchange.service.auth,
    credentialsOf(exchange),
    principal,
    scenarios,
  ).catch((error: unknown) => {
    leaveStreams()
    throw error
  })
  const leave = (): void => {
    access.close()
    leaveStreams()
  }
  // Streams without a position share one query, so thousands may start at the same time.
  if (id === undefined && place === undefined) exchange.leave()
  const body = await (
    id === undefined ? taskEvents(call, place, access) : oneTask(call, id, place, access.revoked)
  ).catch((error: unknown) => {
    leave()
    throw error
  })
  body.once('close', leave)
  return new RawReply({
    status: 200,
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
    body,
    // Compression would delay events.
    uncompressed: true,
    unspooled: true,
  })
}

/** Reads the id of an event; undefined if it is none. A browser sends back the ids that it has received. */
function placeOf(id: string | string[] | undefined): Place | undefined {
  const [, change, offset] = /^(\d+)(?:\.(\d+))?$/.exec(String(id ?? '')) ?? []
  const place = { change: Number(change), offset: Number(offset ?? 0) }
  return Number.isSafeInteger(place.change) && Number.isSafeInteger(place.offset) ? place : undefined
}

/**
 * Reads the parameter `after`.
 * @throws `invalid_parameter` if it is not the id of an event
 */
function parseAfter(id: string | undefined): Place | undefined {
  if (id === undefined || id === '') return undefined
  const place = placeOf(id)
  if (place === undefined)
    throw invalidParameter('after', { code: 'invalid_event_id', params: { value: id.slice(0, 100) } })
  return place
}

/**
 * Returns whether changes of all scenarios are requested.
 * @throws `invalid_parameter` for a scope that does not exist
 */
function sendsAllScenarios({ query }: TaskCall): boolean {
  const scope = parameter(query, 'scope') ?? ''
  if (scope === '' || scope === 'all') return scope === 'all'
  const params = { choices: 'all', value: scope.slice(0, 100) }
  throw invalidParameter('scope', { code: 'must_be_one_of', params })
}

/**
 * Streams every change of the tasks of the scenario (`scope=all`: of any scenario) that the user may see. A client
 * without a position first receives all unfinished tasks.
 */
async function taskEvents(call: TaskCall, place: Place | undefined, access: AccessWatch): Promise<Readable> {
  const { exchange, scenario } = call
  const everywhere = sendsAllScenarios(call)
  const sees = ({ task }: TaskEvent): boolean =>
    (everywhere || task.scenario === scenario || task.scenarios.includes(scenario)) &&
    maySee(access.principal, task)
  const stream = new TaskStream(place?.change ?? 0, sees, await loadMessages(exchange.language))
  try {
    stream.once('close', await call.feed().follow((event) => stream.tell(event)))
    endWith(stream, call.watch().closed)
    endWith(stream, access.revoked)
    if (place === undefined) {
      stream.beginWith(await call.feed().unfinished())
    } else {
      await sendPast(call, stream, place.change)
      stream.begin()
    }
  } catch (error) {
    stream.destroy()
    throw error
  }
  return stream
}

/**
 * Sends the changes after a position. If there may be more of them than were read at once, ends the stream: the client
 * reconnects, and continues after the last one that it got. If it may see none, reads on, because the client would
 * return to the same position.
 */
async function sendPast({ exchange }: TaskCall, stream: TaskStream, after: number): Promise<void> {
  let position = after
  let mayBeMore = true
  while (mayBeMore && !stream.isOver && !exchange.signal.aborted) {
    const past = await changedTasks(exchange.service.control, position)
    position = past.at(-1)?.changed ?? position
    mayBeMore = past.length >= mostChanges
    if (stream.sendPast(past.map(taskEvent)) && mayBeMore) stream.end()
  }
}

function endWith(stream: TaskStream, signal: AbortSignal): void {
  const end = (): void => stream.end()
  signal.addEventListener('abort', end, { once: true })
  stream.once('close', () => signal.removeEventListener('abort', end))
  if (signal.aborted) end()
}

async function oneTask(
  call: TaskCall,
  id: number,
  place: Place | undefined,
  revoked: AbortSignal,
): Promise<Readable> {
  return Readable.from(oneTaskEvents(call, id, place, revoked), { objectMode: false, highWaterMark: 1 })
}

/** Yields the changes of one task and the lines of its log, until the task ends. */
async function* oneTaskEvents(
  call: TaskCall,
  id: number,
  place: Place | undefined,
  revoked: AbortSignal,
): AsyncGenerator<string> {
  const { control, settings } = call.exchange.service
  const logs = { control, settings }
  const texts = await loadMessages(call.exchange.language)
  const watch = call.watch()
  const signal = AbortSignal.any([
    call.exchange.signal,
    watch.closed,
    revoked,
    AbortSignal.timeout(longestMs),
  ])
  let { change, offset } = place ?? { change: 0, offset: 0 }
  let task: TaskRecord | undefined
  let readAt = 0
  for (let due = true; !signal.aborted; due = await changeOf(watch, id, signal)) {
    if (due || Date.now() - readAt > recordIntervalMs) {
      task = await taskById(control, id)
      readAt = Date.now()
    }
    if (task === undefined) return
    // The log is read after the record: a finished task writes no more lines, so no line is missed.
    for (
      let lines = await linesAfter(logs, task, offset);
      lines.length > 0;
      lines = await linesAfter(logs, task, offset)
    ) {
      for (const line of lines) {
        if (signal.aborted) return
        offset = line.end
        yield eventText(`${change}.${offset}`, 'log', JSON.stringify(line.text))
      }
    }
    if (signal.aborted) return
    if (task.changed > change) {
      change = task.changed
      yield eventText(`${change}.${offset}`, 'task', `{"${id}": ${taskText(task, texts)}}`)
    }
    if (task.finished !== null) return
  }
}

/** Waits until the next read of the log is due. Returns true if a change of the task was announced meanwhile. */
async function changeOf(watch: TaskWatch, id: number, signal: AbortSignal): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const stopListening = watch.listen((change) => {
    if (change === undefined || change.id === id) resolve(true)
  })
  const timer = setTimeout(() => resolve(false), logIntervalMs)
  const onAbort = (): void => resolve(false)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await promise
  } finally {
    stopListening()
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
}
