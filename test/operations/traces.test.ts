/**
 * Tests traces with a collector: a small HTTP server that receives spans as OTLP in JSON. The spans come from a server,
 * the process of a task and the sender of webhooks.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { json, text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runWebhooks, type Webhooks } from '../../src/tasks/webhooks/run-webhooks.ts'
import { flushSpans, inSpan, isTracingWanted, startTracing } from '../../src/tracing/tracing.ts'
import { startTaskServer, type TaskServer } from '../support/task-server.ts'
import { until } from '../support/wait.ts'

interface CollectedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly status: { readonly code: number }
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
  /** Attributes of the process. */
  readonly process: Readonly<Record<string, unknown>>
}

const spans: CollectedSpan[] = []
/** Values of the header `traceparent` of messages to the webhook. */
const messages: (string | undefined)[] = []
let listener: Server
let tracing: AsyncDisposable
let server: TaskServer
let webhooks: Webhooks

/** Receives spans at the address of the standard, and messages of webhooks at any other. */
async function receive(request: IncomingMessage): Promise<void> {
  if (request.url !== '/v1/traces') {
    await text(request)
    messages.push(String(request.headers['traceparent']))
    return
  }
  expect(request.headers['content-type']).toBe('application/json')
  expect(request.headers['x-tenant']).toBe('planning')
  for (const { resource, scopeSpans } of Object(await json(request)).resourceSpans) {
    const process = valuesOf(resource.attributes)
    for (const { spans: some } of scopeSpans) for (const span of some) spans.push({ ...span, process })
  }
}

const valuesOf = (attributes: CollectedSpan['attributes']): Readonly<Record<string, unknown>> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

beforeAll(async () => {
  listener = createServer((request, response) => {
    void receive(request).then(() => response.end('{}'))
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const bound = listener.address()
  const address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', address)
  vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'x-tenant=planning')
  vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment.name=test')
  vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '50')
  tracing = await startTracing()
  server = await startTaskServer({ WEBHOOK_PRIVATE_ADDRESSES: 'true' })
  await server.startWorker()
  webhooks = runWebhooks(server.service, { intervalMs: 50 })
  const webhook = { name: 'ERP', url: `${address}/hook`, kinds: ['changeset', 'task'] }
  await server.request('POST', '/api/webhooks/', { body: webhook })
}, 60_000)
afterAll(async () => {
  await webhooks.close()
  await server[Symbol.asyncDispose]()
  await tracing[Symbol.asyncDispose]()
  listener.close()
  vi.unstubAllEnvs()
})

