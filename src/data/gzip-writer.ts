/**
 * Writes gzip in pieces that are compressed side by side: each is a gzip member of its own, which every tool reads
 * as one stream. Memory stays constant: a few pieces are under way, and a writer waits for them.
 */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const compress = promisify(gzip)

/** Larger pieces compress no better. */
const pieceSize = 2 ** 20
/** As many as there are threads that compress. */
const underWay = 4

export interface GzipOptions {
  /** 1 to 9. Level 3 takes a third of the time of the usual level 6, for a tenth more bytes. */
  readonly level: number
  /** Takes the compressed bytes, in their order. */
  readonly append: (member: Buffer) => Promise<void>
}

export interface GzipWriter {
  readonly write: (chunk: Buffer | string) => Promise<void>
  /** Writes what is left and answers the SHA-256 of all bytes written. */
  end(): Promise<string>
}

export function createGzipWriter({ level, append }: GzipOptions): GzipWriter {
  const digest = createHash('sha256')
  let gathered: Buffer[] = []
  let size = 0
  let members = 0
  const queue: Promise<Buffer>[] = []

  async function flushOldest(): Promise<void> {
    const member = await queue.shift()
    if (member === undefined) return
    digest.update(member)
    await append(member)
  }

  async function startPiece(): Promise<void> {
    const piece = compress(Buffer.concat(gathered), { level })
    // Waited for later; until then a failure has nobody to tell.
    piece.catch(() => undefined)
    queue.push(piece)
    members += 1
    gathered = []
    size = 0
    if (queue.length >= underWay) await flushOldest()
  }

  return {
    write: async (chunk) => {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
      gathered.push(bytes)
      size += bytes.length
      if (size >= pieceSize) await startPiece()
    },
    end: async () => {
      // Even nothing at all is a member: an empty file is no gzip.
      if (size > 0 || members === 0) await startPiece()
      while (queue.length > 0) await flushOldest()
      return digest.digest('hex')
    },
  }
}
