/** Messages and exit codes of failed commands: 1 failed, 2 wrong arguments and no task was started, 130 canceled. */
import { messageText } from '../errors/messages.ts'
import { type RecordErrors, recordLevel, ServiceError } from '../errors/service-error.ts'
import { StartedTaskError } from '../tasks/runner/started-task-error.ts'

/** Exit codes of commands that have started no task; all other errors, and those of started tasks, end them with 1. */
const exitCodes: Readonly<Record<string, number>> = {
  usage: 2,
  // Faults of parameters that the launch of a task finds beyond the schema validation.
  invalid_parameter: 2,
  unknown_parameter: 2,
  // Arguments that name nothing that exists, or a scenario for which the command is never possible.
  scenario_missing: 2,
  scenario_refused: 2,
  unknown_proposal: 2,
  unknown_task: 2,
  unknown_user: 2,
  canceled: 130,
}

export interface Failure {
  readonly exitCode: number
  readonly text: string
}

/** Returns the message of an error for the user of the command; with its stack trace if `debug` is set. */
export function describeFailure(error: unknown, debug: boolean): Failure {
  const stack = debug && error instanceof Error ? `\n${stackOf(error)}` : ''
  if (error instanceof StartedTaskError) return { ...describeFailure(error.cause, debug), exitCode: 1 }
  if (error instanceof Error && error.name === 'AbortError') {
    return describeFailure(new ServiceError('canceled', {}, { cause: error }), debug)
  }
  if (error instanceof ServiceError) {
    const exitCode = exitCodes[error.code] ?? 1
    return { exitCode, text: sentence(error) + stack }
  }
  const message = error instanceof Error ? error.message : String(error)
  const hint = debug ? '' : ' Run the command again with --debug to see where it comes from.'
  return { exitCode: 1, text: `An unexpected error: ${message}${hint}${stack}` }
}

/** Prefers the faults of fields, which are more specific than the general message. */
function sentence(error: ServiceError): string {
  if (error.fields !== undefined) return faultLines(error.fields).join('\n')
  if (error.records === undefined) return error.message
  const { total, byIndex } = error.records
  const lines = [...byIndex].flatMap(([index, faults]) =>
    faultLines(faults).map((line) => (total === 1 ? line : `Record ${index + 1}, ${line}`)),
  )
  return lines.length === 0 ? error.message : lines.join('\n')
}

const faultLines = (faults: RecordErrors): readonly string[] =>
  Object.entries(faults).map(([field, messages]) => {
    const words = messages.map((message) => messageText(message)).join(' ')
    return field === recordLevel ? words : `${field}: ${words}`
  })

function stackOf(error: Error): string {
  const cause = error.cause instanceof Error ? `\nCaused by: ${stackOf(error.cause)}` : ''
  return `${error.stack ?? error.message}${cause}`
}