/** Returns a new `traceparent` of a client, and its trace. */
function clientTrace(): { readonly traceId: string; readonly headers: { readonly traceparent: string } } {
  const traceId = crypto.randomUUID().replaceAll('-', '')
  return { traceId, headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` } }
}

/** Waits until a trace has a span with a name. */
const spanOf = (traceId: string, name: string): Promise<CollectedSpan> =>
  until(`the span "${name}"`, () => spans.find((span) => span.traceId === traceId && span.name === name))

/** Returns the names of the span and those above it, as far as the service recorded them. */
function pathOf(span: CollectedSpan): readonly string[] {
  const above = spans.find(({ spanId }) => spanId === span.parentSpanId)
  return above === undefined ? [span.name] : [...pathOf(above), span.name]
}

describe('traces', () => {
  it('follow a request of a client into its statements, without the values of their parameters', async () => {
    const { traceId, headers } = clientTrace()
    const customer = { name: 'a secret customer' }
    const path = '/api/input/customer/'
    expect((await server.request('POST', path, { headers, body: customer })).status).toBe(201)
    const request = await spanOf(traceId, 'POST /api/:app/:entity/')
    expect([request.parentSpanId, request.kind]).toEqual(['00f067aa0ba902b7', 2])
    expect(valuesOf(request.attributes)).toMatchObject({
      'http.route': '/api/:app/:entity/',
      'http.response.status_code': 201,
      'url.path': path,
    })
    expect(request.process).toMatchObject({
      'service.name': 'planning-service',
      'deployment.environment.name': 'test',
    })
    const write = await until('the statement that writes', () =>
      spans.find(
        (span) =>
          span.traceId === traceId &&
          String(valuesOf(span.attributes)['db.query.text']).includes('INSERT INTO "default"."customer"'),
      ),
    )
    expect(pathOf(write)[0]).toBe('POST /api/:app/:entity/')
    expect(JSON.stringify(spans)).not.toContain('a secret customer')
  })

  it('follow lists, whose rows the driver does not read', async () => {
    const { traceId, headers } = clientTrace()
    expect((await server.request('GET', '/api/input/customer/?limit=5', { headers })).status).toBe(200)
    const request = await spanOf(traceId, 'GET /api/:app/:entity/')
    const list = spans.filter((span) => span.traceId === traceId && span.parentSpanId === request.spanId)
    expect(list.map((span) => valuesOf(span.attributes)['db.query.text'])).toContainEqual(
      expect.stringContaining('"default"."customer"'),
    )
  })

  it('follow a launched task into its process, the phases of the plan and their statements', async () => {
    const { traceId, headers } = clientTrace()
    const launched = await server.request('POST', '/execute/api/runplan/', { headers })
    expect([launched.status, launched.text]).toEqual([200, expect.any(String)])
    const task = await spanOf(traceId, 'task runplan')
    expect(pathOf(task)[0]).toMatch(/^POST /)
    expect(task.process['process.pid']).not.toEqual(String(process.pid))
    expect(valuesOf(task.attributes)).toMatchObject({ 'task.scenario': 'default' })
    for (const phase of ['load plan', 'solve plan', 'store plan'])
      expect((await spanOf(traceId, phase)).parentSpanId).toBe(task.spanId)
    const stored = spans.filter((span) => pathOf(span).includes('store plan') && span.traceId === traceId)
    expect(stored.map(({ name }) => name)).toEqual(expect.arrayContaining(['transaction', 'COMMIT']))
  })

  it('pass the trace on to webhooks, for changes and for tasks', async () => {
    const { traceId, headers } = clientTrace()
    await server.request('POST', '/api/input/customer/', { headers, body: { name: 'another customer' } })
    const sent = await spanOf(traceId, 'webhook changeset')
    expect(pathOf(sent)[0]).toBe('POST /api/:app/:entity/')
    await until('the message arrives', () => messages.includes(`00-${traceId}-${sent.spanId}-01`))
    const other = clientTrace()
    await server.request('POST', '/execute/api/createbuckets/?start=2026-01-01&end=2026-02-01', other)
    await until('the message of the task arrives', () =>
      messages.some((traceparent) => traceparent?.includes(other.traceId)),
    )
  })

  it('mark failed requests and tasks by the type of their error, without its message', async () => {
    const failure = inSpan({ name: 'failing', parent: null }, () => Promise.reject(new TypeError('secret')))
    await expect(failure).rejects.toThrow('secret')
    await flushSpans(10_000)
    const span = await until('the span', () => spans.find(({ name }) => name === 'failing'))
    expect([span.status.code, valuesOf(span.attributes)]).toEqual([2, { 'error.type': 'TypeError' }])
    expect(JSON.stringify(span)).not.toContain('secret')
  })

  it('leave out probes, scrapes, and statements that no request or task runs', async () => {
    for (const path of ['/livez', '/readyz', '/metrics']) await server.request('GET', path, { as: null })
    await flushSpans(10_000)
    expect(
      spans.map(({ name }) => name).filter((name) => /livez|readyz|metrics|claim-tasks/.test(name)),
    ).toEqual([])
  })
})

describe('the environment', () => {
  it.each([
    [{}, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }, true],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:4318/v1/traces' }, true],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_SDK_DISABLED: 'true' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_TRACES_EXPORTER: 'none' }, false],
  ])('%j switches traces on: %s', (env, wanted) => {
    expect(isTracingWanted(env)).toBe(wanted)
  })

  it('rejects gRPC with the remedy', async () => {
    await tracing[Symbol.asyncDispose]()
    vi.stubEnv('OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc')
    await expect(startTracing()).rejects.toThrow('Use http/json and the HTTP port of the collector')
    vi.stubEnv('OTEL_EXPORTER_OTLP_PROTOCOL', undefined)
  })
})
