/** Executes a task in a process of a pool. */
import type { Settings } from '../../settings/settings.ts'
import type { ClaimedTask } from '../queue/queue.ts'
import { unseal } from '../queue/sealed.ts'
import type { TaskRun } from './child-process.ts'
import type { Assignment } from './messages.ts'
import type { ProcessPool } from './process-pool.ts'
import type { Execute } from './run-task.ts'

export interface ProcessOptions {
  readonly settings: Settings
  readonly processes: ProcessPool
  /** Secret of the installation. */
  readonly secret: string
  /** Address of the database with its password. */
  readonly url: string
  readonly cancelGraceMs: number
}

/** Maximum number of processes to which a task is assigned if each ends before the task has started. */
const attempts = 3

/** Returns the execution of tasks in processes of the pool. */
export const inProcess =
  (options: ProcessOptions): Execute =>
  async (task, { log, signal, stopReason, progress, attach }) => {
    const { processes, cancelGraceMs } = options
    const run: TaskRun = {
      assignment: assignmentOf(task, options),
      onProgress: progress,
      onAttach: attach,
      onErrorOutput: (text) => log.write('error', text),
      cancelGraceMs,
    }
    for (let attempt = 1; ; attempt += 1) {
      const process = processes.take()
      const part = process.run(run)
      const stop = (): void => part.stop(stopReason() ?? 'canceled')
      signal.addEventListener('abort', stop, { once: true })
      if (signal.aborted) stop()
      const end = await part.ended
      signal.removeEventListener('abort', stop)
      if (end.clean) processes.giveBack(process)
      if (end.begun || signal.aborted || attempt === attempts) return end
    }
  }

function assignmentOf(task: ClaimedTask, { settings, url, secret }: ProcessOptions): Assignment {
  const open: Readonly<Record<string, unknown>> = JSON.parse(task.parameters)
  const sealed: Readonly<Record<string, unknown>> =
    task.sealed === null ? {} : JSON.parse(unseal(task.sealed, secret))
  const { id, name, scenario, userId, operator, channel, parent, logfile, trace } = task
  const args = { ...open, ...sealed }
  const what = { id, name, scenario, userId, operator, channel, parent, logfile, trace, args }
  return { ...what, settings, databaseUrl: url }
}
