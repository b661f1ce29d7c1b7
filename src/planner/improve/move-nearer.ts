/**
 * Moves work that was gathered by setup closer to its due dates: where time is left between a run and the next one on
 * its resource, the run begins later, if no sales order is later by this and changeovers take no longer.
 */
import type { Demand, Resource } from '../network/nodes.ts'
import { minute, never, type Seconds } from '../time.ts'
import { type Change, planAgain } from './change.ts'
import type { Revision } from './revision.ts'

/** Maximum number of runs that are tried. */
const mostRuns = 500

/** Moves the runs of gathered demands, the last ones first. Yields after each of them; returns the changes. */
export function* moveNearer(
  revision: Revision,
  resources: readonly Resource[],
  gathered: ReadonlySet<Demand>,
): Generator<void, readonly Change[]> {
  const changes: Change[] = []
  let tried = 0
  for (const resource of resources) {
    const runs = [...revision.usersOf(resource)].sort((a, b) => b.begin - a.begin)
    /** Start of the changeover of the next run. */
    let next = never
    for (const { demand, start, end } of runs) {
      const wanted =
        demand !== undefined && gathered.has(demand) ? laterDate(revision, demand, next - end) : undefined
      if (demand === undefined || wanted === undefined) {
        next = Math.min(next, start)
        continue
      }
      if ((tried += 1) > mostRuns) return changes
      const change = planAgain(revision, [[demand, wanted]], 'nearness')
      if (change !== undefined) changes.push(change)
      for (const order of revision.ordersOf(demand))
        if (order.uses.some((use) => use.resource === resource)) next = Math.min(next, order.start)
      yield
    }
  }
  return changes
}

/** Returns the date by which a demand may be ready if a run for it ends later by `gap`; undefined if it may not. */
function laterDate(revision: Revision, demand: Demand, gap: Seconds): Seconds | undefined {
  const { shipments } = revision.delivery(demand)
  const ready = shipments.reduce((last, { order }) => Math.max(last, order.end), -never)
  const due = demand.due - revision.search.settings.administrativeLeadTime
  return gap > minute && ready < due - minute ? Math.min(ready + gap, due) : undefined
}
