/** One request during its processing: the data and functions that handlers use. */
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Credentials } from '../auth/credential-schemes.ts'
import { notAuthenticated } from '../auth/credentials/not-authenticated.ts'
import { languageOf } from '../auth/language.ts'
import type { Principal } from '../auth/principal.ts'
import { requireKeyScope } from '../auth/rights/key-scope.ts'
import { ServiceError } from '../errors/service-error.ts'
import { csrfHeader, unattendedHeader } from '../auth/sessions/cookies.ts'
import type { LivePlans } from '../live/live-plans.ts'
import type { Service } from '../service/service.ts'
import type { BodyReservation } from './admission.ts'
import type { Answer } from './answer.ts'
import type { Arrivals } from './arrivals.ts'
import type { ListTotals } from '../data/read/index.ts'
import type { IgnoredParameters } from './data/ignored-parameters.ts'
import type { ListTags } from './data/list-tags.ts'
import type { BodyKind, BodyPolicies } from './body/body-policy.ts'
import { announcesBody, type BodySource, readBytes } from './body/raw-body.ts'
import { type Body, readBody } from './body/read-body.ts'
import type { CorsPolicy } from './cors.ts'
import { publicOrigin } from './public-origin.ts'
import type { StreamLimits } from './stream-limits.ts'
import type { EventPulse } from './ui/events/event-pulse.ts'
import type { KeptDifferences } from '../scenarios/difference/kept-differences.ts'

export interface Exchange {
  readonly service: Service
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Aborted if the client disconnects before the response has ended. */
  readonly signal: AbortSignal
  /** Memory of the body, released when the response is being sent. */
  readonly memory: BodyReservation
  readonly listTags: ListTags
  readonly listTotals: ListTotals
  /** Network that the request comes from. */
  readonly network: string
  /** Credentials of the request (see `credentialsOf`). */
  credentials?: Credentials
  /** Owner of the request, for limits per client: an address, or the user once known. */
  client: string
  /** Releases the request slot, because from now on the request only waits. */
  leave(): void
  /**
   * Takes a request slot. Requests with recognized credentials and requests without credentials get one at once;
   * requests with unknown credentials wait for a slot to be identified. Waits for a turn of the user once the user is
   * known. Throws `overloaded`.
   */
  enter(): Promise<void> | undefined
  /**
   * Takes the slot of a user and waits for a turn, because the number of concurrent requests per user is limited.
   * Throws `overloaded`.
   */
  identified(): Promise<void> | undefined
  readonly arrivals: Arrivals
  readonly cors: CorsPolicy
  readonly ignoredParameters: IgnoredParameters
  readonly livePlans: LivePlans
  /** Limits of open event streams. */
  readonly streams: StreamLimits
  /** Notifies streams when there may be new events. */
  readonly eventPulse: EventPulse
  /** Cached differences of scenarios, for the following pages. */
  readonly differences: KeptDifferences
  /** Language of messages: that of the user once known. */
  language: string
  /** Name of the route for metrics: a template, never a URL. */
  route: string
  /** Selects the limits of the body. A handler that serves several kinds sets it when it knows the kind. */
  body: BodyKind
  readonly policies: BodyPolicies
  /** Duration of steps in milliseconds, for the header Server-Timing. */
  readonly timings: Map<string, number>
}

export type Handler = (exchange: Exchange) => Promise<Answer>

/** Returns the language for a request without a known user. */
export function anonymousLanguage(request: FastifyRequest, fallback: string): string {
  return languageOf('auto', request.headers['accept-language'], fallback)
}

export function cookiesOf(request: FastifyRequest): Readonly<Record<string, string | undefined>> | undefined {
  const { cookie } = request.headers
  return cookie === undefined ? undefined : request.server.parseCookie(cookie)
}

/** Returns the color scheme that the user has chosen; undefined means the setting of the system. */
export function chosenScheme(request: FastifyRequest): 'light' | 'dark' | undefined {
  const { scheme } = cookiesOf(request) ?? {}
  return scheme === 'light' || scheme === 'dark' ? scheme : undefined
}

const single = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header

