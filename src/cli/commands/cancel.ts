/** Cancels tasks and waits until they have ended. */
import { Type } from '../../contract/type.ts'
import type { ControlDatabase } from '../../database/database.ts'
import { englishText } from '../../errors/plain-text.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { cancelTask } from '../../tasks/queue/queue.ts'
import { failAbandonedTasks } from '../../tasks/queue/abandoned-tasks.ts'
import { taskById, type TaskRecord } from '../../tasks/queue/task-record.ts'
import { type TaskWatch, untilTasks, watchTasks } from '../../tasks/queue/watch.ts'
import { type CommandContext, defineCommand } from '../command.ts'
import { withInstallation } from '../installation.ts'

export const cancel = defineCommand({
  help: `A waiting task is canceled at once. A running task is asked to stop; if it does not, it is killed after a few
seconds. Its uncommitted changes are rolled back. The command waits until all of the tasks have ended, and fails if
one had already ended.`,
  examples: [
    ['planctl cancel 12', 'one task'],
    ['planctl status --status=Waiting --limit=1000 | cut -f1 | xargs -r planctl cancel', 'all waiting tasks'],
  ],
  parameters: Type.Object({
    id: Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, description: 'Numbers of tasks.' }),
  }),
  positional: ['id'],
  run: (context, { id: ids }) =>
    withInstallation(context, async (database) => {
      const watch = watchTasks(database)
      try {
        const results = await Promise.allSettled(ids.map((id) => cancelOne(context, database, watch, id)))
        const failures = results.flatMap((result) =>
          result.status === 'rejected' ? [toError(result.reason)] : [],
        )
        for (const failure of failures.slice(1)) context.terminal.say(`planctl: ${failure.message}`)
        if (failures[0] !== undefined) throw failures[0]
      } finally {
        await watch.close()
      }
    }),
})

const toError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)))

/** Throws `unknown_task`, and `task_finished` for a task that has already ended. */
async function cancelOne(
  { terminal, signal, settings }: CommandContext,
  database: ControlDatabase,
  watch: TaskWatch,
  id: number,
): Promise<void> {
  const task = await taskById(database, id)
  if (task === undefined) throw new ServiceError('unknown_task', { name: id })
  const result = await cancelTask(database, id, { code: 'task_canceled_at_command' })
  if (result === 'finished') throw new ServiceError('task_finished', { id, name: task.name })
  if (result === 'asked') terminal.say(`Task ${id} was asked to stop …`)
  const find = async (): Promise<TaskRecord | undefined> => {
    // The process of the task may have ended without reading the request.
    await failAbandonedTasks(database, settings())
    const now = await taskById(database, id)
    return now?.finished === null ? undefined : now
  }
  const ended = await untilTasks(watch, find, { signal })
  if (ended === undefined) throw new ServiceError('canceled')
  if (ended.status !== 'Canceled') {
    const reason = `Task ${id} had ended before it could be canceled: ${ended.status}. ${ended.message ?? ''}`
    throw new ServiceError('command_failed', { reason: englishText(reason) })
  }
  terminal.print(`Task ${id} is canceled.`)
}
