/** Derives the routes that identify no user from the contract. */
import type { Endpoint } from '../../contract/endpoint.ts'
import { type Exchange, readRequestBody } from '../exchange.ts'
import type { Route } from '../routes/route.ts'
import { asObject } from '../ui/word-call.ts'
import { queryText, parseQuery } from '../request-target.ts'
import { parsePathOf, rejectUnknownNames } from './parse-query.ts'
import { type Input, isBodiless, parseBodyOf, present, rejectMembers, type Result } from './routes.ts'

/** Handles the requests of an endpoint for everybody. */
export type PublicHandler<E extends Endpoint> = (
  exchange: Exchange,
  input: Omit<Input<E>, 'query'>,
) => Promise<Result<E>>

/** Returns the routes of endpoints; HEAD is processed as GET, except for redirects, which may begin something. */
export function publicRoutesOf<E extends Record<keyof E, Endpoint>>(
  endpoints: E,
  handlers: { readonly [Name in keyof E]: PublicHandler<E[Name]> },
): readonly Route[] {
  const routes: Route[] = []
  for (const name in endpoints) {
    const endpoint = endpoints[name]
    const [method = '', path = ''] = name.split(' ')
    const bodiless = isBodiless(name, endpoint)
    routes.push({
      methods: method === 'GET' && 200 in endpoint.answers ? ['GET', 'HEAD'] : [method],
      path: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      access: 'public',
      body: method === 'GET' ? 'none' : 'anonymous',
      handler: async (exchange) => {
        rejectUnknownNames(endpoint, parseQuery(queryText(exchange.request.raw.url ?? '')))
        if (bodiless) rejectMembers(await objectBody(exchange))
        return present(endpoint, await handlers[name](exchange, inputOf(endpoint, exchange)))
      },
    })
  }
  return routes
}

const inputOf = <E extends Endpoint>(endpoint: E, exchange: Exchange): Omit<Input<E>, 'query'> => ({
  path: parsePathOf(endpoint, { ...Object(exchange.request.params) }),
  body: async (check) => parseBodyOf(endpoint, () => objectBody(exchange), { check }),
})

const objectBody = async (exchange: Exchange): Promise<Readonly<Record<string, unknown>>> =>
  asObject(await readRequestBody(exchange))
