/**
 * Runs a claimed task: checks rights and arguments again and calls its definition. Used by worker processes and by
 * commands.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Principal } from '../../auth/principal.ts'
import type { Channel } from '../../data/context.ts'
import { joinSentences, type Message, messageText } from '../../errors/messages.ts'
import { foreignText } from '../../errors/plain-text.ts'
import { readWholeMessage } from '../../errors/stored-message.ts'
import { messageOf, ServiceError } from '../../errors/service-error.ts'
import type { Service } from '../../service/service.ts'
import { type Arguments, parseArguments } from '../arguments.ts'
import { authorizeTask } from '../authorize.ts'
import type { TaskContext, TaskDefinition } from '../definition.ts'
import { inSpan } from '../../tracing/tracing.ts'
import type { Outcome } from '../queue/queue.ts'
import type { TaskLog } from './log-file.ts'
import type { Launcher } from './principal.ts'
import { stoppedOutcome, type StopReason } from './stop-reason.ts'

export interface Performance extends Launcher {
  readonly id: number
  readonly name: string
  readonly scenario: string
  readonly args: Arguments
  readonly channel: Channel
  /** Task of which this one is a step. */
  readonly parent: number | null
  /** W3C `traceparent` of the span that launched the task. */
  readonly trace: string | null
}

/** What is run, in which service, and as which principal. */
export interface Performer {
  readonly service: Service
  readonly principal: Principal
  readonly definition: TaskDefinition
}

export type Reporting = Pick<TaskContext, 'signal' | 'stopReason' | 'progress' | 'log' | 'attach'>

/**
 * Runs a task within a span, and returns its summary message. Throws the error of the task, and `command_failed` if a
 * task of a module returned no message.
 */
export function performTask(
  performer: Performer,
  performance: Performance,
  reporting: Reporting,
): Promise<Message> {
  const { id, name, scenario, trace } = performance
  const attributes = { 'task.id': id, 'task.scenario': scenario }
  return inSpan({ name: `task ${name}`, kind: 'consumer', parent: trace, attributes }, () =>
    perform(performer, performance, reporting),
  )
}

async function perform(
  { service, principal, definition }: Performer,
  { id, name, scenario, args: given, channel, userId, parent }: Performance,
  reporting: Reporting,
): Promise<Message> {
  const caller = { service, principal, scenario, step: parent !== null }
  const args = parseArguments(definition, given)
  await authorizeTask(definition, caller, args)
  await definition.check?.(caller, args)
  const actor = { userId, channel, origin: name, task: id }
  // A task of a module may be written without types.
  const result: unknown = await definition.run({ ...caller, ...reporting, actor, taskId: id }, args)
  const message = typeof result === 'string' ? foreignText(result) : readWholeMessage(result)
  if (message !== undefined) return message
  const params = { name, type: result === null ? 'null' : typeof result }
  throw new ServiceError('command_failed', { reason: { code: 'task_without_message', params } })
}

/**
 * Returns the outcome of a task that returns its summary message or throws. Unless the task was stopped, its error is
 * passed to `onError`, and the log gets what the outcome, the last line of the log, does not show: causes and stack trace.
 */
export async function outcomeOf(
  perform: () => Promise<Message>,
  { log, stopReason }: { readonly log: TaskLog; readonly stopReason: () => StopReason | undefined },
  onError?: (error: unknown) => void,
): Promise<Outcome> {
  try {
    return { status: 'Done', message: await perform() }
  } catch (error) {
    const reason = stopReason()
    if (reason !== undefined) return stoppedOutcome(reason)
    const details = failureDetails(error)
    if (details !== undefined) log.write('error', details)
    onError?.(error)
    return { status: 'Failed', message: failureMessage(error) }
  }
}

/** Milliseconds within which a task must have released its connections. */
const closeTimeoutMs = 1_000

/** Returns whether the connections of a task are closed in time. */
export async function closesInTime(closing: Promise<void>): Promise<boolean> {
  const over = new AbortController()
  const timeout = delay(closeTimeoutMs, false, { signal: over.signal }).catch(() => false)
  const closed = closing.then(
    () => true,
    () => false,
  )
  try {
    return await Promise.race([closed, timeout])
  } finally {
    over.abort()
  }
}

/**
 * Returns the message of an error for the record: that of a ServiceError includes the remedy; other errors have just
 * their text.
 */
export function failureMessage(error: unknown): Message {
  const fields = error instanceof ServiceError ? error.fields : undefined
  const [fault, ...others] = Object.entries(fields ?? {}).flatMap(([field, [first, ...more]]) =>
    first === undefined
      ? []
      : [{ code: 'nested' as const, params: { field, message: joinSentences(first, ...more) } }],
  )
  return fault === undefined ? messageOf(error) : joinSentences(fault, ...others)
}

/** Returns the same message in English. */
export const failureText = (error: unknown): string => messageText(failureMessage(error))

/** Returns the causes of an error, and the stack trace unless it is a ServiceError; undefined without either. */
function failureDetails(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const cause = error.cause instanceof Error ? `Caused by: ${detailsOf(error.cause)}` : undefined
  if (error instanceof ServiceError) return cause
  return joinLines(error.stack ?? error.message, cause)
}

/** Returns the text of a cause and of its causes, with the stack trace unless it is a ServiceError. */
const detailsOf = (error: Error): string =>
  error instanceof ServiceError
    ? joinLines(failureText(error), failureDetails(error))
    : (failureDetails(error) ?? error.message)

const joinLines = (text: string, more: string | undefined): string =>
  more === undefined ? text : `${text}\n${more}`
