/** The error of parameters that would be ignored. */
import { ServiceError } from './service-error.ts'

/** Returns the error `unknown_parameter`, which names the parameters that are not known and those that are. */
export function unknownParameter(names: readonly string[], known: readonly string[]): ServiceError {
  const remedy = known.length === 0 ? 'There are none.' : `Known parameters: ${known.join(', ')}.`
  return new ServiceError('unknown_parameter', { name: names.join(', '), remedy })
}
