/** The errors of parameters of a request. */
import { type Message, messageText } from './messages.ts'
import { ServiceError } from './service-error.ts'

/** Returns the error of invalid parameters, with messages by parameter. */
export function invalidParameters(faults: ReadonlyMap<string, readonly Message[]>): ServiceError {
  const [[name, [first]] = ['', []]] = faults
  const reason = first === undefined ? '' : messageText(first)
  return new ServiceError('invalid_parameter', { name, reason }, { fields: Object.fromEntries(faults) })
}

/** Returns the error of an invalid value of a parameter. */
export const parameterError = (name: string, fault: Message): ServiceError =>
  invalidParameters(new Map([[name, [fault]]]))

/**
 * Returns the error `unknown_parameter`, which names the parameters and the known ones. Requests of records give a
 * remedy instead; each name then has its own message.
 */
export function unknownParameter(
  names: readonly string[],
  known: readonly string[] | { readonly remedy: string },
): ServiceError {
  const params = { name: names.join(', ') }
  if ('remedy' in known) {
    const fields = Object.fromEntries(
      names.map((name) => [name, [{ code: 'unknown_query_parameter' as const }]]),
    )
    return new ServiceError('unknown_parameter', { ...params, ...known }, { fields })
  }
  const remedy = known.length === 0 ? 'There are none.' : `Known parameters: ${known.join(', ')}.`
  return new ServiceError('unknown_parameter', { ...params, remedy })
}
