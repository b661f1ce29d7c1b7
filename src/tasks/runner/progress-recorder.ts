/** Writes progress to the task record at intervals of at least 300 ms; tasks may report it as often as they like. */
import type { ControlDatabase } from '../../database/database.ts'
import { recordProgress } from '../queue/queue.ts'

export interface ProgressRecorder {
  tell(fraction: number, step: string): void
  /** Resolves when no write is pending any more. */
  close(): Promise<void>
}

const intervalMs = 300

export function createProgressRecorder(
  database: ControlDatabase,
  id: number,
  onFailure: (error: unknown) => void,
): ProgressRecorder {
  let latest: { readonly fraction: number; readonly step: string } | undefined
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  function write(): void {
    timer = undefined
    if (latest === undefined) return
    const progress = latest
    latest = undefined
    writing = writing.then(() => recordProgress(database, id, progress)).catch(onFailure)
    timer = setTimeout(write, intervalMs)
  }

  return {
    tell: (fraction, step) => {
      latest = { fraction, step }
      if (timer === undefined) write()
    },
    close: async () => {
      clearTimeout(timer)
      latest = undefined
      await writing
    },
  }
}
