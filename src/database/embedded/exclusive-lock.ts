/**
 * A lock on a file that the kernel releases when its holder dies, however it dies. Node has no call for it,
 * but the SQLite it brings has: an exclusive transaction holds one.
 */
import { DatabaseSync } from 'node:sqlite'

export interface ExclusiveLock {
  release(): void
}

const busy = 5

/** The lock, or undefined when another process holds it. The file is created if missing and stays empty. */
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
