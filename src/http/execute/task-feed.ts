/** Sends changes of tasks to all followers: one query per change and process, however many streams are open. */
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import type { ControlDatabase } from '../../database/database.ts'
import type { MessageTexts } from '../../errors/messages.ts'
import { shareReads } from '../../database/shared-reads.ts'
import { changedTasks, lastChange, type TaskRecord, unfinishedTasks } from '../../tasks/queue/task-record.ts'
import type { TaskWatch } from '../../tasks/queue/watch.ts'
import { taskText } from '../../tasks/queue/task-text.ts'

export interface TaskEvent {
  readonly task: TaskRecord
  /** Returns a JSON object with the record by its id; written once per language. */
  readonly dataIn: (texts: MessageTexts) => string
}

export type TaskFollower = (event: TaskEvent) => void

export interface TaskFeed {
  /** Calls the follower for every later change, in order. The returned function removes the follower. */
  follow(follower: TaskFollower): Promise<() => void>
  /** Returns the tasks that have not ended, read after the call; concurrent calls share one query. */
  unfinished(): Promise<Unfinished>
}

export interface Unfinished {
  readonly events: readonly TaskEvent[]
  /** Later changes than this number may be missing. */
  readonly change: number
}

/** Interval in milliseconds after which changes are read without an announcement, in case one was lost. */
const askEveryMs = 1_000
/** Number of followers that are called before other work gets a turn of the event loop. */
const reportedAtOnce = 200

export function taskEvent(task: TaskRecord): TaskEvent {
  const written = new Map<string, string>()
  const dataIn = (texts: MessageTexts): string => {
    const data = written.get(texts.language) ?? `{"${task.id}": ${taskText(task, texts)}}`
    written.set(texts.language, data)
    return data
  }
  return { task, dataIn }
}

export function createTaskFeed(database: ControlDatabase, watch: TaskWatch): TaskFeed {
  const followers = new Set<TaskFollower>()
  let running: Promise<void> | undefined
  let begun = Promise.withResolvers<void>()

  async function run(): Promise<void> {
    let after = await lastChange(database)
    begun.resolve()
    while (followers.size > 0 && !watch.closed.aborted) {
      const announced = Promise.withResolvers<void>()
      const stopListening = watch.listen(() => announced.resolve())
      const timer = setTimeout(announced.resolve, askEveryMs)
      const onClosed = (): void => announced.resolve()
      watch.closed.addEventListener('abort', onClosed, { once: true })
      try {
        const changed = await changedTasks(database, after)
        for (const task of changed) {
          after = task.changed
          await tell(taskEvent(task))
        }
        if (changed.length === 0) await announced.promise
      } catch {
        // The database is not reachable, which other modules log; followers get the changes when it is reachable
        // again.
        await delay(askEveryMs)
      } finally {
        stopListening()
        clearTimeout(timer)
        watch.closed.removeEventListener('abort', onClosed)
      }
    }
  }

  async function tell(event: TaskEvent): Promise<void> {
    let sent = 0
    for (const follower of followers) {
      follower(event)
      sent += 1
      if (sent % reportedAtOnce === 0) await nextTurn()
    }
  }

  function ensureRunning(): Promise<void> {
    running ??= run()
      .catch((error: unknown) => begun.reject(error))
      .finally(() => {
        running = undefined
        begun = Promise.withResolvers<void>()
        if (followers.size > 0 && !watch.closed.aborted) void ensureRunning().catch(() => undefined)
      })
    return begun.promise
  }

  async function readUnfinished(): Promise<Unfinished> {
    const change = await lastChange(database)
    return { change, events: (await unfinishedTasks(database)).map(taskEvent) }
  }

  const unfinished = shareReads(readUnfinished)

  return {
    unfinished: () => unfinished.read(),
    follow: async (follower) => {
      followers.add(follower)
      try {
        await ensureRunning()
      } catch (error) {
        followers.delete(follower)
        throw error
      }
      return () => followers.delete(follower)
    },
  }
}
