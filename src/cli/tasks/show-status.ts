/** Shows tasks by number, or the latest ones: as a table, as lines for programs, or as the JSON of the web API. */
import type { ControlDatabase } from '../../database/database.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { tasksText } from '../../tasks/queue/task-text.ts'
import { latestTasks, type TaskRecord, tasksById } from '../../tasks/queue/task-record.ts'
import { queueHint } from '../../tasks/queue/workers.ts'
import type { Terminal } from '../terminal.ts'
import { tableHead, tableLine, tableWidths, taskValues } from './task-table.ts'

export const defaultLimit = 20

export interface WantedTasks {
  /** Numbers of tasks; if empty, the latest tasks are shown. */
  readonly ids: readonly number[]
  readonly status?: string | undefined
  readonly name?: string | undefined
  readonly database?: string | undefined
  readonly limit: number
  readonly json: boolean
}

/** Throws `unknown_task` for an unknown number, after showing the other tasks. */
export async function showStatus(
  database: ControlDatabase,
  wanted: WantedTasks,
  terminal: Terminal,
): Promise<void> {
  const tasks = await findTasks(database, wanted)
  if (wanted.json) terminal.print(tasksText(tasks))
  else showTasks(tasks, terminal)
  if (terminal.columns !== undefined) {
    if (tasks.length === 0 && wanted.ids.length === 0) terminal.say('There are no such tasks.')
    await warnUnserved(database, tasks, terminal)
  }
  const missing = wanted.ids.find((id) => tasks.every((task) => task.id !== id))
  if (missing !== undefined) throw new ServiceError('unknown_task', { name: missing })
}

function findTasks(database: ControlDatabase, wanted: WantedTasks): Promise<readonly TaskRecord[]> {
  const { ids, database: scenario, ...choice } = wanted
  return ids.length > 0 ? tasksById(database, ids) : latestTasks(database, { ...choice, scenario })
}

function showTasks(tasks: readonly TaskRecord[], { columns, print }: Terminal): void {
  if (columns === undefined) {
    for (const task of tasks) print(taskValues(task))
    return
  }
  if (tasks.length === 0) return
  const widths = tableWidths(tasks)
  print(tableHead(widths, columns))
  for (const task of tasks) print(tableLine(task, widths, columns))
}

/** Prints a hint if one of the tasks is queued but no worker accepts queued tasks. */
export async function warnUnserved(
  database: ControlDatabase,
  tasks: readonly TaskRecord[],
  terminal: Terminal,
): Promise<void> {
  const queued = tasks.some(({ finished, status, worker }) => {
    return finished === null && status === 'Waiting' && worker === null
  })
  const hint = queued ? await queueHint(database) : undefined
  if (hint !== undefined) terminal.say(hint)
}
