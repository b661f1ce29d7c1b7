/**
 * `/mcp`: the Model Context Protocol for assistants, as streamable HTTP without sessions. Each request contains its
 * API key and is processed independently, so any server of an installation can process any request.
 */
import type { Server } from 'node:http'
import { Readable } from 'node:stream'
import { createAsker } from './asker.ts'
import { notAuthenticated } from '../../auth/credentials/not-authenticated.ts'
import type { Principal } from '../../auth/principal.ts'
import { loadMessages } from '../../errors/load-messages.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { Service } from '../../service/service.ts'
import { serviceVersion } from '../../settings/version.ts'
import { type Answer, emptyAnswer, jsonAnswer, withHeaders } from '../answer.ts'
import type { CorsPolicy } from '../cors.ts'
import { type Exchange, identify, readRequestBody } from '../exchange.ts'
import type { Metrics } from '../metrics.ts'
import { toServiceError } from '../problem.ts'
import { publicOrigin } from '../public-origin.ts'
import type { Route } from '../routes/route.ts'
import { callId, createCalls, newSessionName } from './calls.ts'
import type { McpServerOptions, ToolUse } from './mcp-server.ts'
import { asksForProgress } from './progress.ts'
import { asSchema } from './tool.ts'

export interface McpParts {
  readonly service: Service
  readonly metrics: Metrics
  readonly cors: CorsPolicy
  /** Returns the server, which exists once the first request arrives. */
  readonly server: () => Server
}

/** Maximum duration of a call in milliseconds: waiting for a task takes longest. */
const longestCallMs = 330_000

/** Headers of the protocol that are passed to the SDK; it does not receive credentials. */
const protocolHeaders = /^(?:accept|content-type|mcp-[a-z-]{1,40})$/

export function mcpRoutes(parts: McpParts): readonly Route[] {
  const calls = createCalls(parts.service.settings)
  const handler = async (exchange: Exchange): Promise<Answer> => {
    rejectForeignOrigin(exchange, parts.cors)
    const principal = await identifyKey(exchange)
    // The request takes no request slot until its body is read.
    exchange.leave()
    using counted = new DisposableStack()
    counted.use(await calls.arrive(exchange.client, exchange.signal))
    await exchange.enter()
    const body = await readRequestBody(exchange)
    const message = body.kind === 'json' ? body.value : undefined
    if (typeof message !== 'object' || message === null || Array.isArray(message))
      return protocolError(400, -32_600, 'Invalid Request: the body must be one JSON-RPC message', null)
    const { method, id, params } = asSchema(message)
    const session = exchange.request.headers['mcp-session-id']
    if (method === 'subscriptions/listen')
      return protocolError(404, -32_601, 'Method not found: nothing here can be subscribed to', id)
    if (method === 'notifications/cancelled') {
      const canceled = callId(principal.userId, session, asSchema(params)['requestId'])
      if (canceled !== undefined) calls.cancel(canceled)
      return emptyAnswer(202)
    }
    // The requests of the tool take request slots of their own.
    exchange.leave()
    const begun = await calls.begin(exchange.client, callId(principal.userId, session, id), exchange.signal)
    const answer = await answerMessage(parts, exchange, {
      principal,
      message,
      canceled: counted.use(begun).signal,
      // A call with progress messages ends when its response stream closes.
      streamed: (body) => {
        const held = counted.move()
        body.once('close', () => held.dispose())
      },
    })
    return method === 'initialize' ? withHeaders(answer, { 'mcp-session-id': newSessionName() }) : answer
  }
  return [{ methods: ['POST'], path: '/mcp', access: 'key', body: 'object', handler }]
}

/**
 * Protects against DNS rebinding: a web page under a host name that was redirected to this service sends a foreign
 * origin. Throws `cross_site`.
 */
function rejectForeignOrigin({ request, service }: Exchange, cors: CorsPolicy): void {
  const { origin } = request.headers
  if (origin === undefined || cors.allows(origin)) return
  if (origin !== publicOrigin(request, service.settings)) throw new ServiceError('cross_site')
}

