/**
 * Assembles the HTTP server: every request passes the same steps, from admission to its response. The table of routes
 * of the service selects the handler; the framework handles the connections.
 */
import type { Service } from '../service/service.ts'
import { followConnections } from './connections.ts'
import { helpRoutes } from './help/help-routes.ts'
import { mcpRoutes } from './mcp/mcp-routes.ts'
import { dispatchRoute } from './routes/dispatch.ts'
import { docsRoutes } from './routes/docs.ts'
import { healthRoutes } from './routes/health.ts'
import type { Route } from './routes/route.ts'
import { sessionRoutes } from './routes/session.ts'
import { unsubscribeRoutes } from './routes/unsubscribe.ts'
import { createApp, registerRoutes } from './server/framework.ts'
import { createRequestHandler } from './server/handle-request.ts'
import { createServerState } from './server/server-state.ts'
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

/**
 * Maximum number of connections that wait to be accepted: in a burst, a rejected connection would be retried only a
 * second later.
 */
const backlog = 4_096
const defaultGraceMs = 30_000

export async function startServer(service: Service, options: ServerOptions = {}): Promise<HttpServer> {
  const { settings } = service
  const state = createServerState(service, options)
  const { admission, metrics, security, deliveries, planReports, shared } = state
  const app = await createApp(settings)
  const routes = [
    ...healthRoutes({ service, metrics, admission }),
    ...sessionRoutes,
    ...unsubscribeRoutes,
    ...docsRoutes(security),
    ...helpRoutes(security),
    ...webRoutes(security),
    ...mcpRoutes({ service, metrics, cors: shared.cors, server: () => app.server }),
    ...(options.routes ?? []),
  ]
  registerRoutes(app, routes, {
    handle: (route) => createRequestHandler(state, route),
    fallback: dispatchRoute,
  })
  const connections = followConnections(app.server, settings.MAX_CONNECTIONS)
  await app.listen({ host: options.host ?? settings.HOST, port: options.port ?? settings.PORT, backlog })
  // `100 Continue` is sent only when the body is needed (see `readRequestBody`).
  app.server.on('checkContinue', (request, response) => app.routing(request, response))
  // Other expectations are ignored, as HTTP allows.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response))
  return {
    url: app.listeningOrigin + settings.BASE_PATH,
    routes: [...routes, dispatchRoute],
    close: async () => {
      admission.stop()
      shared.eventPulse.close()
      const graceEnd = setTimeout(() => app.server.closeAllConnections(), options.grace ?? defaultGraceMs)
      connections.endIdle()
      await app.close()
      clearTimeout(graceEnd)
      shared.livePlans.close()
      await planReports.close()
      deliveries.close()
      metrics.close()
    },
  }
}
