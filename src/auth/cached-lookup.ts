/**
 * Caches the results of a query: limited in size, with one query for concurrent calls, and without values that were
 * read before an invalidation.
 */

export interface CachedLookup<Key, Value> {
  /** Returns the cached value. */
  peek(key: Key): Value | undefined
  /** Returns the cached value, otherwise loads it. Missing values are not cached. */
  get(key: Key): Promise<Value | undefined>
  forget(key: Key): void
  invalidateWhere(condition: (value: Value) => boolean): void
  clear(): void
}

export interface CachedLookupOptions<Key, Value> {
  readonly load: (key: Key) => Promise<Value | undefined>
  /** Maximum number of entries; beyond it, the entries that were loaded first are dropped. */
  readonly limit: number
  /** Returns whether notifications of changes arrive; otherwise nothing is cached. */
  readonly mayKeep: () => boolean
}

export function createCachedLookup<Key, Value>(
  options: CachedLookupOptions<Key, Value>,
): CachedLookup<Key, Value> {
  const values = new Map<Key, Value>()
  const loading = new Map<Key, Promise<Value | undefined>>()
  // Number of invalidations: a load that started before the last one may return an outdated value.
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
    invalidateWhere: (condition) => {
      for (const [key, value] of values) if (condition(value)) values.delete(key)
      drop()
    },
    clear: () => {
      values.clear()
      drop()
    },
  }
}
