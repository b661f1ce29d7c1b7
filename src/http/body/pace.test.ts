import { describe, expect, it } from 'vitest'
import { Pace, type PaceLimits } from './pace.ts'

const limits: PaceLimits = {
  windowMs: 30_000,
  minBytesPerSecond: 1_000,
  deadlineMs: 120_000,
  deadlineMsPerByte: 0.01,
}

/** Returns the milliseconds of waiting after which a body that arrives in this way is aborted. */
function givenUpAfter(pieces: Iterable<readonly [waitedMs: number, bytes: number]>): number {
  const pace = new Pace(limits)
  let waited = 0
  for (const [ms, bytes] of pieces) {
    if (ms >= pace.leftMs) return waited + pace.leftMs
    waited += ms
    pace.add(bytes, ms)
  }
  return waited + pace.leftMs
}

function* steady(ms: number, bytes: number): Generator<readonly [number, number]> {
  for (let count = 0; count < 100_000; count += 1) yield [ms, bytes]
}

describe('the pace of a body', () => {
  it('lets a client pause, but not stop', () => {
    expect(givenUpAfter([])).toBe(30_000)
    expect(givenUpAfter([[10, 100_000]])).toBe(30_010)
    expect(
      givenUpAfter([
        [10, 100_000],
        [29_000, 100_000],
      ]),
    ).toBe(59_010)
  })

  it('gives up a trickle that follows a rush', () => {
    const rush = [[1_000, 250_000_000]] as const
    expect(givenUpAfter([...rush, ...Array.from({ length: 100 }, () => [15_000, 1] as const)])).toBe(31_000)
  })

  it('gives up what comes a byte at a time', () => {
    expect(givenUpAfter(steady(100, 1))).toBe(30_000)
    expect(givenUpAfter(steady(15_000, 1))).toBe(30_000)
  })

  it('has a deadline that grows with the size', () => {
    // 2 KB/s: fast enough in every window, too slow for the deadline.
    const slow = givenUpAfter(steady(1_000, 2_000))
    expect(slow).toBeGreaterThan(120_000)
    expect(slow).toBeLessThan(130_000)
    const fast = givenUpAfter(Array.from({ length: 1_000 }, () => [100, 50_000] as const))
    expect(fast).toBeGreaterThan(100_000)
  })
})
