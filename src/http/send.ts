/** Puts an answer on its way: headers that all answers have, compression, no body for HEAD. */
import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { ServiceError } from '../errors/service-error.ts'
import type { Answer, Headers } from './answer.ts'
import { compress } from './compression.ts'
import type { Spool } from './delivery/spool.ts'
import { SpooledBody } from './delivery/spooled-body.ts'
import type { Exchange } from './exchange.ts'

/** What an answer depends on besides the URL. */
const vary = 'Accept, Accept-Encoding, Accept-Language, Authorization, Cookie, Origin, Prefer'

export interface SendOptions {
  /** Headers for answers that do not say themselves what browsers may do with them. */
  readonly security: Headers
  /** Headers for pages of other origins, when they are allowed to read. */
  readonly cors: Headers | undefined
  /** Where answers wait for clients that read slowly. */
  readonly spool: Spool
  /** When the request arrived, in the time of `performance.now`. */
  readonly begun: number
}

/** Sends the answer; resolves when it is handed over, which for a stream is before its end. */
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
    encoding !== undefined && answer.confidential !== true && headers['content-encoding'] === undefined
      ? await compress(body, String(headers['content-type'] ?? ''), encoding, answer.shared)
      : { body }
  if (compressed.coding !== undefined) headers['content-encoding'] = compressed.coding
  if (!(compressed.body instanceof Readable)) {
    headers['content-length'] = String(compressed.body.length)
    // What the framework does with an answer takes longer than writing it.
    reply.hijack()
    reply.raw.writeHead(status, headers)
    reply.raw.end(compressed.body)
    return
  }
  // However long the client takes: what is under way is counted with the answers.
  exchange.leave()
  await reply
    .code(status)
    .headers(headers)
    .send(answer.unspooled === true ? compressed.body : spooled(exchange, compressed.body, options.spool))
}

/** The headers of the answer, and those that all answers have. */
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

/** The body by way of the disk as far as its client is slow. Why it broke off is only seen in the log. */
function spooled({ service, client, request }: Exchange, body: Readable, spool: Spool): Readable {
  const served = new SpooledBody(body, spool, client)
  served.once('error', (error) => {
    if (error instanceof ServiceError && error.code !== 'canceled') {
      service.logger.warn({ client, requestId: request.id, code: error.code }, 'An answer broke off')
    }
  })
  return served
}

/** By https only: a browser must not be told by http, where anybody on the way could have said it. */
function transportSecurity({ request, service }: Exchange): Headers {
  if (request.protocol !== 'https') return {}
  return { 'strict-transport-security': `max-age=${service.settings.HSTS_MAX_AGE}` }
}

/**
 * Told to sign in by Basic, a browser asks for name and password itself, over the page whose script has made the
 * request and knows better. Scripts of pages learn of another way, which no browser knows.
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
