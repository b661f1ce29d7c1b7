/**
 * Runs a claimed task: checks rights and arguments again and calls its definition. Used by worker processes and by
 * commands.
 */
import type { Principal } from '../../auth/principal.ts'
import type { Channel } from '../../data/context.ts'
import { messageText } from '../../errors/messages.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { Service } from '../../service/service.ts'
import { type Arguments, parseArguments } from '../arguments.ts'
import { authorizeTask } from '../authorize.ts'
import type { TaskContext, TaskDefinition } from '../definition.ts'
import type { Launcher } from './principal.ts'

export interface Performance extends Launcher {
  readonly id: number
  readonly name: string
  readonly scenario: string
  readonly args: Arguments
  readonly channel: Channel
  /** Task of which this one is a step. */
  readonly parent: number | null
}

/** What is run, in which service, and as which principal. */
export interface Performer {
  readonly service: Service
  readonly principal: Principal
  readonly definition: TaskDefinition
}

export type Reporting = Pick<TaskContext, 'signal' | 'progress' | 'log' | 'attach'>

/**
 * Returns the summary message. Throws the error of the task, and `command_failed` if a task of a module returned no
 * message.
 */
export async function performTask(
  { service, principal, definition }: Performer,
  { id, name, scenario, args: given, channel, userId, parent }: Performance,
  reporting: Reporting,
): Promise<string> {
  const caller = { service, principal, scenario, step: parent !== null }
  const args = parseArguments(definition, given)
  await authorizeTask(definition, caller, args)
  await definition.check?.(caller, args)
  const actor = { userId, channel, origin: name }
  const message: unknown = await definition.run({ ...caller, ...reporting, actor, taskId: id }, args)
  if (typeof message === 'string') return message
  const reason = `The task "${name}" ended without a message: its function run must return a text, not ${message === null ? 'null' : typeof message}.`
  throw new ServiceError('command_failed', { reason })
}

/**
 * Returns the text of an error for the record: the message of a ServiceError includes the remedy; other errors have
 * just their message.
 */
export function failureText(error: unknown): string {
  if (!(error instanceof ServiceError)) return error instanceof Error ? error.message : String(error)
  if (error.fields === undefined) return error.message
  return Object.entries(error.fields)
    .map(([field, messages]) => `${field}: ${messages.map((message) => messageText(message)).join(' ')}`)
    .join(' ')
}

/** Returns the text of an error for the log, with the stack trace unless it is a ServiceError. */
export function failureDetails(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? `\nCaused by: ${error.cause.stack ?? error.cause.message}` : ''
  return error instanceof ServiceError ? failureText(error) + cause : (error.stack ?? error.message) + cause
}
