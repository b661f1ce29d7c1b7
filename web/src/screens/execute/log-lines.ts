/** Keeps the last lines of a log. */

/** Maximum number of kept lines. */
export const mostLines = 20_000

export interface LogLines {
  readonly lines: readonly string[]
  /** Whether earlier lines are not shown. */
  readonly dropped: boolean
}

export const noLines: LogLines = { lines: [], dropped: false }

/**
 * Adds a line to those that wait to be shown. Nothing is shown in a hidden tab: lines that would be dropped anyway are
 * removed from time to time, so that their number is bounded.
 */
export function addWaiting(waiting: string[], line: string): void {
  waiting.push(line)
  // One line more than can be kept, by which the rest counts as dropped.
  if (waiting.length > 2 * mostLines) waiting.splice(0, waiting.length - mostLines - 1)
}

/** Returns the lines with those that waited. */
export function withWaiting({ lines, dropped }: LogLines, waiting: readonly string[]): LogLines {
  const all = [...lines, ...waiting]
  return { lines: all.slice(-mostLines), dropped: dropped || all.length > mostLines }
}
