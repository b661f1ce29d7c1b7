/**
 * A file lock that the kernel releases when its process ends, in whatever way. Node has no function for it, but an
 * exclusive transaction of Node's built-in SQLite holds such a lock.
 */
import { DatabaseSync } from 'node:sqlite'

export interface ExclusiveLock {
  release(): void
}

const busy = 5

/** Returns the lock; undefined if another process holds it. The file is created if it is missing and stays empty. */
export function tryLock(path: string): ExclusiveLock | undefined {
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return { release: () => database.close() }
  } catch (error) {
    database.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) return undefined
    throw error
  }
}
