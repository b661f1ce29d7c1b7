import { describe, expect, it } from 'vitest'
import { createArrivals } from './arrivals.ts'

const limits = {
  anonymous: { total: 3, perClient: 2 },
  whole: { total: 3, perClient: 2 },
  lines: { total: 1, perClient: 1 },
  files: { total: 1, perClient: 1 },
}

describe('bodies on their way', () => {
  it('of one user are refused beyond a number, and of all users together', () => {
    const arrivals = createArrivals(limits)
    const first = arrivals.begin('whole', 'ann')
    arrivals.begin('whole', 'ann')
    expect(() => arrivals.begin('whole', 'ann')).toThrowError(expect.objectContaining({ code: 'overloaded' }))
    arrivals.begin('whole', 'bob')
    expect(() => arrivals.begin('whole', 'cem')).toThrowError(expect.objectContaining({ status: 503 }))
    first.end()
    first.end()
    arrivals.begin('whole', 'cem')
    expect(arrivals.count).toBe(3)
    expect(first.signal.aborted).toBe(false)
  })

  it('before sign-in make the oldest give up, of the same address first', () => {
    const arrivals = createArrivals(limits)
    const other = arrivals.begin('anonymous', 'there')
    const own = [1, 2, 3].map(() => arrivals.begin('anonymous', 'here'))
    expect(own.map(({ signal }) => signal.aborted)).toEqual([true, false, false])
    expect(other.signal.aborted).toBe(false)
    arrivals.begin('anonymous', 'elsewhere')
    expect(other.signal.aborted).toBe(true)
    for (const arrival of [other, ...own]) arrival.end()
    expect(arrivals.count).toBe(1)
  })

  it('of one kind leave room for the others', () => {
    const arrivals = createArrivals(limits)
    for (const kind of ['lines', 'files'] as const) {
      arrivals.begin(kind, 'ann')
      expect(() => arrivals.begin(kind, 'bob')).toThrowError(expect.objectContaining({ code: 'overloaded' }))
    }
    arrivals.begin('whole', 'ann')
    expect(arrivals.count).toBe(3)
  })
})
