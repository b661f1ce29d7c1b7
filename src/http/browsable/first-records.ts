/** Reads the first records of a list that is sent as a stream. */
import type { Readable } from 'node:stream'
import { recordSeparator } from '../../data/read/index.ts'

/**
 * Returns the start of a JSON list as a JSON list: at least one record, and about `enough` bytes. The rest is not read:
 * the stream is destroyed.
 */
export async function readFirstRecords(list: Readable, enough: number): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of list) {
    const bytes = Buffer.from(piece)
    pieces.push(bytes)
    size += bytes.length
    if (size < enough) continue
    const start = Buffer.concat(pieces)
    const end = start.lastIndexOf(recordSeparator)
    if (end > 0) return `${start.toString('utf8', 0, end)}]`
  }
  return Buffer.concat(pieces).toString('utf8')
}
