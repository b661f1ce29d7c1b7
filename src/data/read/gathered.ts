/** Gathers pieces of a result into chunks of bytes. */

/** Number of bytes of a chunk of a result; only a larger row makes a larger chunk. */
export const chunkSize = 65_536

/** Text between the records of a JSON list without indentation; no record contains it, as JSON escapes line breaks. */
export const recordSeparator = ',\n'

export const nothing = Buffer.alloc(0)

/** Copies pieces of a result into one buffer, because the memory in which they arrive is used again. */
export class Gathered {
  size = 0
  #bytes: Buffer = nothing

  /** Continues in other memory; must be called while there are no bytes. */
  begin(bytes: Buffer): void {
    this.#bytes = bytes
  }

  /** Makes room for a number of bytes, and for more that are expected to follow as far as they fit into a chunk. */
  reserve(needed: number, more: number): void {
    const size = this.size + needed
    if (size <= this.#bytes.length) return
    const bytes = Buffer.allocUnsafe(Math.max(size, Math.min(chunkSize, size + Math.max(this.size, more))))
    this.#bytes.copy(bytes, 0, 0, this.size)
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
