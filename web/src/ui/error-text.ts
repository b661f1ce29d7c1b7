/** Describes an error in one line, for places without space for `ErrorState`. */
import i18next from 'i18next'
import { asApiError } from '../platform/api/api-error.ts'

/** Returns the message of the service; without one, what is known otherwise. Never empty. */
export function errorText(error: unknown): string {
  const { detail, unreachable, requestId = '' } = asApiError(error)
  return detail || `${i18next.t(`common:error.${unreachable ? 'unreachable' : 'title'}`)} ${requestId}`.trim()
}