/** Returns the credentials of a request: one object per request, because its fingerprint is cached in it. */
export function credentialsOf(exchange: Exchange): Credentials {
  if (exchange.credentials === undefined) {
    const { request } = exchange
    const { headers } = request
    exchange.credentials = {
      method: request.method,
      address: request.ip,
      authorization: headers.authorization,
      cookies: cookiesOf(request),
      csrfToken: single(headers[csrfHeader]),
      acceptLanguage: headers['accept-language'],
      unattended: isUnattended(headers),
      memo: {},
    }
  }
  return exchange.credentials
}

/**
 * Returns whether a page sent the request by itself. A browser reconnects event streams by itself, and cannot add a
 * header to them.
 */
const isUnattended = (headers: IncomingHttpHeaders): boolean =>
  headers[unattendedHeader] === 'true' || headers.accept === 'text/event-stream'

/** Routes that a session may use before it has set up a required second factor. */
const setsFactorUp = /^\/api\/me\/(?:$|password\/$|factors\/)/

/**
 * Identifies the user of the request; resolves when it is the user's turn. Throws `not_authenticated` with the
 * challenge, also without credentials, and `overloaded`.
 */
export async function identify(
  exchange: Exchange,
  credentials: Credentials = credentialsOf(exchange),
): Promise<Principal> {
  const begun = performance.now()
  const principal = await exchange.service.auth.authenticate(credentials)
  exchange.timings.set('auth', performance.now() - begun)
  if (principal === undefined) throw notAuthenticated()
  requireKeyScope(principal, exchange.request.method, exchange.route)
  if (principal.factorMissing === true && !setsFactorUp.test(exchange.route)) {
    throw new ServiceError('second_factor_missing')
  }
  exchange.language = principal.language
  exchange.client = `user ${principal.userId} (${principal.username})`
  await exchange.identified()
  return principal
}

/**
 * Reads the body of the request by its content type, within the limits of its route. The request takes no request
 * slot while its body arrives. Throws `overloaded` too.
 */
export async function readRequestBody(exchange: Exchange): Promise<Body> {
  const { request, reply, memory, arrivals, client } = exchange
  const options = {
    policy: exchange.policies[exchange.body],
    reserve: (bytes: number) => memory.add(bytes, client),
  }
  const source = bodySource(request, reply)
  if (request.raw.complete || !announcesBody(request.headers)) return readBody(source, options)
  const arrival = arrivals.begin(exchange.body === 'anonymous' ? 'anonymous' : 'whole', client)
  exchange.leave()
  let streams = false
  const onStreaming = (): void => {
    const lines = arrivals.begin('lines', client)
    reply.raw.once('close', () => lines.end())
    streams = true
  }
  try {
    const body = await readBody(source, { ...options, signal: arrival.signal, onStreaming })
    if (!streams) await exchange.enter()
    return body
  } finally {
    arrival.end()
  }
}

function bodySource(request: FastifyRequest, reply: FastifyReply): BodySource {
  return {
    stream: request.raw,
    headers: request.headers,
    // `100 Continue` is sent only now, because the request may have been rejected before.
    onStart: () => {
      if (request.headers.expect?.toLowerCase() === '100-continue') reply.raw.writeContinue()
    },
  }
}

/** Yields the bytes of the body as they arrive, for handlers that do not keep the body in memory. */
export function requestBytes(exchange: Exchange, size: number): AsyncIterable<Buffer> {
  const { compressed, pace, maxBytes } = exchange.policies[exchange.body]
  const { request, reply, arrivals, client } = exchange
  const arrival = arrivals.begin('files', client)
  reply.raw.once('close', () => arrival.end())
  exchange.leave()
  return readBytes(bodySource(request, reply), {
    size: Math.min(size, maxBytes),
    compressed,
    pace,
    signal: arrival.signal,
  })
}

/**
 * Returns the start of links in the response: the origin, if it is known (see `publicOrigin`), and the prefix of all
 * paths.
 */
export function originOf({ request, service }: Pick<Exchange, 'request' | 'service'>): string {
  return publicOrigin(request, service.settings) + service.settings.BASE_PATH
}

/**
 * Returns the origin of the browser for passkeys, which are bound to a host name; empty if the service does not know
 * its origin.
 */
export function browserPlace(exchange: Pick<Exchange, 'request' | 'service'>): { readonly origin: string } {
  const place = originOf(exchange)
  return { origin: URL.canParse(place) ? new URL(place).origin : '' }
}
