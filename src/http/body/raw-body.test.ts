import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { bodyPolicies } from './body-policy.ts'
import { readBytes } from './raw-body.ts'

/** Pieces that are made when they are asked for. */
async function* pieces(count: number, size: number): AsyncGenerator<Buffer> {
  for (let number = 0; number < count; number += 1) {
    // As from a socket: each piece has memory of its own, and comes in a turn of its own.
    await nextTurn()
    yield Buffer.allocUnsafeSlow(size)
  }
}

const { pace } = bodyPolicies({
  MAX_BODY_SIZE: 2 ** 40,
  MAX_BODY_VALUES: 1_000,
  MAX_RECORD_SIZE: 1_000,
  MIN_BODY_RATE: 1_000,
}).bulk

describe('the bytes of a body', () => {
  it('are not kept once they were handed on', async () => {
    const source = {
      stream: Readable.from(pieces(6_000, 65_536)),
      headers: { 'transfer-encoding': 'chunked' },
    }
    const before = process.memoryUsage().arrayBuffers
    let size = 0
    let most = 0
    for await (const piece of readBytes(source, { size: 2 ** 40, compressed: true, pace })) {
      size += piece.length
      most = Math.max(most, process.memoryUsage().arrayBuffers - before)
    }
    expect(size).toBe(6_000 * 65_536)
    expect(most).toBeLessThan(200 * 2 ** 20)
  })

  it('are joined when each of them comes as a chunk of its own', async () => {
    const bytes = 200_000
    const read = Promise.withResolvers<readonly number[]>()
    const server = createServer((request, response) => {
      const sizes: number[] = []
      const reading = async (): Promise<void> => {
        const source = { stream: request, headers: request.headers }
        for await (const { length } of readBytes(source, { size: 2 ** 20, compressed: true, pace }))
          sizes.push(length)
        response.end()
        read.resolve(sizes)
      }
      reading().catch(read.reject)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const socket = connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1')
    const head = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n'
    socket.end(`${head}${'1\r\nx\r\n'.repeat(bytes)}0\r\n\r\n`).resume()
    const sizes = await read.promise
    server.close()
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(bytes)
    expect(sizes.length).toBeLessThan(bytes / 100)
  })
})
