/** Reads the log of a task while it is written: whole lines from a byte offset. */
import { open } from 'node:fs/promises'

export interface LogLine {
  readonly text: string
  /** Offset of the byte after its end. */
  readonly end: number
}

const pieceSize = 256 * 1024

/**
 * Returns some whole lines of a file from a byte offset; none if there are no more yet, or if the file does not
 * exist.
 */
export async function linesAfter(path: string, offset: number): Promise<readonly LogLine[]> {
  const file = await open(path, 'r').catch(() => undefined)
  if (file === undefined) return []
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(pieceSize), 0, pieceSize, offset)
    const lines: LogLine[] = []
    let start = 0
    for (let end = buffer.indexOf(10); end !== -1 && end < bytesRead; end = buffer.indexOf(10, start)) {
      lines.push({ text: buffer.toString('utf8', start, end), end: offset + end + 1 })
      start = end + 1
    }
    // A line that is longer than the buffer is returned in parts.
    if (lines.length === 0 && bytesRead === pieceSize) {
      lines.push({ text: buffer.toString('utf8'), end: offset + bytesRead })
    }
    return lines
  } finally {
    await file.close()
  }
}
