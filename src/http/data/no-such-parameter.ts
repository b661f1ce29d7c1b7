/** Parameters that mean nothing where they stand, and are not passed over there. */
import { reservedParameters } from '../../data/read/index.ts'
import { ServiceError } from '../../errors/service-error.ts'

/** The error `unknown_parameter` for what would otherwise be passed over in silence. */
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
