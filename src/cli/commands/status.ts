/** Shows the status of tasks, once or after every change, or the processes that work: workers and live plans. */
import { Type } from '../../contract/type.ts'
import type { ControlDatabase } from '../../database/database.ts'
import { ServiceError } from '../../errors/service-error.ts'
import {
  changedTasks,
  lastChange,
  latestTasks,
  type TaskRecord,
  tasksById,
  taskStates,
} from '../../tasks/queue/task-record.ts'
import { untilTasks, watchTasks } from '../../tasks/queue/watch.ts'
import { namesInsteadOf } from '../../tasks/task-names.ts'
import { type CommandContext, defineCommand } from '../command.ts'
import { requireRegistered, withInstallation } from '../installation.ts'
import { defaultLimit, showStatus, type WantedTasks } from '../tasks/show-status.ts'
import { warnServers } from '../tasks/warn-servers.ts'
import { showWorkers } from '../tasks/show-workers.ts'
import { tableLine, tableWidths, taskValues } from '../tasks/task-table.ts'

export const status = defineCommand({
  help: `Prints the tasks with these numbers, or the latest tasks, oldest first, as a table. In a pipe each task is one line of
tab-separated values: number, status, task, scenario, user, submitted, started, finished, message. A status is
Waiting, NN% while it runs, Done, Failed or Canceled. With --follow every change adds a line until the given tasks
have ended, or until Ctrl-C. With --workers it prints the running workers and the live plans of all servers instead.`,
  examples: [
    ['planctl status', 'the latest tasks of all scenarios'],
    ['planctl status 12 13 --follow', 'follow two tasks until they have ended'],
    ['planctl status --status=Failed --limit=100', 'failed tasks'],
    ['planctl status --workers', 'running workers with their tasks, and live plans with their memory'],
    ['test "$(planctl status 12 | cut -f2)" = Done', 'in a script'],
  ],
  parameters: Type.Object({
    id: Type.Array(Type.Integer({ minimum: 1 }), { default: [], description: 'Numbers of tasks.' }),
    status: Type.Optional(Type.Enum([...taskStates], { description: 'Only tasks with this status.' })),
    name: Type.Optional(Type.String({ minLength: 1, description: 'Only this task, such as backup.' })),
    database: Type.Optional(Type.String({ minLength: 1, description: 'Only tasks of this scenario.' })),
    limit: Type.Integer({ minimum: 1, default: defaultLimit, description: 'Number of latest tasks.' }),
    follow: Type.Boolean({ default: false, description: 'Print every change.' }),
    workers: Type.Boolean({ default: false, description: 'Print workers and live plans instead of tasks.' }),
    json: Type.Boolean({ default: false, description: 'Print the JSON of the web API, numbers as keys.' }),
  }),
  positional: ['id'],
  run: async (context, { id: ids, follow, workers, ...choice }) => {
    const wanted = { ids, ...choice }
    if (follow && wanted.json) {
      throw new ServiceError('usage', { reason: '--follow cannot be combined with --json.' })
    }
    if (workers && (follow || ids.length > 0)) {
      throw new ServiceError('usage', {
        reason: '--workers cannot be combined with --follow or numbers of tasks.',
      })
    }
    await withInstallation(context, async (database) => {
      await warnServers(database, context.terminal)
      if (workers) return showWorkers(database, choice, context.terminal)
      const after = await lastChange(database)
      await checkFilters(database, context, choice)
      await showStatus(database, wanted, context.terminal)
      if (follow) await followTasks(database, wanted, after, context)
    })
  },
})

/**
 * Throws `usage` for a name or a scenario that does not exist. Those of recorded tasks are accepted, because the records
 * outlive a scenario or an extension module.
 */
async function checkFilters(
  database: ControlDatabase,
  { settings }: Pick<CommandContext, 'settings'>,
  { name, database: scenario }: Pick<WantedTasks, 'name' | 'database'>,
): Promise<void> {
  if (scenario !== undefined && (await latestTasks(database, { scenario, limit: 1 })).length === 0)
    await requireRegistered(database, scenario)
  const known = name === undefined ? undefined : await namesInsteadOf(database, settings(), name)
  if (known === undefined) return
  throw new ServiceError('usage', { reason: `--name must be one of ${known.join(', ')}, not "${name}".` })
}

/** Prints a line for every change, until the tasks with the given numbers have ended. */
async function followTasks(
  database: ControlDatabase,
  wanted: WantedTasks,
  start: number,
  { terminal, signal }: Pick<CommandContext, 'terminal' | 'signal'>,
): Promise<void> {
  const watch = watchTasks(database)
  let after = start
  try {
    for (let ended = false; !ended;) {
      // Checked before the changes are read, so that the last change is printed too.
      ended = await allEnded(database, wanted.ids)
      const changed = ended
        ? await changedTasks(database, after)
        : await untilTasks(
            watch,
            async () => {
              const tasks = await changedTasks(database, after)
              return tasks.length > 0 ? tasks : undefined
            },
            { signal },
          )
      if (changed === undefined) throw new ServiceError('canceled')
      after = changed.at(-1)?.changed ?? after
      const widths = tableWidths(changed)
      for (const task of changed.filter((one) => isWanted(one, wanted))) {
        terminal.print(
          terminal.columns === undefined ? taskValues(task) : tableLine(task, widths, terminal.columns),
        )
      }
    }
  } finally {
    await watch.close()
  }
}

async function allEnded(database: ControlDatabase, ids: readonly number[]): Promise<boolean> {
  return ids.length > 0 && (await tasksById(database, ids)).every(({ finished }) => finished !== null)
}

function isWanted(task: TaskRecord, { ids, name, status: state, database }: WantedTasks): boolean {
  const isRunning = task.status.endsWith('%')
  return (
    (ids.length === 0 || ids.includes(task.id)) &&
    (name === undefined || task.name === name) &&
    (database === undefined || task.scenario === database || task.scenarios.includes(database)) &&
    (state === undefined || task.status === state || (state === 'running' && isRunning))
  )
}
