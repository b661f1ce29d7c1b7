/** The error for requests whose credentials are invalid or missing. */
import { ServiceError } from '../../errors/service-error.ts'

/** Returns the error for invalid or missing credentials, with the challenge that clients expect. */
export function notAuthenticated(): ServiceError {
  return new ServiceError(
    'not_authenticated',
    {},
    { headers: { 'WWW-Authenticate': 'Basic realm="api", charset="UTF-8"' } },
  )
}
