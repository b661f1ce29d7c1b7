/** Runs the web server: in one process, in several, or in one that restarts when the code changes. */
import cluster from 'node:cluster'
import { Type } from '../../contract/type.ts'
import { abandonIfSilentAfter } from '../../database/abandon-silent.ts'
import { withDatabase } from '../../database/with-database.ts'
import { createLogger } from '../../settings/logger.ts'
import { holdSharedPlaces } from '../../service/shared-places.ts'
import { startWorker } from '../../tasks/worker.ts'
import { defineCommand } from '../command.ts'
import { warnAboutRoot } from '../root-warning.ts'
import { awaitMigrationOption, createMigrationWait } from '../installation.ts'
import { announceReady } from '../supervised.ts'
import { runWatched } from '../watched.ts'
import { runWorkers } from '../workers.ts'
import { serve } from '../serve.ts'

export const runserver = defineCommand({
  help: `Runs until Ctrl-C, then completes open requests. The settings HOST and PORT set address and port; the options override
them. With --workers several processes share the port, for production on machines with several processors. With
--watch the server restarts whenever the code changes, for development.

A server process that ends unexpectedly is restarted after a delay that grows from 1 to 60 seconds; after ten failures
in a row the command exits with an error. With --unsupervised the command exits with its server process, for process
managers such as systemd that restart it.

The log goes to standard error, one JSON object per line.`,
  examples: [
    ['planctl runserver', 'http://127.0.0.1:8000'],
    ['planctl runserver --host=0.0.0.0 --workers=4', 'in production, behind a proxy with TLS'],
    ['planctl runserver --port=0 --watch', 'in development, on any free port'],
  ],
  parameters: Type.Object({
    port: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 65535, description: 'Port; 0 selects a free one. Default: PORT.' }),
    ),
    host: Type.Optional(Type.String({ minLength: 1, description: 'Address. Default: HOST.' })),
    workers: Type.Integer({ minimum: 1, maximum: 64, default: 1, description: 'Processes.' }),
    watch: Type.Boolean({ default: false, description: 'Restart when the code changes.' }),
    unsupervised: Type.Boolean({
      default: false,
      description: 'Exit when the server process ends unexpectedly.',
    }),
    ...awaitMigrationOption,
  }),
  positional: [],
  run: async (context, args) => {
    const { terminal, signal } = context
    const settings = context.settings()
    const [host, port] = [args.host ?? settings.HOST, args.port ?? settings.PORT]
    if (args.watch) return runWatched({ host, port }, signal)
    if (cluster.isPrimary) warnAboutRoot(terminal)
    const wait = createMigrationWait(context, args['await-migration'])
    await wait.forCluster()
    const logger = createLogger(settings)
    return withDatabase(settings, logger, async (database, { url, embedded }) => {
      await wait.forInstallation(database)
      await using held = new AsyncDisposableStack()
      held.use(abandonIfSilentAfter(signal, database))
      // An embedded database is inside the folder itself. Worker processes of one server rely on the check of the
      // primary process.
      if (!embedded && cluster.isPrimary) held.use(await holdSharedPlaces({ database, settings, logger }))
      if (cluster.isPrimary && args.workers > 1) {
        const worker = await startWorker({ settings, logger, url, concurrency: settings.TASK_CONCURRENCY })
        try {
          return await runWorkers(args.workers, {
            signal,
            logger,
            onReady: () => {
              terminal.say(readyLine(`http://${host}:${port}${settings.BASE_PATH}/`, args.workers))
              announceReady()
            },
            // Tasks and requests have their time to end together, and no task begins meanwhile.
            onStop: () => worker.close(),
          })
        } finally {
          await worker.close()
        }
      }
      return await serve({
        settings,
        database,
        logger,
        host,
        port,
        signal,
        databaseUrl: url,
        // With several serving processes, the primary process runs the tasks.
        concurrency: cluster.isPrimary ? settings.TASK_CONCURRENCY : 0,
        onReady: (url) => {
          if (cluster.isPrimary) terminal.say(`The planning service runs at ${url}/ (Ctrl-C ends it)`)
          announceReady()
        },
      })
    })
  },
})

const readyLine = (url: string, workers: number): string =>
  `The planning service runs at ${url} in ${workers} processes (Ctrl-C ends it)`
