/**
 * Chooses between alternates by what they cost, as their search mode says: by the cost of operations and resources, by
 * the penalty of changeovers and early work, or by both.
 */
import type { SearchMode } from '../network/nodes.ts'
import { epsilon } from '../timeline/profile.ts'
import { never } from '../time.ts'
import type { Costs } from './costs.ts'
import type { TakenBack } from './plan.ts'
import type { Search } from './search.ts'

/** Returns what counts for a search mode; nothing does where the sequence decides. */
export const weighed = ({ cost, penalty }: Costs, mode: SearchMode): number =>
  (mode === 'MINCOST' || mode === 'MINCOSTPENALTY' ? cost : 0) +
  (mode === 'MINPENALTY' || mode === 'MINCOSTPENALTY' ? penalty : 0)

/**
 * Plans the cheapest option, of equal ones the first. Returns what `attempt` returned for it; undefined, with nothing
 * planned, if it returned that for all of them.
 */
export function planCheapest<Option, Result>(
  search: Search,
  mode: SearchMode,
  options: readonly Option[],
  attempt: (option: Option) => Result | undefined,
): Result | undefined {
  const { plan } = search
  const mark = plan.mark()
  const before = weighed(plan.costs, mode)
  let best:
    | { readonly planned: TakenBack; readonly result: Result; readonly reason: Search['reason'] }
    | undefined
  let lowest = never
  for (const option of options) {
    const result = attempt(option)
    const cost = weighed(plan.costs, mode) - before
    if (result !== undefined && cost < lowest - epsilon) {
      best = { planned: plan.takeFrom(mark), result, reason: search.reason }
      lowest = cost
    } else plan.rollback(mark)
  }
  if (best === undefined) return undefined
  plan.restore(best.planned)
  search.reason = best.reason
  return best.result
}
