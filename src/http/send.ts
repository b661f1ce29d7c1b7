/** Sends a response: common headers, compression, no body for HEAD. */
import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { freeChunk } from '../data/chunk-stream.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { Answer, Headers } from './answer.ts'
import { compress } from './compression.ts'
import type { Spool } from './delivery/spool.ts'
import { SpooledBody } from './delivery/spooled-body.ts'
import type { Exchange } from './exchange.ts'

/** Request headers that influence a response. */
const vary = 'Accept, Accept-Encoding, Accept-Language, Authorization, Cookie, Origin, Prefer'

export interface SendOptions {
  /** Security headers for responses that do not set their own. */
  readonly security: Headers
  /** CORS headers, if the origin of the request may read the response. */
  readonly cors: Headers | undefined
  /** Spool for responses to clients that read slowly. */
  readonly spool: Spool
  /** Time of arrival of the request, from `performance.now`. */
  readonly begun: number
}

/** Sends the response; resolves when it is passed to the connection, for a stream before its end. */
export async function send(exchange: Exchange, answer: Answer, options: SendOptions): Promise<void> {
  const { request, reply } = exchange
  const { status } = answer
  const headers = headersOf(exchange, answer, options)
  if (answer.body === undefined) {
    if (request.method !== 'HEAD' && status === 200) headers['content-length'] = '0'
    await reply.code(status).headers(headers).send()
    return
  }
  const body = typeof answer.body === 'string' ? Buffer.from(answer.body) : answer.body
  if (request.method === 'HEAD') {
    if (body instanceof Readable) body.destroy()
    else headers['content-length'] = String(body.length)
    await reply.code(status).headers(headers).send()
    return
  }
  const encoding = request.headers['accept-encoding']
  const compressed =
    encoding !== undefined && answer.uncompressed !== true && headers['content-encoding'] === undefined
      ? await compress(body, String(headers['content-type'] ?? ''), encoding, answer.shared)
      : { body }
  if (compressed.coding !== undefined) {
    headers['content-encoding'] = compressed.coding
    if (body instanceof Buffer) freeChunk(body)
  }
  if (!(compressed.body instanceof Readable)) {
    const bytes = compressed.body
    headers['content-length'] = String(bytes.length)
    // The processing of a response by the framework takes longer than writing it.
    reply.hijack()
    reply.raw.writeHead(status, headers)
    reply.raw.end(bytes, () => freeChunk(bytes))
    return
  }
  // The slot is released however slowly the client reads: running responses are counted separately.
  exchange.leave()
  await reply
    .code(status)
    .headers(headers)
    .send(answer.unspooled === true ? compressed.body : spooled(exchange, compressed.body, options.spool))
}

/** Returns the headers of the response together with the common headers. */
function headersOf(
  exchange: Exchange,
  { headers }: Answer,
  { begun, security, cors }: SendOptions,
): Record<string, string | string[]> {
  const { request } = exchange
  const reads = request.method === 'GET' || request.method === 'HEAD'
  const all: Record<string, string | string[]> = {
    'cache-control': reads ? 'private, no-cache' : 'no-store',
    vary,
    'x-request-id': request.id,
    'server-timing': serverTiming(exchange, begun),
  }
  if (headers['content-security-policy'] === undefined) Object.assign(all, security)
  if (cors !== undefined) Object.assign(all, cors)
  return Object.assign(all, transportSecurity(exchange), withoutPrompt(request.headers, headers))
}

/**
 * Returns the body, spooled to disk as far as its client is slow. The reason of an aborted response is only logged.
 */
function spooled({ service, client, request }: Exchange, body: Readable, spool: Spool): Readable {
  const served = new SpooledBody(body, spool, client)
  served.once('error', (error) => {
    if (error instanceof ServiceError && error.code !== 'canceled') {
      service.logger.warn({ client, requestId: request.id, code: error.code }, 'An answer broke off')
    }
  })
  return served
}

/** Returns Strict-Transport-Security, for https only: over http anyone on the path could have inserted the header. */
function transportSecurity({ request, service }: Exchange): Headers {
  if (request.protocol !== 'https') return {}
  return { 'strict-transport-security': `max-age=${service.settings.HSTS_MAX_AGE}` }
}

/**
 * Replaces the challenge for requests of page scripts. For Basic, a browser prompts for name and password itself and
 * covers the page whose script made the request. Scripts get a scheme that browsers do not know.
 */
function withoutPrompt(request: IncomingHttpHeaders, headers: Headers): Headers {
  const challenged = headers['WWW-Authenticate'] !== undefined
  return challenged && request['sec-fetch-dest'] === 'empty'
    ? { ...headers, 'WWW-Authenticate': 'Session realm="api"' }
    : headers
}

function serverTiming({ timings }: Exchange, begun: number): string {
  let steps = ''
  for (const [name, time] of timings) steps += `${name};dur=${time.toFixed(2)}, `
  return `${steps}total;dur=${(performance.now() - begun).toFixed(2)}`
}
