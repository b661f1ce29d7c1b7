/** Narrows down how much of a quantity can be done in time. */
import type { Search } from './search.ts'

/** Steps in which the most that can be done in time is narrowed down; enough for the last unit of a million. */
const narrowing = 20

/** Plans as much of a quantity as an attempt can do in time, in whole units; answers how much, 0 for less than `least`. */
export function mostInTime(
  search: Search,
  attempt: (part: number) => boolean,
  quantity: number,
  least = 1,
): number {
  const { plan } = search
  const mark = plan.mark()
  if (quantity <= 0 || quantity < least) return 0
  if (attempt(quantity)) return quantity
  plan.rollback(mark)
  const smallest = Math.max(1, Math.ceil(least))
  if (smallest >= quantity || !attempt(smallest)) {
    plan.rollback(mark)
    return 0
  }
  plan.rollback(mark)
  let [possible, impossible] = [smallest, quantity]
  for (let step = 0; step < narrowing && impossible - possible > 1; step += 1) {
    const middle = Math.floor((possible + impossible) / 2)
    if (middle <= possible) break
    if (attempt(middle)) possible = middle
    else impossible = middle
    plan.rollback(mark)
  }
  if (attempt(possible)) return possible
  plan.rollback(mark)
  return 0
}
