/**
 * Shares the log of a running task with all servers if files are in an object store: copies new lines to the database
 * while the task runs, and the complete log to the store when it has ended.
 */
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { storeOf } from '../../storage/store-of.ts'
import { copyToDatabase, logKey, type LoggedTask, logPath, type LogPlace } from './log-place.ts'

const intervalMs = 500

/** Disposing of it stops copying. */
export interface SharedLog extends AsyncDisposable {
  /** Stops copying, after all lines are in the database. Must be called before the end of the task is recorded. */
  complete(): Promise<void>
  /** Moves the log to the object store. If that fails, it stays in the database until the retention of the task. */
  archive(): Promise<void>
}

const nothing = async (): Promise<void> => undefined

/** Starts to copy the log. Lines that cannot be copied are copied later. */
export function shareLog(place: LogPlace, task: LoggedTask, onFailure: (error: unknown) => void): SharedLog {
  const store = storeOf(place.settings)
  if (store === undefined) return { complete: nothing, archive: nothing, [Symbol.asyncDispose]: nothing }
  const ended = new AbortController()
  let position = 0
  const copy = async (): Promise<void> => {
    position = await copyToDatabase(place, task, position)
  }
  const rounds = (async () => {
    while (!ended.signal.aborted) {
      await copy().catch(onFailure)
      await delay(intervalMs, undefined, { signal: ended.signal, ref: false }).catch(() => undefined)
    }
  })()
  const path = logPath(place.settings, task)
  const stop = async (): Promise<void> => {
    ended.abort()
    await rounds
  }
  return {
    complete: async () => {
      await stop()
      await copy()
    },
    archive: async () => {
      try {
        await store.put(logKey(place.settings, task), createReadStream(path))
        await place.control.query({
          text: 'DELETE FROM control."tasklog" WHERE "task" = $1 AND "position" < $2',
          values: [task.id, position],
        })
      } catch (error) {
        onFailure(error)
      }
      await rm(path, { force: true }).catch(onFailure)
    },
    [Symbol.asyncDispose]: stop,
  }
}
