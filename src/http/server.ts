/**
 * Assembles the HTTP server: every request passes the same steps, from admission to its response. The table of routes
 * of the service selects the handler; the framework handles the connections.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fastifyCookie } from '@fastify/cookie'
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { createListTotals } from '../data/read/index.ts'
import { loadMessages } from '../errors/load-messages.ts'
import { ServiceError } from '../errors/service-error.ts'
import { network } from '../auth/credentials/throttle.ts'
import { createLivePlans } from '../live/live-plans.ts'
import type { Service } from '../service/service.ts'
import { createUrlRewriter, rejectOutsideBase, withBasePath } from './base-path.ts'
import { createAdmission } from './admission.ts'
import { arrivalLimits, createArrivals } from './arrivals.ts'
import type { Answer } from './answer.ts'
import { bodyPolicies } from './body/body-policy.ts'
import { followConnections } from './connections.ts'
import { createConnectionTurns } from './connection-turns.ts'
import { announcesBody } from './body/raw-body.ts'
import { createCorsPolicy } from './cors.ts'
import { rejectCrossSite } from './cross-site.ts'
import { createIgnoredParameters } from './data/ignored-parameters.ts'
import { createListTags } from './data/list-tags.ts'
import { createDeliveries } from './delivery/deliveries.ts'
import { createSpool } from './delivery/spool.ts'
import { type Exchange, anonymousLanguage } from './exchange.ts'
import { helpRoutes } from './help/help-routes.ts'
import { createForwardedWarning } from './forwarded-warning.ts'
import { mcpRoutes } from './mcp/mcp-routes.ts'
import { createMetrics } from './metrics.ts'
import { createPlatformFigures } from './platform-figures.ts'
import { problemAnswer, toServiceError } from './problem.ts'
import { docsRoutes } from './routes/docs.ts'
import { dispatchRoute } from './routes/dispatch.ts'
import { healthRoutes } from './routes/health.ts'
import type { Route } from './routes/route.ts'
import { sessionRoutes } from './routes/session.ts'
import { signOnRoutes } from './routes/sign-on.ts'
import { rejectAmbiguous } from './reject-ambiguous.ts'
import { createRequestPlaces } from './request-places.ts'
import { createRefusalLog } from './refusal-log.ts'
import { refuse, rejectConnection } from './refuse.ts'
import { createSecurityHeaders } from './security-headers.ts'
import { send } from './send.ts'
import { createStreamLimits } from './stream-limits.ts'
import { createTimeSlices } from './time-slices.ts'
import { createEventPulse } from './ui/events/event-pulse.ts'
import { createKeptDifferences } from '../scenarios/difference/kept-differences.ts'
import { createTrials } from './ui/plan/trials.ts'
import { resetRoutes } from './ui/start/reset.ts'
import { setupRoutes } from './ui/start/setup.ts'
import { webRoutes } from './web/web-routes.ts'

export interface HttpServer {
  /** Address of the server, such as `http://127.0.0.1:8000`. */
  readonly url: string
  readonly routes: readonly Route[]
  /** Waits for running requests up to a time limit, and rejects new ones. */
  close(): Promise<void>
}

export interface ServerOptions {
  readonly host?: string
  /** Port; 0 = any free one. */
  readonly port?: number
  /** Routes of other modules. */
  readonly routes?: readonly Route[]
  /** Maximum time in milliseconds that running requests have to end when the server closes. */
  readonly grace?: number
  /** Maximum number of running requests. */
  readonly maxRequests?: number
}

/** Maximum size in bytes of request line and headers; long keys are part of the URL. */
const maxHeaderSize = 65_536
/**
 * Number of running requests per database connection: the others wait for a connection, which costs little memory.
 */
const requestsPerConnection = 50
/** Time in milliseconds per turn of the event loop in which requests are started: a burst must not delay `/livez`. */
const sliceMs = 10
/**
 * Delay in milliseconds before a request of a user with too many waiting requests is rejected, because many clients
 * would retry an immediate rejection at once.
 */
const refusalDelayMs = 1_000
/**
 * Maximum number of connections that wait to be accepted: in a burst, a rejected connection would be retried only a
 * second later.
 */
const backlog = 4_096
/** Number of bytes of each body that large bodies of other clients cannot block. */
const freeBodyBytes = 65_536
const defaultGraceMs = 30_000

