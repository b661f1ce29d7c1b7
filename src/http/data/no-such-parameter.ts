/** Rejects parameters that have no meaning for a request and must not be ignored. */
import { reservedParameters } from '../../data/read/index.ts'
import { ServiceError } from '../../errors/service-error.ts'

/** Returns the error `unknown_parameter`. */
export function noSuchParameter(names: readonly string[]): ServiceError {
  const reserved = names.some((name) => reservedParameters.has(name))
  const remedy = reserved ? 'It has no meaning for this method.' : 'Maybe it was meant for another method.'
  return new ServiceError(
    'unknown_parameter',
    { name: names.join(', '), remedy },
    {
      fields: Object.fromEntries(names.map((name) => [name, [{ code: 'unknown_query_parameter' }]])),
    },
  )
}
