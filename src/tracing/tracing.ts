/**
 * Traces: spans of requests, tasks and statements, for a collector of OpenTelemetry. Without the address of a
 * collector in the environment, no package is loaded and every function only calls its callback.
 */
import type { Logger } from 'pino'
import type { Environment, Span, SpanOptions, SpanRecorder } from './span.ts'

const unrecorded: Span = {
  rename: () => undefined,
  set: () => undefined,
  fail: () => undefined,
  end: () => undefined,
}

/** The exporter of this process, between `startTracing` and the end of its scope. */
let active: SpanRecorder | undefined

/** Returns whether the environment names a collector (`OTEL_EXPORTER_OTLP_ENDPOINT`) and does not disable traces. */
export function isTracingWanted(env: Environment = process.env): boolean {
  const { OTEL_SDK_DISABLED: disabled = '', OTEL_TRACES_EXPORTER: exporter = 'otlp' } = env
  const endpoint = env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] ?? env['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? ''
  return endpoint !== '' && disabled.toLowerCase() !== 'true' && exporter !== 'none'
}

/**
 * Exports spans of this process until the returned scope ends, if the environment names a collector. Does nothing if
 * spans are exported already.
 * @param logger gets a warning when spans could not be exported, at most once a minute
 * @throws command_failed if the packages are not installed, or the protocol is not supported
 */
export async function startTracing(logger?: Pick<Logger, 'warn'>): Promise<AsyncDisposable> {
  if (active !== undefined || !isTracingWanted()) return { [Symbol.asyncDispose]: async () => undefined }
  const { openTelemetry } = await import('./open-telemetry.ts')
  const opened = await openTelemetry(process.env, (error) =>
    logger?.warn({ err: error }, 'Traces cannot be exported at the moment'),
  )
  active = opened
  return {
    [Symbol.asyncDispose]: async () => {
      active = undefined
      await opened.close()
    },
  }
}

/** Returns whether this process records spans. */
export const isTracing = (): boolean => active !== undefined

/** Starts a span without making it the current one; the caller ends it. */
export const startSpan = (options: SpanOptions): Span => active?.start(options)?.span ?? unrecorded

/** Runs a function within a new span, which ends with the returned promise and fails with its error. */
export async function inSpan<Result>(
  options: SpanOptions,
  run: (span: Span) => Promise<Result>,
): Promise<Result> {
  const started = active?.start(options)
  if (started === undefined) return run(unrecorded)
  const { span, within } = started
  try {
    return await within(() => run(span))
  } catch (error) {
    span.fail(error)
    throw error
  } finally {
    span.end()
  }
}

/** Runs a function with a new span as the current one; the caller ends the span. */
export function withSpan<Result>(options: SpanOptions, run: (span: Span) => Result): Result {
  const started = active?.start(options)
  return started === undefined ? run(unrecorded) : started.within(() => run(started.span))
}

/** Returns the W3C `traceparent` of the current span, to be passed on to other processes; undefined without one. */
export const currentTraceparent = (): string | undefined => active?.traceparent()

/** Exports the ended spans, for at most the given number of milliseconds. */
export const flushSpans = async (timeoutMs: number): Promise<void> => active?.flush(timeoutMs)
