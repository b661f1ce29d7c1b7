/** Narrows down how much of a quantity can be done in time. */
import type { Search } from './search.ts'

/** Steps in which the most that can be done in time is narrowed down. */
const narrowing = 6

/** Plans as much of a quantity as an attempt can do in time, in whole units; answers how much. */
export function mostInTime(search: Search, attempt: (part: number) => boolean, quantity: number): number {
  const { plan } = search
  const mark = plan.mark()
  if (attempt(quantity)) return quantity
  plan.rollback(mark)
  let [possible, impossible] = [0, quantity]
  for (let step = 0; step < narrowing && impossible - possible > 1; step += 1) {
    const middle = Math.floor((possible + impossible) / 2)
    if (middle <= possible) break
    if (attempt(middle)) possible = middle
    else impossible = middle
    plan.rollback(mark)
  }
  if (possible > 0 && !attempt(possible)) {
    plan.rollback(mark)
    return 0
  }
  return possible
}
