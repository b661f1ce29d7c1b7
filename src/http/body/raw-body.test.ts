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
})
