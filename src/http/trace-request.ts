/** Records a span for each request, with those of its statements and tasks below it. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isTracing, withSpan } from '../tracing/tracing.ts'
import type { Exchange } from './exchange.ts'
import type { Route } from './routes/route.ts'

/**
 * Runs the steps of a request within its span, which continues the trace of the client and ends with the response. The
 * steps pass the exchange on, whose route names the span: handlers may set a more exact one.
 */
export function traceRequest(
  { path, always }: Route,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  run: (follow: (exchange: Pick<Exchange, 'route'>) => void) => Promise<void>,
): Promise<void> {
  // Probes and scrapes come every few seconds.
  if (always === true || !isTracing()) return run(() => undefined)
  const { method } = request
  const { traceparent } = request.headers
  const options = {
    name: `${method} ${path}`,
    kind: 'server',
    parent: typeof traceparent === 'string' ? traceparent : undefined,
    attributes: {
      'http.request.method': method,
      'url.path': request.url.replace(/\?.*/s, ''),
      'http.request.header.x-request-id': request.id,
    },
  } as const
  return withSpan(options, (span) => {
    let followed: Pick<Exchange, 'route'> = { route: path }
    reply.raw.once('close', () => {
      const { route } = followed
      const status = reply.raw.statusCode
      span.rename(`${method} ${route}`)
      span.set({ 'http.route': route, 'http.response.status_code': status })
      if (!reply.raw.writableFinished) span.fail({ code: 'connection_closed' })
      else if (status >= 500) span.fail({ code: status })
      span.end()
    })
    return run((exchange) => {
      followed = exchange
    })
  })
}
