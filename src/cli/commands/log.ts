/** Shows the log of a task, and follows it until the task ends. */
import { once } from 'node:events'
import { hostname } from 'node:os'
import { Type } from '../../contract/type.ts'
import type { ControlDatabase } from '../../database/database.ts'
import { englishText } from '../../errors/plain-text.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { waitText } from '../../tasks/queue/task-message.ts'
import { taskById, type TaskRecord } from '../../tasks/queue/task-record.ts'
import { untilTasks, watchTasks } from '../../tasks/queue/watch.ts'
import { missingWorkerHint } from '../../tasks/queue/workers.ts'
import { linesAfter } from '../../tasks/runner/log-lines.ts'
import { type LoggedTask, logPath, type LogPlace, logSize } from '../../tasks/runner/log-place.ts'
import { type CommandContext, defineCommand } from '../command.ts'
import { withInstallation } from '../installation.ts'

/** Milliseconds between two reads of a log that is being written. */
const pollIntervalMs = 250

export const log = defineCommand({
  help: `The log is in the folder of the setting LOGDIR, or in the object store of FILES_URL. With --follow the command
continues until the task has ended and exits with its result: 0 Done, 1 Failed, 130 Canceled. Ctrl-C ends the command, not the task.`,
  examples: [
    ['planctl log 12', 'the log so far'],
    ['planctl log 12 --follow', 'until the task ends'],
    ['id=$(planctl backup --background) && planctl log $id --follow', 'queue a task and wait for its end'],
  ],
  parameters: Type.Object({
    id: Type.Integer({ minimum: 1, description: 'Number of the task.' }),
    follow: Type.Boolean({ default: false, description: 'Continue until the task has ended.' }),
  }),
  positional: ['id'],
  run: (context, { id, follow }) =>
    withInstallation(context, async (database) => {
      const task = await requireTask(database, id)
      const logs: LogPlace = { control: database, settings: context.settings() }
      if (!follow || task.finished !== null) await showLog(context, task, logs)
      if (follow) await (task.finished === null ? followLog(context, database, task, logs) : conclude(task))
    }),
})

async function requireTask(database: ControlDatabase, id: number): Promise<TaskRecord> {
  const task = await taskById(database, id)
  if (task === undefined) throw new ServiceError('unknown_task', { name: id })
  return task
}

async function showLog({ terminal }: CommandContext, task: TaskRecord, logs: LogPlace): Promise<void> {
  const end = await printFrom(terminal, { logs, task }, 0)
  if (end > 0 || (await logSize(logs, task)) !== undefined) return
  throw new ServiceError('command_failed', {
    reason: englishText(absence(task, logPath(logs.settings, task))),
  })
}

/** Returns why there is no log, and where it may be. */
function absence(task: TaskRecord, path: string): string {
  const { id, started, host, finished } = task
  if (started === null) {
    const why = finished === null ? `it waits for ${waitText(task)}` : 'it never began'
    return `Task ${id} has no log: ${why}.`
  }
  const elsewhere =
    host === null || host === hostname()
      ? ''
      : ` The task ran on "${host}": the machines of an installation need one LOGDIR that all of them see.`
  return `There is no file ${path}.${elsewhere}`
}

/** Prints the lines from a byte offset and returns the offset after them. */
async function printFrom(
  { print }: Pick<CommandContext['terminal'], 'print'>,
  { logs, task }: { readonly logs: LogPlace; readonly task: LoggedTask },
  from: number,
): Promise<number> {
  let offset = from
  const next = (): ReturnType<typeof linesAfter> => linesAfter(logs, task, offset)
  for (let lines = await next(); lines.length > 0; lines = await next()) {
    print(lines.map(({ text }) => text).join('\n'))
    offset = lines.at(-1)!.end
    if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain')
  }
  return offset
}

async function followLog(
  { terminal, signal }: CommandContext,
  database: ControlDatabase,
  { id }: TaskRecord,
  logs: LogPlace,
): Promise<void> {
  const watch = watchTasks(database)
  let offset = 0
  let shown: string | undefined
  const look = async (): Promise<TaskRecord | undefined> => {
    // Reads the record before the log: a finished task writes no more lines, so none are missed.
    const task = await requireTask(database, id)
    offset = await printFrom(terminal, { logs, task }, offset)
    if (task.finished !== null) return task
    if (task.status !== 'Waiting') {
      terminal.progress(Number.parseInt(task.status, 10) / 100, task.step ?? '')
    } else {
      const hint = await missingWorkerHint(database, id)
      const news = `Task ${id} waits for ${waitText(task)} …${hint === undefined ? '' : `\n${hint}`}`
      if (news !== shown) terminal.say(news)
      shown = news
    }
    return undefined
  }
  try {
    const ended = await untilTasks(watch, look, { signal, poll: pollIntervalMs })
    if (ended !== undefined) return conclude(ended)
    terminal.say(`Task ${id} goes on. To end it: planctl cancel ${id}`)
    throw new ServiceError('canceled')
  } finally {
    await watch.close()
  }
}

/** Ends the command with the status of the task: throws `canceled` or `command_failed` unless it is Done. */
function conclude({ id, status, message }: TaskRecord): void {
  if (status === 'Done') return
  if (status === 'Canceled') throw new ServiceError('canceled')
  throw new ServiceError('command_failed', { reason: englishText(`Task ${id} has failed: ${message ?? ''}`) })
}
