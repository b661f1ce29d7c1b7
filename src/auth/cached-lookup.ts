/**
 * A memory in front of a query: bounded, one query for many who ask at once, and never a value that was
 * read before it was told to forget.
 */

export interface CachedLookup<Key, Value> {
  /** The remembered value, at the price of a map lookup. */
  peek(key: Key): Value | undefined
  /** The remembered value, else the one loaded. What does not exist is not remembered. */
  get(key: Key): Promise<Value | undefined>
  forget(key: Key): void
  forgetWhere(condition: (value: Value) => boolean): void
  clear(): void
}

export interface CachedLookupOptions<Key, Value> {
  readonly load: (key: Key) => Promise<Value | undefined>
  /** Entries kept; beyond it the ones loaded first are dropped. */
  readonly limit: number
  /** Whether changes are told at the moment; while they are not, nothing is kept. */
  readonly mayKeep: () => boolean
}

export function createCachedLookup<Key, Value>(
  options: CachedLookupOptions<Key, Value>,
): CachedLookup<Key, Value> {
  const values = new Map<Key, Value>()
  const loading = new Map<Key, Promise<Value | undefined>>()
  // Counts what was forgotten: a load that began earlier may carry a value from before.
  let epoch = 0

  async function load(key: Key): Promise<Value | undefined> {
    const begun = epoch
    const value = await options.load(key)
    if (value !== undefined && begun === epoch && options.mayKeep()) keep(key, value)
    return value
  }

  function keep(key: Key, value: Value): void {
    values.set(key, value)
    if (values.size <= options.limit) return
    const oldest = values.keys().next()
    if (!oldest.done) values.delete(oldest.value)
  }

  const drop = (): void => {
    epoch += 1
    loading.clear()
  }

  return {
    peek: (key) => values.get(key),
    get: (key) => {
      const known = values.get(key)
      if (known !== undefined) return Promise.resolve(known)
      const shared = loading.get(key)
      if (shared !== undefined) return shared
      const mine = load(key).finally(() => {
        if (loading.get(key) === mine) loading.delete(key)
      })
      loading.set(key, mine)
      return mine
    },
    forget: (key) => {
      values.delete(key)
      drop()
    },
    forgetWhere: (condition) => {
      for (const [key, value] of values) if (condition(value)) values.delete(key)
      drop()
    },
    clear: () => {
      values.clear()
      drop()
    },
  }
}
