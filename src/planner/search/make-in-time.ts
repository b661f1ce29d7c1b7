/**
 * Lots that would be late leave out the desired time after their operation. One lot does so by itself; of several on one
 * resource, the first one may leave the others no time if it is made early for that desired time.
 */
import type { Method } from '../network/nodes.ts'
import { epsilon } from '../timeline/profile.ts'
import type { Seconds } from '../time.ts'
import { sizeBefore } from './lot-size.ts'
import type { Search } from './search.ts'

/** Plans a quantity by a method; if its lots are late, also without the desired time after them. Returns the better date. */
export function makeInTime(
  search: Search,
  { operation, per, fixed }: Method,
  quantity: number,
  date: Seconds,
  makeLots: () => Seconds,
): Seconds {
  const { plan, withoutSoftPost } = search
  const mark = plan.mark()
  const ready = makeLots()
  // Components of lots that leave it out are not tried again: each level of them would double the attempts.
  if (ready <= date || operation.softPost === 0 || per <= 0 || withoutSoftPost !== undefined) return ready
  if (sizeBefore(operation, (quantity - fixed) / per) * per + fixed >= quantity - epsilon) return ready
  const { reason } = search
  const late = plan.takeFrom(mark)
  search.withoutSoftPost = operation
  const sooner = makeLots()
  search.withoutSoftPost = withoutSoftPost
  if (sooner < ready) return sooner
  plan.rollback(mark)
  plan.restore(late)
  search.reason = reason
  return ready
}
