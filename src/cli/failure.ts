/** What a command says when it fails, and the exit code: 1 failed, 2 used wrongly, 130 canceled. */
import { messageText } from '../errors/messages.ts'
import { recordLevel, ServiceError } from '../errors/service-error.ts'

const exitCodes: Readonly<Record<string, number>> = {
  usage: 2,
  // What a task finds wrong with its parameters, beyond what their schema says.
  invalid_parameter: 2,
  unknown_parameter: 2,
  canceled: 130,
}

export interface Failure {
  readonly exitCode: number
  readonly text: string
}

/** An error in words for the person who typed the command; with its stack if that is wanted. */
export function describeFailure(error: unknown, debug: boolean): Failure {
  const stack = debug && error instanceof Error ? `\n${stackOf(error)}` : ''
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

/** Faults of fields say more than the sentence that there are some. */
function sentence(error: ServiceError): string {
  if (error.fields === undefined) return error.message
  return Object.entries(error.fields)
    .map(([field, messages]) => {
      const words = messages.map((message) => messageText(message)).join(' ')
      return field === recordLevel ? words : `${field}: ${words}`
    })
    .join('\n')
}

function stackOf(error: Error): string {
  const cause = error.cause instanceof Error ? `\nCaused by: ${stackOf(error.cause)}` : ''
  return `${error.stack ?? error.message}${cause}`
}
