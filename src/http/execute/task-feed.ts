/**
 * Changes of tasks, read once for all who follow them: one query per change and process, however many streams are
 * open.
 */
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../database/database.ts'
import { changedTasks, lastChange, type TaskRecord, unfinishedTasks } from '../../tasks/queue/task-record.ts'
import type { TaskWatch } from '../../tasks/queue/watch.ts'
import { taskText } from '../../tasks/queue/task-text.ts'

export interface TaskEvent {
  readonly task: TaskRecord
  /** The record by its number, as JSON. */
  readonly data: string
}

export type TaskFollower = (event: TaskEvent) => void

export interface TaskFeed {
  /** Tells every change from now on, in their order. The function returned ends it. */
  follow(follower: TaskFollower): Promise<() => void>
  /** What has not ended, as of after the call; many who ask at the same time are answered by one query. */
  unfinished(): Promise<Unfinished>
}

export interface Unfinished {
  readonly events: readonly TaskEvent[]
  /** Changes beyond this number may not be in it. */
  readonly change: number
}

/** Milliseconds after which is asked without an announcement, in case one was lost. */
const askEveryMs = 1_000
/** Followers told before other work has its turn. */
const toldAtOnce = 200

export function taskEvent(task: TaskRecord): TaskEvent {
  return { task, data: `{"${task.id}": ${taskText(task)}}` }
}

export function createTaskFeed(database: Database, watch: TaskWatch): TaskFeed {
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
        // The database is away, which others notice and log; whoever follows gets what happened when it is back.
        await delay(askEveryMs)
      } finally {
        stopListening()
        clearTimeout(timer)
        watch.closed.removeEventListener('abort', onClosed)
      }
    }
  }

  async function tell(event: TaskEvent): Promise<void> {
    let told = 0
    for (const follower of followers) {
      follower(event)
      told += 1
      if (told % toldAtOnce === 0) await nextTurn()
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

  let asking: Promise<Unfinished> | undefined
  let askingNext: Promise<Unfinished> | undefined

  async function ask(): Promise<Unfinished> {
    const change = await lastChange(database)
    return { change, events: (await unfinishedTasks(database)).map(taskEvent) }
  }

  function unfinished(): Promise<Unfinished> {
    if (asking === undefined) {
      asking = ask().finally(() => (asking = undefined))
      return asking
    }
    // The query under way may have looked too early for whoever asks now.
    askingNext ??= asking
      .catch(() => undefined)
      .then(() => {
        askingNext = undefined
        return unfinished()
      })
    return askingNext
  }

  return {
    unfinished,
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
