/** Gathers pieces of a result into chunks of bytes. */
import { freeChunk, newChunk } from '../chunk-stream.ts'

/** Number of bytes of a chunk of a result; only a larger row makes a larger chunk. */
export const chunkSize = 65_536

/** Text between the records of a JSON list without indentation; no record contains it, as JSON escapes line breaks. */
export const recordSeparator = ',\n'

export const nothing = Buffer.alloc(0)

/** Number of bytes up to which Node takes a buffer from memory that it shares among buffers. */
const sharedBytes = Buffer.poolSize >>> 1

/** Copies pieces of a result into one buffer, because the memory in which they arrive is used again. */
export class Gathered {
  size = 0
  #bytes: Buffer = nothing

  /** Continues in other memory; must be called while there are no bytes. */
  begin(bytes: Buffer): void {
    this.#bytes = bytes
  }

  /**
   * Makes room for a number of bytes, and for more that are expected to follow. All but small results are gathered in
   * chunks that can be freed (`freeChunk`): left to the collector, those of pages take a third of the time of this
   * process.
   */
  reserve(needed: number, more: number): void {
    const size = this.size + needed
    if (size <= this.#bytes.length) return
    const expected = size + more
    const bytes = expected <= sharedBytes ? Buffer.allocUnsafe(expected) : newChunk(Math.max(size, chunkSize))
    this.#bytes.copy(bytes, 0, 0, this.size)
    freeChunk(this.#bytes)
    this.#bytes = bytes
  }

  add(source: Buffer, start = 0, end = source.length): void {
    this.reserve(end - start, 0)
    this.size += source.copy(this.#bytes, this.size, start, end)
  }

  clear(): void {
    this.#bytes = nothing
    this.size = 0
  }

  /** Returns all bytes as one buffer and empties this object. */
  take(): Buffer {
    const bytes = this.#bytes.subarray(0, this.size)
    this.clear()
    return bytes
  }
}
