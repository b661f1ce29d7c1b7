import { once } from 'node:events'
import { createServer } from 'node:http'
import { pipeline, type Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { createGzip, gunzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { ChunkStream, freeChunk, newChunk } from './chunk-stream.ts'

const chunkBytes = 65_536
const count = 100

/** Gives chunks that each repeat their number. */
class Source extends ChunkStream {
  readonly given: Buffer[] = []
  override _read(): void {
    if (this.given.length === count) {
      this.push(null)
      return
    }
    const chunk = newChunk(chunkBytes).fill(this.given.length)
    this.given.push(chunk)
    this.push(chunk)
  }
}

const whole = Buffer.concat(Array.from({ length: count }, (_, number) => Buffer.alloc(chunkBytes, number)))

/** Sends the stream over HTTP to a client that reads in many turns. */
async function overHttp(send: (response: Writable) => void): Promise<Buffer> {
  const server = createServer((_request, response) => send(response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const address = server.address()
    if (typeof address !== 'object' || address === null) throw new Error('The server has no port.')
    const { body } = await fetch(`http://127.0.0.1:${address.port}/`)
    const pieces: Uint8Array[] = []
    for await (const piece of body ?? []) {
      pieces.push(piece)
      await turn()
    }
    return Buffer.concat(pieces)
  } finally {
    server.close()
  }
}

test('a client gets all bytes, and no chunk keeps its memory', async () => {
  const source = new Source()
  const received = await overHttp((response) => source.pipe(response))
  expect(received.equals(whole)).toBe(true)
  await vi.waitFor(() => expect(source.given.filter(({ length }) => length > 0)).toEqual([]), 45_000)
})

test('a compressed response has all bytes, and no chunk keeps its memory', async () => {
  const source = new Source()
  const packed = await buffer(pipeline(source, createGzip({ level: 1 }), () => undefined))
  expect(gunzipSync(packed).equals(whole)).toBe(true)
  await vi.waitFor(() => expect(source.given.filter(({ length }) => length > 0)).toEqual([]), 45_000)
})

test('only memory of newChunk is freed, since other buffers may share theirs', () => {
  const [chunk, other] = [newChunk(10), Buffer.from('shared')]
  freeChunk(chunk.subarray(0, 5))
  freeChunk(other)
  expect([chunk.length, other.toString()]).toEqual([0, 'shared'])
})
