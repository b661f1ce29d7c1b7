/** Reads the log of a task while it is written: whole lines from a byte offset. */
import { type LoggedTask, logPartBytes, type LogPlace, readLog } from './log-place.ts'

export interface LogLine {
  readonly text: string
  /** Offset of the byte after its end. */
  readonly end: number
}

/** Returns some whole lines of a log from a byte offset; none if there are no more yet, or if there is no log. */
export async function linesAfter(
  place: LogPlace,
  task: LoggedTask,
  offset: number,
): Promise<readonly LogLine[]> {
  let buffer = await readLog(place, task, offset)
  // The parts of a log in the database do not end with a line.
  while (buffer.length > 0 && buffer.length < logPartBytes && buffer.at(-1) !== lineFeed) {
    const next = await readLog(place, task, offset + buffer.length)
    if (next.length === 0) break
    buffer = Buffer.concat([buffer, next])
  }
  const lines: LogLine[] = []
  let start = 0
  for (let end = buffer.indexOf(lineFeed); end !== -1; end = buffer.indexOf(lineFeed, start)) {
    lines.push({ text: buffer.toString('utf8', start, end), end: offset + end + 1 })
    start = end + 1
  }
  // A line that is longer than the buffer is returned in parts.
  if (lines.length === 0 && buffer.length >= logPartBytes) {
    lines.push({ text: buffer.toString('utf8'), end: offset + buffer.length })
  }
  return lines
}

const lineFeed = 10
