/** Names in requests that mean nothing, and the header that reports them. */
import { text } from './schemas.ts'

/**
 * Names in requests that are not parameters, unless an endpoint or task defines them: the format of the response, and
 * the form token.
 */
export const ignoredNames: ReadonlySet<string> = new Set(['format', 'csrfmiddlewaretoken'])

/** Header of the response of a list: the parameters of the request that it does not know. */
export const ignoredParametersHeader = {
  'X-Ignored-Parameters': { description: 'Parameters that mean nothing here.', schema: text },
} as const

/** Headers of the response of an index. */
export const indexResponseHeaders = {
  ...ignoredParametersHeader,
  'Preference-Applied': { description: '`handling=strict`: unknown parameters get 400.', schema: text },
} as const