/**
 * Accepts only API keys, because each key can be limited, named and revoked separately. Throws `not_authenticated`
 * and `assistant_key_needed`.
 */
async function identifyKey(exchange: Exchange): Promise<Principal> {
  try {
    const principal = await identify(exchange)
    if (principal.key === undefined) throw new ServiceError('assistant_key_needed')
    return principal
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'not_authenticated') throw error
    const headers = { ...notAuthenticated().headers, 'WWW-Authenticate': 'Bearer realm="mcp"' }
    throw new ServiceError('not_authenticated', {}, { headers, cause: error })
  }
}

interface Asked {
  readonly principal: Principal
  readonly message: object
  /** Aborts if the assistant has canceled the call. */
  readonly canceled: AbortSignal
  /** Called with the body of a streamed response. */
  readonly streamed: (body: Readable) => void
}

async function answerMessage(
  { service, metrics, server }: McpParts,
  exchange: Exchange,
  { principal, message, canceled, streamed }: Asked,
): Promise<Answer> {
  // Loaded with the first assistant, because most installations have none.
  const { createMcpHandler } = await import('@modelcontextprotocol/server')
  const { createMcpServer } = await import('./mcp-server.ts')
  const { request, logger } = { request: exchange.request, logger: service.logger }
  const left = new AbortController()
  const signal = AbortSignal.any([exchange.signal, canceled, left.signal, AbortSignal.timeout(longestCallMs)])
  const options: McpServerOptions = {
    version: serviceVersion(),
    principal,
    asker: createAsker({ server: server(), request, basePath: service.settings.BASE_PATH, signal }),
    texts: await loadMessages(exchange.language),
    onUse: (use) => {
      metrics.toolUse(use.tool, use.outcome)
      logger.info(useOf(exchange, principal, use), 'An assistant used a tool')
    },
    asServiceError: (error) => {
      if (signal.aborted) return new ServiceError('canceled')
      const known = toServiceError(error, request.id)
      if (known.status >= 500)
        logger.error({ requestId: request.id, err: known.cause ?? known }, 'A tool of an assistant failed')
      return known
    },
  }
  await using scope = new AsyncDisposableStack()
  const handler = createMcpHandler(() => createMcpServer(options), { keepAliveMs: 0 })
  scope.defer(() => handler.close())
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (protocolHeaders.test(name) && typeof value === 'string') headers.set(name, value)
  const asked = new Request('http://localhost/mcp', { method: 'POST', headers, signal })
  const response = await handler.fetch(asked, { parsedBody: message })
  const meta = asSchema(asSchema(asSchema(message)['params'])['_meta'])
  const body = asksForProgress(meta['progressToken']) ? eventsOf(response) : undefined
  if (body === undefined) return await answerOf(response)
  const opened = scope.move()
  body.once('close', () => {
    left.abort()
    void opened.disposeAsync()
  })
  streamed(body)
  return {
    status: response.status,
    headers: { 'content-type': eventStream, 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
    body,
    uncompressed: true,
    unspooled: true,
  }
}

const eventStream = 'text/event-stream'

/** Returns the event stream of a response with progress messages; undefined for other responses. */
function eventsOf({ body, headers }: Response): Readable | undefined {
  if (body === null || headers.get('content-type')?.startsWith(eventStream) !== true) return undefined
  return Readable.from(body)
}

const useOf = ({ request }: Exchange, { username, key }: Principal, use: ToolUse) => ({
  requestId: request.id,
  user: username,
  key: key?.name,
  ...use,
})

/** Returns the complete response. */
async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text()
  const { status } = response
  const type = response.headers.get('content-type')
  // The stream of events of a canceled call is empty.
  if (text === '') return emptyAnswer(status, type === null ? {} : { 'content-type': type })
  return { status, headers: { 'content-type': type ?? 'application/json' }, body: text, uncompressed: true }
}

const protocolError = (status: number, code: number, text: string, id: unknown): Answer =>
  jsonAnswer(status, { jsonrpc: '2.0', id: id ?? null, error: { code, message: text } })
