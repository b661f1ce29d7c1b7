/** The errors of parameters of a request. */
import type { Message } from './messages.ts'
import { ServiceError } from './service-error.ts'

/** Returns the error of invalid parameters, with messages by parameter. */
export function invalidParameters(faults: ReadonlyMap<string, readonly Message[]>): ServiceError {
  const [[name, [first]] = ['', []]] = faults
  return new ServiceError(
    'invalid_parameter',
    { name, ...(first === undefined ? {} : { reason: first }) },
    { fields: Object.fromEntries(faults) },
  )
}

/** Returns the error of an invalid value of a parameter; the response has the message by parameter. */
export const parameterError = (name: string, fault: Message): ServiceError =>
  invalidParameters(new Map([[name, [fault]]]))

/** Returns the error of an invalid value of a parameter; the response is one text that names the parameter. */
export const invalidParameter = (name: string, reason: Message, cause?: unknown): ServiceError =>
  new ServiceError('invalid_parameter', { name, reason }, { cause })

/**
 * Returns the error `unknown_parameter`, which names the parameters and the known ones. Requests of records give a
 * remedy instead; each name then has its own message.
 */
export function unknownParameter(
  names: readonly string[],
  known: readonly string[] | { readonly remedy: Message },
): ServiceError {
  const params = { name: names.join(', ') }
  if ('remedy' in known) {
    const fields = Object.fromEntries(
      names.map((name) => [name, [{ code: 'unknown_query_parameter' as const }]]),
    )
    return new ServiceError('unknown_parameter', { ...params, ...known }, { fields })
  }
  const remedy: Message =
    known.length === 0
      ? { code: 'no_parameters' }
      : { code: 'known_parameters', params: { known: known.join(', ') } }
  return new ServiceError('unknown_parameter', { ...params, remedy })
}
