/** The steps that every request passes, from its turn on the connection to its response. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { network } from '../../auth/credentials/throttle.ts'
import { loadMessages } from '../../errors/load-messages.ts'
import type { ServiceError } from '../../errors/service-error.ts'
import type { Answer } from '../answer.ts'
import { rejectOutsideBase, withBasePath } from '../base-path.ts'
import { giveUpUnreadBody } from '../body/give-up-body.ts'
import { rejectCrossSite } from '../cross-site.ts'
import { anonymousLanguage, type Exchange } from '../exchange.ts'
import { problemAnswer, toServiceError } from '../problem.ts'
import { rejectAmbiguous } from '../reject-ambiguous.ts'
import type { Route } from '../routes/route.ts'
import { send } from '../send.ts'
import { traceRequest } from '../trace-request.ts'
import type { RequestHandler } from './framework.ts'
import type { ServerState } from './server-state.ts'

/** Returns the handler of the framework for a route. */
export function createRequestHandler(state: ServerState, route: Route): RequestHandler {
  const { turns, slices, warnOfForwarding } = state
  return (request, reply) =>
    traceRequest(route, { request, reply }, async (follow) => {
      const turn = turns.turnOf(request.raw, reply.raw)
      if (turn !== true && !(await turn)) return
      const begun = performance.now()
      if (route.always !== true) {
        const slice = slices.next()
        if (slice !== true) await slice
      }
      warnOfForwarding(request)
      const exchange = beginExchange(state, route, { request, reply, begun })
      follow(exchange)
      await respond(state, route, exchange, begun)
    })
}

interface ArrivedRequest {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Time of arrival, from `performance.now`. */
  readonly begun: number
}

/** Creates the exchange of a request; releases what it holds when the connection is done with it. */
function beginExchange(
  { admission, shared, deliveries, metrics }: ServerState,
  route: Route,
  { request, reply, begun }: ArrivedRequest,
): Exchange {
  const from = network(request.ip)
  const gone = new AbortController()
  const exchange: Exchange = {
    ...shared,
    request,
    reply,
    signal: gone.signal,
    memory: admission.hold(),
    network: from,
    client: `address ${from}`,
    leave: () => undefined,
    enter: () => Promise.resolve(),
    identified: () => Promise.resolve(),
    language: anonymousLanguage(request, shared.service.settings.LANGUAGE_CODE),
    route: route.path,
    body: route.body,
    timings: new Map(),
  }
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
    exchange.memory.release()
    exchange.leave()
    deliveries.end(reply.raw)
    const seconds = (performance.now() - begun) / 1000
    const { method } = request
    metrics.observe({ route: exchange.route, method, status: reply.raw.statusCode, seconds })
  })
  return exchange
}

async function respond(state: ServerState, route: Route, exchange: Exchange, begun: number): Promise<void> {
  const { places, deliveries, turns, security, spool } = state
  const { request, reply } = exchange
  places.attach(exchange, route)
  const answer = withBasePath(await answerOf(state, route, exchange), exchange.service.settings.BASE_PATH)
  if (reply.raw.destroyed) return discard(answer)
  giveUpUnreadBody(request.raw, reply.raw)
  const { client, route: path } = exchange
  deliveries.begin({
    response: reply.raw,
    socket: request.raw.socket,
    client,
    route: path,
    requestId: request.id,
    leave: () => exchange.leave(),
  })
  if (answer.unspooled === true && request.method !== 'HEAD')
    turns.rejectWaiting(request.raw.socket, reply.raw)
  await send(exchange, answer, {
    security: security.data,
    cors: exchange.cors.headers(request.headers),
    spool,
    begun,
  })
}

async function answerOf({ refusalLog }: ServerState, route: Route, exchange: Exchange): Promise<Answer> {
  const { request, service, cors } = exchange
  try {
    rejectAmbiguous(request.raw)
    if (route.always !== true) rejectOutsideBase(request.raw, service.settings.BASE_PATH)
    await exchange.enter()
    const preflight = cors.preflight(request.method, request.headers)
    if (preflight !== undefined) return { status: 204, headers: preflight }
    rejectCrossSite(request.method, request.headers, cors)
    return await route.handler(exchange)
  } catch (thrown) {
    const error = toServiceError(thrown, request.id)
    if (error.status >= 500 && !refusalLog.take(error.code, exchange.client, exchange.route))
      report(exchange, error)
    return problemAnswer(error, await loadMessages(exchange.language))
  }
}

function report({ request, service }: Exchange, error: ServiceError): void {
  const details = { requestId: request.id, method: request.method, url: request.url, code: error.code }
  service.logger.error({ ...details, err: error.cause ?? error }, 'Request failed')
}

/** Destroys a stream that is not sent, so that its query does not keep running. */
function discard({ body }: Answer): void {
  if (typeof body === 'object' && 'destroy' in body) body.destroy()
}
