/**
 * Records spans with the packages of OpenTelemetry and exports them by OTLP over HTTP. The packages read the standard
 * variables `OTEL_…` themselves: address, headers, sampler, limits, batches and resource.
 */
import type { Context, SpanKind } from '@opentelemetry/api'
import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { englishText } from '../errors/plain-text.ts'
import { ServiceError } from '../errors/service-error.ts'
import { optionalPackages, serviceVersion } from '../settings/version.ts'
import type { Environment, Span, SpanOptions, SpanRecorder, StartedSpan } from './span.ts'

/** Milliseconds for which the end of the process waits for the collector. */
const closeTimeoutMs = 3_000
const reportIntervalMs = 60_000
const traceHeader = 'traceparent'

export async function openTelemetry(
  env: Environment,
  onFailure: (error: unknown) => void,
): Promise<SpanRecorder> {
  rejectOtherProtocols(env)
  const { api, core, contexts, exporters, resources, sdk } = await loadPackages()
  const { context, ROOT_CONTEXT, trace, SpanStatusCode } = api
  let reported = Number.NEGATIVE_INFINITY
  core.setGlobalErrorHandler((error) => {
    const now = performance.now()
    if (now - reported < reportIntervalMs) return
    reported = now
    onFailure(error)
  })
  const provider = new sdk.BasicTracerProvider({
    resource: resources
      .resourceFromAttributes({
        'service.name': 'planning-service',
        'service.version': serviceVersion(),
        'host.name': hostname(),
        'process.pid': process.pid,
      })
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new sdk.BatchSpanProcessor(new exporters.OTLPTraceExporter())],
  })
  // Global, so that extension modules and instrumented libraries add spans to the same traces.
  context.setGlobalContextManager(new contexts.AsyncLocalStorageContextManager().enable())
  trace.setGlobalTracerProvider(provider)
  const propagator = new core.W3CTraceContextPropagator()
  const tracer = provider.getTracer('planning-service')
  const kinds = {
    server: api.SpanKind.SERVER,
    client: api.SpanKind.CLIENT,
    consumer: api.SpanKind.CONSUMER,
    internal: api.SpanKind.INTERNAL,
  } as const satisfies Record<string, SpanKind>

  const contextOf = (parent: string | null | undefined): Context =>
    typeof parent === 'string'
      ? propagator.extract(ROOT_CONTEXT, { [traceHeader]: parent }, api.defaultTextMapGetter)
      : ROOT_CONTEXT
  const start = (options: SpanOptions): StartedSpan | undefined => {
    const { name, kind = 'internal', attributes = {} } = options
    const parent = 'parent' in options ? contextOf(options.parent) : context.active()
    if (!('parent' in options) && trace.getSpan(parent) === undefined) return undefined
    const own = tracer.startSpan(name, { kind: kinds[kind], attributes }, parent)
    const inner = trace.setSpan(parent, own)
    const span: Span = {
      rename: (text) => void own.updateName(text),
      set: (values) => void own.setAttributes(values),
      fail: (error) => {
        own.setAttribute('error.type', errorType(error))
        own.setStatus({ code: SpanStatusCode.ERROR })
      },
      end: () => own.end(),
    }
    return { span, within: (run) => context.with(inner, run) }
  }
  const flush = async (timeoutMs: number): Promise<void> => {
    const over = new AbortController()
    const timeout = delay(timeoutMs, undefined, { signal: over.signal }).catch(() => undefined)
    await Promise.race([provider.forceFlush().catch(onFailure), timeout])
    over.abort()
  }
  return {
    start,
    traceparent: () => {
      const carrier: Record<string, string> = {}
      propagator.inject(context.active(), carrier, api.defaultTextMapSetter)
      return carrier[traceHeader]
    },
    flush,
    close: async () => {
      await flush(closeTimeoutMs)
      // Waits for a collector that does not answer: the end of the process must not.
      provider.shutdown().catch(onFailure)
      trace.disable()
      context.disable()
    },
  }
}

async function loadPackages() {
  try {
    const [api, core, contexts, exporters, resources, sdk] = await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/core'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace-base'),
    ])
    return { api, core, contexts, exporters, resources, sdk }
  } catch (cause) {
    const reason = `OTEL_EXPORTER_OTLP_ENDPOINT is set, but traces need packages that are not installed. Install them beside the service: npm install ${optionalPackages().join(' ')}`
    throw new ServiceError('command_failed', { reason: englishText(reason) }, { cause })
  }
}

/** Throws `command_failed` for gRPC. Collectors accept JSON where they accept binary messages over HTTP. */
function rejectOtherProtocols(env: Environment): void {
  const name =
    env['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'] === undefined
      ? 'OTEL_EXPORTER_OTLP_PROTOCOL'
      : 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'
  if (env[name] !== 'grpc') return
  const reason = `${name}=grpc is not supported. Use http/json and the HTTP port of the collector, usually 4318.`
  throw new ServiceError('command_failed', { reason: englishText(reason) })
}

function errorType(error: unknown): string {
  if (error instanceof ServiceError) return error.code
  if (typeof error === 'object' && error !== null && 'code' in error) return String(error.code)
  return error instanceof Error ? error.name : typeof error
}
