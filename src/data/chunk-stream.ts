/**
 * Streams whose chunks are freed as soon as they are written. The memory of buffers is outside of the heap, and the
 * collector frees it only after more than 60 MB.
 */
import { Readable } from 'node:stream'

/** The memory that `newChunk` has allocated. */
const own = new WeakSet<ArrayBufferLike>()

/** Allocates a chunk; its content is not initialized. */
export function newChunk(bytes: number): Buffer {
  const chunk = Buffer.allocUnsafeSlow(bytes)
  own.add(chunk.buffer)
  return chunk
}

/** Frees the memory of a chunk of `newChunk`, which is empty afterwards. Other buffers are left to the collector. */
export function freeChunk({ buffer }: Uint8Array): void {
  if (own.delete(buffer) && buffer instanceof ArrayBuffer) buffer.transfer(0)
}

/** Returns a stream of chunks that exist already. */
export function streamChunks(chunks: readonly Buffer[]): ChunkStream {
  let place = 0
  return new ChunkStream({
    read() {
      this.push(chunks[place] ?? null)
      place += 1
    },
  })
}

/** A stream that frees each chunk after the destination of `pipe` has written it. It has one destination at most. */
export class ChunkStream extends Readable {
  override pipe<Destination extends NodeJS.WritableStream>(
    destination: Destination,
    { end = true }: { readonly end?: boolean } = {},
  ): Destination {
    destination.on('drain', () => this.resume())
    if (end) this.once('end', () => destination.end())
    this.on('data', (chunk: Buffer) => {
      if (!destination.write(chunk, () => freeChunk(chunk))) this.pause()
    })
    return destination
  }
}
