/** Handles the query parameters of the indexes of the API, which have none of their own. */
import { ignoredNames } from '../../contract/ignored-names.ts'
import { unknownParameter } from '../../errors/parameter-errors.ts'
import type { Headers } from '../answer.ts'
import { ignoredHeader, rejectsUnknown } from '../data/data-call.ts'
import { appliedPreferences, parsePrefer } from '../data/prefer.ts'
import type { Exchange } from '../exchange.ts'
import type { QueryPairs } from '../request-target.ts'

/**
 * Returns the headers that name the ignored parameters and the applied preferences. Throws `unknown_parameter` as a list
 * does, if the request or the installation asks for that.
 */
export function indexHeaders(exchange: Exchange, query: QueryPairs): Headers {
  const prefer = parsePrefer(exchange.request.headers['prefer'])
  const unknown = [...new Set(query.map(([name]) => name).filter((name) => !ignoredNames.has(name)))]
  if (unknown.length > 0 && rejectsUnknown({ prefer, exchange })) {
    throw unknownParameter(unknown, { remedy: { code: 'no_parameters' } })
  }
  const applied = appliedPreferences({ ...prefer, minimal: false })
  return {
    ...ignoredHeader(unknown),
    ...(applied === undefined ? {} : { 'preference-applied': applied }),
  }
}
