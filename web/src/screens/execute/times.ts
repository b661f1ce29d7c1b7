/** Durations of runs. */
import type { Run } from '../../platform/api/tasks.ts'
import type { Formats } from '../../platform/formats/formats.ts'

/** Returns the seconds from start to end; 0 for a run that has not started or ended. */
export function secondsOf(
  { started, finished }: Pick<Run, 'started' | 'finished'>,
  { instant }: Formats,
): number {
  return started === null || finished === null
    ? 0
    : Math.max(0, (instant(finished) - instant(started)) / 1000)
}
