/** A search for which nothing is made or bought: what an order consumes is there, or will be by the orders of the plan. */
import { never } from '../time.ts'
import type { Search } from './search.ts'

/** Returns a search that uses only existing stock and supply. */
export function fromStock(outer: Search): Search {
  const search: Search = {
    ...outer,
    supply: ({ buffer: { infinite, stock }, quantity, date, limit }) => {
      if (infinite) return date
      const ready = stock.staysFrom(date, quantity)
      return ready <= limit ? Math.max(ready, date) : never
    },
  }
  return search
}
