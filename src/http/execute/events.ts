/**
 * `GET /execute/api/events`: changes of tasks as server-sent events, and with `?id=` the lines of the log of that
 * task as well. The id of an event is its place: a client that comes back with it misses nothing.
 */
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { ServiceError } from '../../errors/service-error.ts'
import {
  changedTasks,
  lastChange,
  taskById,
  type TaskRecord,
  unfinishedTasks,
} from '../../tasks/queue/task-record.ts'
import { untilTasks } from '../../tasks/queue/watch.ts'
import { taskLogName } from '../../tasks/run/log-file.ts'
import { linesAfter } from '../../tasks/run/log-lines.ts'
import type { Answer } from '../answer.ts'
import { taskText } from './present-task.ts'
import { parameter } from '../request-target.ts'
import { maySee, oneId, type TaskCall } from './task-call.ts'

/** Milliseconds between signs of life, and looks at a log. */
const heartbeat = 15_000
const logInterval = 500
/** Milliseconds after which a stream ends: the client comes back, and its rights are looked at again. */
const longest = 10 * 60_000

interface Place {
  /** Change of a task up to which all were told. */
  readonly change: number
  /** Byte of the log up to which it was told. */
  readonly offset: number
}

export async function answerEvents(call: TaskCall): Promise<Answer> {
  const { exchange, principal, query } = call
  const id = query.some(([name]) => name === 'id') ? oneId(query) : undefined
  if (id !== undefined) {
    const task = await taskById(exchange.service.database, id)
    if (task === undefined || !maySee(principal, task)) throw new ServiceError('unknown_task', { name: id })
  }
  const place = placeOf(exchange.request.headers['last-event-id'])
  const events = id === undefined ? taskEvents(call, place) : oneTaskEvents(call, id, place)
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
    body: Readable.from(events, { objectMode: false, highWaterMark: 1 }),
    // Compressing would hold events back.
    confidential: true,
    unspooled: true,
  }
}

function placeOf(header: string | string[] | undefined): Place | undefined {
  const [, change, offset] = /^(\d+)(?:\.(\d+))?$/.exec(String(header ?? '')) ?? []
  return change === undefined ? undefined : { change: Number(change), offset: Number(offset ?? 0) }
}

const eventText = (id: string | number, event: string, data: string): string =>
  `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`

const endOf = ({ exchange, watch }: TaskCall): AbortSignal =>
  AbortSignal.any([exchange.signal, watch().closed, AbortSignal.timeout(longest)])

/** Every change of the tasks of the scenario (`scope=all`: of any) that the user may see; whoever is new is told what is unfinished first. */
async function* taskEvents(call: TaskCall, place: Place | undefined): AsyncGenerator<string> {
  const { exchange, principal, scenario, query, watch } = call
  const { database } = exchange.service
  const signal = endOf(call)
  const everywhere = parameter(query, 'scope') === 'all'
  const tells = (task: TaskRecord): boolean =>
    (everywhere || task.scenario === scenario || task.scenarios.includes(scenario)) && maySee(principal, task)
  let after = place?.change ?? (await lastChange(database))
  yield 'retry: 1000\n\n'
  if (place === undefined) {
    for (const task of await unfinishedTasks(database)) {
      if (tells(task)) yield eventText(after, 'task', `{"${task.id}": ${taskText(task)}}`)
    }
  }
  let quiet = Date.now()
  while (!signal.aborted) {
    const changed = await untilTasks(
      watch(),
      async () => {
        const tasks = await changedTasks(database, after)
        return tasks.length > 0 || Date.now() - quiet > heartbeat ? tasks : undefined
      },
      { signal },
    )
    for (const task of changed ?? []) {
      after = task.changed
      if (tells(task)) yield eventText(after, 'task', `{"${task.id}": ${taskText(task)}}`)
    }
    if (changed?.length === 0) yield ': alive\n\n'
    quiet = Date.now()
  }
}

/** One task until it ends: its changes and the lines of its log. */
async function* oneTaskEvents(call: TaskCall, id: number, place: Place | undefined): AsyncGenerator<string> {
  const { database, settings } = call.exchange.service
  const signal = endOf(call)
  let { change, offset } = place ?? { change: 0, offset: 0 }
  for (;;) {
    const task = await taskById(database, id)
    if (task === undefined) return
    // Read after the record: an ended task writes no more, so nothing is missed.
    const path = join(settings.LOGDIR, taskLogName(task))
    for (
      let lines = await linesAfter(path, offset);
      lines.length > 0;
      lines = await linesAfter(path, offset)
    ) {
      for (const line of lines) {
        offset = line.end
        yield eventText(`${change}.${offset}`, 'log', JSON.stringify(line.text))
      }
    }
    if (task.changed > change) {
      change = task.changed
      yield eventText(`${change}.${offset}`, 'task', `{"${id}": ${taskText(task)}}`)
    }
    if (task.finished !== null || signal.aborted) return
    const since = Date.now()
    await untilTasks(
      call.watch(),
      async () => {
        const now = await taskById(database, id)
        return now?.changed !== change || Date.now() - since > logInterval ? true : undefined
      },
      { signal, poll: logInterval },
    )
    if (signal.aborted) return
  }
}
