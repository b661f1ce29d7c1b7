/** Runs the web server until it is stopped; used by `runserver` and the demo. */
import { once } from 'node:events'
import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { englishText } from '../errors/plain-text.ts'
import { ServiceError } from '../errors/service-error.ts'
import { openExecuteRoutes } from '../http/execute/execute-routes.ts'
import type { Route } from '../http/routes/route.ts'
import { startServer } from '../http/server.ts'
import { runMaintenance } from '../service/maintenance.ts'
import { openService } from '../service/service.ts'
import type { Settings } from '../settings/settings.ts'
import { extendedBy } from '../tasks/registry.ts'
import { startTracing } from '../tracing/tracing.ts'
import { runWebhooks } from '../tasks/webhooks/run-webhooks.ts'
import { startWorker } from '../tasks/worker.ts'

export interface ServeOptions {
  readonly settings: Settings
  readonly database: Database
  readonly logger: Logger
  readonly host: string
  readonly port: number
  /** Number of further ports to try if the port is in use. */
  readonly spare?: number
  readonly signal: AbortSignal
  /** Returns the address of the database, for task processes. */
  readonly databaseUrl: () => string
  /** Maximum number of concurrent tasks; 0 = other processes run them. */
  readonly concurrency: number
  /** Called with the URL when the server listens. */
  readonly onReady: (url: string) => void
}

/**
 * Ends after the running requests when the signal aborts. Throws `command_failed` if the server cannot listen, for
 * instance because the port is in use.
 */
export async function serve(options: ServeOptions): Promise<void> {
  const { logger } = options
  using _ = surviveRejections(logger)
  const tracing = await startTracing(logger)
  try {
    await serveUntilAborted(options)
  } finally {
    await tracing[Symbol.asyncDispose]()
  }
}

async function serveUntilAborted(options: ServeOptions): Promise<void> {
  const { settings, database, logger, signal } = options
  await using service = await openService({
    settings,
    database,
    logger,
    ...(await extendedBy(settings)),
  })
  const execute = openExecuteRoutes(service)
  const server = await listen(service, { ...options, routes: execute.routes })
  const worker =
    options.concurrency === 0
      ? undefined
      : await startWorker({ settings, logger, url: options.databaseUrl, concurrency: options.concurrency })
  const maintenance = runMaintenance({
    database,
    settings,
    contextOf: (scenario) => service.dataContext({ scenario, actor: { userId: null, channel: 'command' } }),
    onFailure: (error) => logger.warn({ err: error }, 'Old records could not be cleared away'),
  })
  const webhooks = runWebhooks(service)
  try {
    options.onReady(server.url)
    if (!signal.aborted) await once(signal, 'abort')
  } finally {
    await execute.close()
    await Promise.all([server.close(), worker?.close()])
    await webhooks.close()
    await maintenance.close()
  }
}

/**
 * Logs rejected promises that nothing awaits, such as those of a task of an extension module, instead of ending the
 * process, which would end the requests of all users. Errors thrown outside of promises still end it.
 */
function surviveRejections(logger: Logger): Disposable {
  const log = (error: unknown): void => logger.error({ err: error }, 'A rejected promise was not handled')
  process.on('unhandledRejection', log)
  return { [Symbol.dispose]: () => void process.off('unhandledRejection', log) }
}

async function listen(
  service: Parameters<typeof startServer>[0],
  { host, port, spare = 0, routes }: ServeOptions & { readonly routes: readonly Route[] },
): ReturnType<typeof startServer> {
  for (let candidate = port; ; candidate += 1) {
    try {
      return await startServer(service, { host, port: candidate, routes })
    } catch (cause) {
      const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
      if (code === 'EADDRINUSE' && candidate < port + spare) continue
      const reason = reasons[String(code)]?.(host, port)
      if (reason === undefined) throw cause
      throw new ServiceError('command_failed', { reason: englishText(reason) }, { cause })
    }
  }
}

/** Reasons why a server cannot listen, with the remedy. */
const reasons: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (_host, port) =>
    `Port ${port} is taken by another program. Choose another one: --port or the setting PORT.`,
  EACCES: (_host, port) =>
    `Port ${port} is not open to this user. Choose one from 1024 up: --port or the setting PORT.`,
  EADDRNOTAVAIL: (host) =>
    `${host} is no address of this machine. Choose another one: --host or the setting HOST.`,
  ENOTFOUND: (host) =>
    `${host} is no address of this machine. Choose another one: --host or the setting HOST.`,
}
