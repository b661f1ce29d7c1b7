/** The configuration of the framework that handles connections, and the registration of routes in it. */
import { randomUUID } from 'node:crypto'
import { fastifyCookie } from '@fastify/cookie'
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { ServiceError } from '../../errors/service-error.ts'
import type { Settings } from '../../settings/settings.ts'
import { createUrlRewriter } from '../base-path.ts'
import { toServiceError } from '../problem.ts'
import { refuse, rejectConnection } from '../refuse.ts'
import type { Route } from '../routes/route.ts'

/** Answers a request of the framework. */
export type RequestHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** Maximum size in bytes of request line and headers; long keys are part of the URL. */
const maxHeaderSize = 65_536

/** Creates a server of the framework without routes. */
export async function createApp(settings: Settings): Promise<FastifyInstance> {
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
      refuse(problem, request, reply)
    },
  })
  // Only the functions of the plugin are used: most requests have no cookie.
  await app.register(fastifyCookie, { hook: false })
  // Handlers read bodies themselves, after they have checked permissions.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  // Errors of the framework itself, such as an invalid header Content-Type.
  app.setErrorHandler((error, request, reply) => refuse(errorOf(error, request), request, reply))
  return app
}

/** Returns the error of a request that the framework rejects. */
function errorOf(error: unknown, { id, headers }: FastifyRequest): ServiceError {
  if (!(error instanceof Error && 'code' in error && error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE'))
    return toServiceError(error, id)
  const type = (headers['content-type'] ?? '').slice(0, 200)
  return new ServiceError('unsupported_media_type', { type, accepted: 'application/json' }, { cause: error })
}

/**
 * Registers the routes, and for every path a handler of the other methods, which throws `method_not_allowed` with the
 * allowed ones. All other paths are answered by `fallback`.
 */
export function registerRoutes(
  app: FastifyInstance,
  routes: readonly Route[],
  { handle, fallback }: { readonly handle: (route: Route) => RequestHandler; readonly fallback: Route },
): void {
  for (const route of [...routes, fallback]) register(app, route, handle(route))
  for (const [path, known] of Map.groupBy(routes, (route) => route.path)) {
    const route = refusalOf(
      app,
      path,
      known.flatMap(({ methods }) => methods),
    )
    register(app, route, handle(route))
  }
  app.setNotFoundHandler(handle(fallback))
}

function register(app: FastifyInstance, { methods, path }: Route, handler: RequestHandler): void {
  app.route({ method: path === '*' ? app.supportedMethods : [...methods], url: path, handler })
}

/** Returns the route for the methods of a path that are not allowed. */
function refusalOf(app: FastifyInstance, path: string, methods: readonly string[]): Route {
  return {
    methods: app.supportedMethods.filter((method) => !methods.includes(method)),
    path,
    access: 'public',
    body: 'none',
    handler: async ({ request: { method } }) => {
      throw new ServiceError('method_not_allowed', { method }, { headers: { Allow: methods.join(', ') } })
    },
  }
}

/** Returns the id of the client if it is valid in a log and a header; otherwise a new one. */
function requestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[\w.:@/+=-]{1,128}$/.test(given) ? given : randomUUID()
}
