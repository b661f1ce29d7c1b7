/** Counts the statements of a pool that took long, for `/metrics`. */
import type pg from 'pg'

/** Duration in seconds from which a statement counts as slow. */
export const slowStatementSeconds = 5

const counts = new WeakMap<pg.Pool, { slow: number }>()

/** Returns the number of slow statements of a pool since it was created, those that failed included. */
export const slowStatementsOf = (pool: pg.Pool): number => counts.get(pool)?.slow ?? 0

/**
 * Counts the slow statements of the connections of a pool from now on. COPY, lists and writes of a few records are not
 * counted: they are executed by objects that read the bytes of the connection themselves.
 * @param now returns milliseconds
 */
export function countSlowStatements(pool: pg.Pool, now: () => number): void {
  const count = { slow: 0 }
  counts.set(pool, count)
  pool.on('connect', (client) => {
    const query = client.query.bind(client)
    const counted = (...given: readonly unknown[]): unknown => {
      const begun = now()
      const result: unknown = Reflect.apply(query, undefined, given)
      if (!(result instanceof Promise)) return result
      const onEnd = (): void => {
        if (now() - begun >= slowStatementSeconds * 1000) count.slow += 1
      }
      result.then(onEnd, onEnd)
      return result
    }
    Object.defineProperty(client, 'query', { value: counted, configurable: true })
  })
}
