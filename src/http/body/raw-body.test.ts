import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { ServiceError } from '../../errors/service-error.ts'
import { bodyPolicies } from './body-policy.ts'
import { readBytes } from './raw-body.ts'

/** Yields pieces that are created on demand. */
async function* pieces(count: number, size: number): AsyncGenerator<Buffer> {
  for (let number = 0; number < count; number += 1) {
    // As from a socket: each piece has its own memory, and arrives in its own turn of the event loop.
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

  it('end when a compressed body goes on without becoming any longer', async () => {
    const emptyBlocks = Buffer.concat(Array<Buffer>(13_000).fill(Buffer.from([0, 0, 0, 0xff, 0xff])))
    const emptyMembers = Buffer.concat(Array<Buffer>(3_000).fill(gzipSync('')))
    const head = gzipSync('').subarray(0, 10)
    const sent = { bytes: 0 }
    async function* endless(first: Buffer, piece: Buffer): AsyncGenerator<Buffer> {
      yield first
      for (; sent.bytes < 200 * 2 ** 20; sent.bytes += piece.length) {
        await nextTurn()
        yield piece
      }
    }
    const codeOf = async (first: Buffer, piece: Buffer, size: number): Promise<unknown> => {
      sent.bytes = 0
      const headers = { 'transfer-encoding': 'chunked', 'content-encoding': 'gzip' }
      const source = { stream: Readable.from(endless(first, piece)), headers }
      try {
        for await (const _ of readBytes(source, { size, compressed: true, pace })) void _
        return 'taken'
      } catch (error) {
        return error instanceof ServiceError ? error.code : error
      }
    }
    expect(await codeOf(head, emptyBlocks, 2 ** 20)).toBe('body_too_large')
    expect(sent.bytes).toBeLessThan(2 * 2 ** 20)
    expect(await codeOf(gzipSync('[]'), emptyMembers, 2 ** 20)).toBe('body_too_large')
    expect(await codeOf(head, emptyBlocks, 2 ** 30)).toBe('malformed_body')
    expect(sent.bytes).toBeLessThan(20 * 2 ** 20)
  })

  it('may be compressed ones that cannot be made shorter', async () => {
    const bytes = randomBytes(20 * 2 ** 20)
    for (const [encoding, packed] of [
      ['gzip', gzipSync(bytes, { level: 0 })],
      [
        'br',
        brotliCompressSync(bytes, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 24 },
        }),
      ],
      ['zstd', zstdCompressSync(bytes)],
    ] as const) {
      const pieces = Array.from({ length: Math.ceil(packed.length / 65_536) }, (_, index) =>
        packed.subarray(index * 65_536, (index + 1) * 65_536),
      )
      const source = {
        stream: Readable.from(pieces),
        headers: { 'transfer-encoding': 'chunked', 'content-encoding': encoding },
      }
      let size = 0
      for await (const { length } of readBytes(source, { size: bytes.length, compressed: true, pace }))
        size += length
      expect(size).toBe(bytes.length)
    }
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
