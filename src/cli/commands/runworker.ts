/** Runs queued tasks without a web server, on this machine or an additional one. */
import { once } from 'node:events'
import { Type } from '../../contract/type.ts'
import type { Database } from '../../database/database.ts'
import { withDatabase } from '../../database/with-database.ts'
import { createLogger } from '../../settings/logger.ts'
import { taskKinds } from '../../extensions/task-kinds.ts'
import { holdSharedPlaces } from '../../service/shared-places.ts'
import { listScenarios } from '../../scenarios/registry.ts'
import { startTracing } from '../../tracing/tracing.ts'
import { startWorker } from '../../tasks/worker.ts'
import { defineCommand } from '../command.ts'
import type { Terminal } from '../terminal.ts'
import { warnAboutRoot } from '../root-warning.ts'
import { awaitMigrationOption, createMigrationWait, requireRegistered } from '../installation.ts'

export const runworker = defineCommand({
  help: `Runs the tasks of the queue, each in a separate process, and those of one scenario one after the other. Web servers run
tasks too (setting TASK_CONCURRENCY). You can add any number of workers, on any machine with the same DATABASE_URL,
LOGDIR, UPLOADFILEFOLDER and JWT_SECRET.

--kinds and --scenarios limit a worker to some tasks, for example plans on a machine with more memory. See
docs/how-to/run-tasks.md for the kinds. The steps of a group run where the group runs: kind schedule.

A plan that needs more memory than a worker may use (--memory) waits for a worker that has enough, if one runs. How
much it needs is known from the last plan of the scenario.

On Ctrl-C or SIGTERM the worker takes no more tasks, and running ones have TASK_GRACE seconds to finish before they are
stopped. Waiting tasks stay in the queue. A second Ctrl-C stops all tasks at once. The log goes to standard error,
one JSON object per line.`,
  examples: [
    ['planctl runworker', 'up to TASK_CONCURRENCY tasks at a time'],
    ['planctl runworker --kinds=plan,import', 'only plans and imports, in every scenario'],
    ['planctl runworker --memory=16000', 'tasks of up to 16 GB'],
    ['DATABASE_URL=postgres://… planctl runworker --concurrency=8', 'on a separate machine'],
  ],
  parameters: Type.Object({
    concurrency: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 64,
        description: 'Number of tasks to run at the same time. Default: TASK_CONCURRENCY, but at least 1.',
      }),
    ),
    memory: Type.Optional(
      Type.Integer({
        minimum: 128,
        maximum: 16_000_000,
        description:
          'Megabytes that a task may use. Default: three quarters of the memory of the machine or container.',
      }),
    ),
    kinds: Type.Optional(
      Type.Array(Type.Enum([...taskKinds]), {
        minItems: 1,
        description: `Only tasks of these kinds, separated by commas: ${taskKinds.join(', ')}. Default: all.`,
      }),
    ),
    scenarios: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        minItems: 1,
        description: 'Only tasks in these existing scenarios, separated by commas. Default: all.',
      }),
    ),
    ...awaitMigrationOption,
  }),
  positional: [],
  run: async (context, args) => {
    const { terminal, signal } = context
    const settings = context.settings()
    warnAboutRoot(terminal)
    const wait = createMigrationWait(context, args['await-migration'])
    await wait.forCluster()
    const concurrency = args.concurrency ?? Math.max(1, settings.TASK_CONCURRENCY)
    const logger = createLogger(settings)
    const { kinds, scenarios, memory } = args
    await using _ = await startTracing(logger)
    await withDatabase(settings, logger, async (database, { url, embedded }) => {
      await wait.forInstallation(database)
      if (scenarios !== undefined) await checkScenarios(database, scenarios, terminal)
      await using _ = embedded ? undefined : await holdSharedPlaces({ database, settings, logger })
      await using worker = await startWorker({ settings, logger, url, concurrency, memory, kinds, scenarios })
      const many = concurrency === 1 ? '1 task' : `up to ${concurrency} tasks`
      const which = [
        ...(kinds === undefined ? [] : [` of the kinds ${kinds.join(', ')}`]),
        ...(scenarios === undefined ? [] : [` in ${scenarios.join(', ')}`]),
      ].join('')
      terminal.say(
        `The worker runs ${many}${which} at a time, with logs in ${settings.LOGDIR} (Ctrl-C ends it)`,
      )
      if (!signal.aborted) await once(signal, 'abort')
      terminal.say(
        `No more tasks are taken. Running ones have ${settings.TASK_GRACE} seconds to finish (Ctrl-C again ends them at once) …`,
      )
      await worker.close()
      terminal.say('The worker has ended.')
    })
  },
})

/**
 * Throws `usage` if none of the scenarios exists, and warns of those that do not: the tasks of the others are still
 * run after a scenario was deleted, or before it is made.
 */
async function checkScenarios(
  database: Database,
  wanted: readonly string[],
  terminal: Pick<Terminal, 'say'>,
): Promise<void> {
  const known = new Set((await listScenarios(database)).map(({ name }) => name))
  const unknown = wanted.filter((name) => !known.has(name))
  if (unknown.length === wanted.length) await requireRegistered(database, wanted[0]!, '--scenarios')
  for (const name of unknown) terminal.say(`Warning: there is no scenario "${name}" at the moment.`)
}