export async function startServer(service: Service, options: ServerOptions = {}): Promise<HttpServer> {
  const { settings, logger, database } = service
  const maxRequests = options.maxRequests ?? settings.POOL_SIZE * requestsPerConnection
  const admission = createAdmission({
    requests: maxRequests,
    bodyBytes: settings.MAX_BODY_MEMORY,
    freeBodyBytes,
  })
  const arrivals = createArrivals(arrivalLimits(settings))
  const policies = bodyPolicies(settings)
  const livePlans = createLivePlans(service)
  const metrics = createMetrics({
    pool: database.pool,
    running: () => admission.running,
    livePlans: () => livePlans.status(),
    platform: createPlatformFigures(service),
    signInFailures: () => service.auth.signInFailures(),
    leastDisk: settings.MIN_FREE_DISK,
  })
  const listTags = createListTags()
  const listTotals = createListTotals()
  const ignoredParameters = createIgnoredParameters(logger, (entity, count) =>
    metrics.ignoredParameters(entity, count),
  )
  const trials = createTrials()
  const differences = createKeptDifferences()
  const streams = createStreamLimits(settings)
  const eventPulse = createEventPulse(database)
  const cors = createCorsPolicy(settings.CORS_ORIGINS)
  const security = createSecurityHeaders(settings.FRAME_ANCESTORS)
  const turns = createConnectionTurns()
  const slices = createTimeSlices(sliceMs)
  const places = createRequestPlaces({
    admission,
    maxRequests,
    connections: settings.POOL_SIZE,
    beforeRefusal: (signal) => delay(refusalDelayMs, undefined, { signal }).catch(() => undefined),
  })
  const refusalLog = createRefusalLog(logger)
  const warnOfForwarding = createForwardedWarning(logger)
  const spool = createSpool({ folder: join(settings.VAR, 'spool'), size: settings.SPOOL_SIZE })
  const deliveries = createDeliveries(
    { slowMs: settings.SLOW_READER_TIMEOUT * 1000, perClient: settings.UNREAD_ANSWERS },
    logger,
  )

  async function run(route: Route, exchange: Exchange, begun: number): Promise<void> {
    const { request, reply } = exchange
    places.attach(exchange, route)
    const answer = withBasePath(await answerOf(route, exchange), settings.BASE_PATH)
    if (reply.raw.destroyed) return discard(answer)
    giveUpUnreadBody(request, reply)
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
      cors: cors.headers(request.headers),
      spool,
      begun,
    })
  }

  async function answerOf(route: Route, exchange: Exchange): Promise<Answer> {
    const { request } = exchange
    try {
      rejectAmbiguous(request.raw)
      if (route.always !== true) rejectOutsideBase(request.raw, settings.BASE_PATH)
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

  function report({ request }: Exchange, error: ServiceError): void {
    const details = { requestId: request.id, method: request.method, url: request.url, code: error.code }
    logger.error({ ...details, err: error.cause ?? error }, 'Request failed')
  }

  const handle =
    (route: Route) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const turn = turns.turnOf(request.raw, reply.raw)
      if (turn !== true && !(await turn)) return
      const begun = performance.now()
      if (route.always !== true) {
        const slice = slices.next()
        if (slice !== true) await slice
      }
      warnOfForwarding(request)
      const from = network(request.ip)
      const gone = new AbortController()
      const exchange: Exchange = {
        service,
        request,
        reply,
        signal: gone.signal,
        memory: admission.hold(),
        listTags,
        listTotals,
        network: from,
        client: `address ${from}`,
        leave: () => undefined,
        enter: () => Promise.resolve(),
        identified: () => Promise.resolve(),
        arrivals,
        ignoredParameters,
        livePlans,
        streams,
        eventPulse,
        trials,
        differences,
        language: anonymousLanguage(request, settings.LANGUAGE_CODE),
        route: route.path,
        body: route.body,
        policies,
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
      await run(route, exchange, begun)
    }

  const routes = [
    ...healthRoutes({ service, metrics, admission }),
    ...sessionRoutes,
    ...signOnRoutes,
    ...setupRoutes,
    ...resetRoutes,
    ...docsRoutes(security),
    ...helpRoutes(security),
    ...webRoutes(security),
    ...mcpRoutes({ service, metrics, cors, server: () => app.server }),
    ...(options.routes ?? []),
    dispatchRoute,
  ]
  const app = await createApp(service)
  for (const route of routes) register(app, route, handle(route))
  for (const [path, known] of Map.groupBy(routes, (route) => route.path)) {
    if (path !== '*')
      registerRefusal(
        app,
        path,
        known.flatMap(({ methods }) => methods),
        handle,
      )
  }
  const fallback = handle(dispatchRoute)
  app.setNotFoundHandler(fallback)
  const connections = followConnections(app.server, settings.MAX_CONNECTIONS)
  await app.listen({ host: options.host ?? settings.HOST, port: options.port ?? settings.PORT, backlog })
  // `100 Continue` is sent only when the body is needed (see `readRequestBody`).
  app.server.on('checkContinue', (request, response) => app.routing(request, response))
  return {
    url: app.listeningOrigin + settings.BASE_PATH,
    routes,
    close: async () => {
      admission.stop()
      eventPulse.close()
      const graceEnd = setTimeout(() => app.server.closeAllConnections(), options.grace ?? defaultGraceMs)
      connections.endIdle()
      await app.close()
      clearTimeout(graceEnd)
      livePlans.close()
      deliveries.close()
      metrics.close()
    },
  }
}

async function createApp({ settings }: Service): Promise<FastifyInstance> {
  const rewriteUrl = createUrlRewriter(settings.BASE_PATH)
  const app = fastify({
    logger: false,
    genReqId: ({ headers }) => requestId(headers['x-request-id']),
    requestIdHeader: false,
    trustProxy: settings.TRUST_PROXY,
    return503OnClosing: false,
    ...(rewriteUrl === undefined ? {} : { rewriteUrl }),
    forceCloseConnections: 'idle',
    // The code that reads a body aborts slow ones.
    requestTimeout: 0,
    keepAliveTimeout: 65_000,
    http: { maxHeaderSize, headersTimeout: 20_000 },
    exposeHeadRoutes: false,
    routerOptions: {
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: true,
      maxParamLength: maxHeaderSize,
    },
    clientErrorHandler: rejectConnection,
    frameworkErrors: (error, request, reply) => {
      const malformed = error.code === 'FST_ERR_BAD_URL'
      const part = request.url.slice(0, 100)
      const problem = malformed
        ? new ServiceError('malformed_url', { part })
        : toServiceError(error, request.id)
      refuse(problem, reply)
    },
  })
  // Only the functions of the plugin are used: most requests have no cookie.
  await app.register(fastifyCookie, { hook: false })
  // Handlers read bodies themselves, after they have checked permissions.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  // Errors of the framework itself, such as an invalid header Content-Type.
  app.setErrorHandler((error, request, reply) => refuse(toServiceError(error, request.id), reply))
  return app
}

function register(
  app: FastifyInstance,
  { methods, path }: Route,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): void {
  app.route({ method: path === '*' ? app.supportedMethods : [...methods], url: path, handler })
}

/** Registers a handler for all other methods of a path; it throws `method_not_allowed` with the allowed ones. */
function registerRefusal(
  app: FastifyInstance,
  path: string,
  methods: readonly string[],
  handle: (route: Route) => (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): void {
  const others = app.supportedMethods.filter((method) => !methods.includes(method))
  const route: Route = {
    methods: others,
    path,
    access: 'public',
    body: 'none',
    handler: async ({ request: { method } }) => {
      throw new ServiceError('method_not_allowed', { method }, { headers: { Allow: methods.join(', ') } })
    },
  }
  register(app, route, handle(route))
}

/** Returns the id of the client if it is valid in a log and a header; otherwise a new one. */
function requestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[\w.:@/+=-]{1,128}$/.test(given) ? given : randomUUID()
}

/** Destroys a stream that is not sent, so that its query does not keep running. */
function discard({ body }: Answer): void {
  if (typeof body === 'object' && 'destroy' in body) body.destroy()
}

/** Time in milliseconds that a client has to notice that its body is rejected. */
const farewell = 2_000

/** Maximum number of bytes of a rejected body that are read and discarded instead of closing the connection. */
const politeBytes = 65_536

/**
 * Stops reading a rejected upload. A small body is read to its end: closing a connection with unread bytes resets it,
 * and the client may then never receive the response.
 */
function giveUpUnreadBody(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request
  if (raw.complete || !announcesBody(raw.headers)) return
  if (Number(raw.headers['content-length'] ?? Number.POSITIVE_INFINITY) <= politeBytes) raw.resume()
  else reply.raw.setHeader('connection', 'close')
  reply.raw.once('finish', () => {
    setTimeout(() => {
      if (!raw.complete) raw.socket.destroy()
    }, farewell).unref()
  })
}
