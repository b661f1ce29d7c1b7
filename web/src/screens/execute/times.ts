/** How long runs took. */
import type { Run } from '../../api/tasks.ts'

/** Seconds from begin to end; 0 for one that has not begun or not ended. */
export function secondsOf({ started, finished }: Pick<Run, 'started' | 'finished'>): number {
  return started === null || finished === null
    ? 0
    : Math.max(0, (Date.parse(finished) - Date.parse(started)) / 1000)
}
