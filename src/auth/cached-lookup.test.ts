import { describe, expect, test } from 'vitest'
import { type CachedLookup, createCachedLookup } from './cached-lookup.ts'

interface Source {
  readonly lookup: CachedLookup<number, string>
  readonly stored: Map<number, string>
  loads: number
  live: boolean
  /** Resolved by the test when a load may complete. */
  gate: Promise<void>
}

function setUp(): Source {
  const stored = new Map([[1, 'one']])
  const source: Source = {
    stored,
    loads: 0,
    live: true,
    gate: Promise.resolve(),
    lookup: createCachedLookup<number, string>({
      load: async (key) => {
        source.loads += 1
        const value = stored.get(key)
        await source.gate
        return value
      },
      limit: 2,
      mayKeep: () => source.live,
    }),
  }
  return source
}

describe('a cached lookup', () => {
  test('keeps nothing while changes are not announced', async () => {
    const source = setUp()
    source.live = false
    await source.lookup.get(1)
    expect(source.lookup.peek(1)).toBeUndefined()
  })

  test('does not keep a value that was read before it had to be forgotten', async () => {
    const source = setUp()
    const opened = Promise.withResolvers<void>()
    source.gate = opened.promise
    const early = source.lookup.get(1)
    source.stored.set(1, 'changed')
    source.lookup.forget(1)
    const late = source.lookup.get(1)
    opened.resolve()
    expect([await early, await late]).toEqual(['one', 'changed'])
    expect(source.lookup.peek(1)).toBe('changed')
  })

  test('that was told to forget while it loaded keeps nothing', async () => {
    const source = setUp()
    const opened = Promise.withResolvers<void>()
    source.gate = opened.promise
    const loading = source.lookup.get(1)
    source.lookup.forget(1)
    opened.resolve()
    await loading
    expect(source.lookup.peek(1)).toBeUndefined()
  })

  test('does not keep what does not exist', async () => {
    const source = setUp()
    expect(await source.lookup.get(9)).toBeUndefined()
    source.stored.set(9, 'nine')
    expect(await source.lookup.get(9)).toBe('nine')
  })

  test('loads once for many who ask at the same time, and not again', async () => {
    const source = setUp()
    const answers = await Promise.all(Array.from({ length: 20 }, () => source.lookup.get(1)))
    await source.lookup.get(1)
    expect(new Set(answers)).toEqual(new Set(['one']))
    expect(source.loads).toBe(1)
  })

  test('tries again after a failure', async () => {
    const source = setUp()
    source.gate = Promise.reject(new Error('away'))
    await expect(source.lookup.get(1)).rejects.toThrow('away')
    source.gate = Promise.resolve()
    expect(await source.lookup.get(1)).toBe('one')
  })

  test('stays within its limit', async () => {
    const source = setUp()
    for (const key of [1, 2, 3]) {
      source.stored.set(key, String(key))
      await source.lookup.get(key)
    }
    expect([1, 2, 3].map((key) => source.lookup.peek(key))).toEqual([undefined, '2', '3'])
  })

  test('forgets by what a value is', async () => {
    const source = setUp()
    source.stored.set(2, 'two')
    await Promise.all([source.lookup.get(1), source.lookup.get(2)])
    source.lookup.invalidateWhere((value) => value === 'one')
    expect([source.lookup.peek(1), source.lookup.peek(2)]).toEqual([undefined, 'two'])
  })
})
