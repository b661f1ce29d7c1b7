/**
 * Runs a task that was claimed: checks rights and arguments once more and calls its definition. The same for the process of a worker and for a command.
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
  /** The task of which it is a step. */
  readonly parent: number | null
}

/** What is run, where, and as whom. */
export interface Performer {
  readonly service: Service
  readonly principal: Principal
  readonly definition: TaskDefinition
}

export type Reporting = Pick<TaskContext, 'signal' | 'progress' | 'log' | 'attach'>

/** Answers the message that sums up what was done. Throws what went wrong. */
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
  return definition.run({ ...caller, ...reporting, actor, taskId: id }, args)
}

/** An error in words for the record: one of ours says what to do, another one at least what it is. */
export function failureText(error: unknown): string {
  if (!(error instanceof ServiceError)) return error instanceof Error ? error.message : String(error)
  if (error.fields === undefined) return error.message
  return Object.entries(error.fields)
    .map(([field, messages]) => `${field}: ${messages.map((message) => messageText(message)).join(' ')}`)
    .join(' ')
}

/** An error for the log: with the place in the code when it is not one of ours. */
export function failureDetails(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? `\nCaused by: ${error.cause.stack ?? error.cause.message}` : ''
  return error instanceof ServiceError ? failureText(error) + cause : (error.stack ?? error.message) + cause
}
