/**
 * Moves work that was gathered by setup closer to its due dates: where time is left between a run and the next one on
 * its resource, the run begins later, if no sales order is later by this and changeovers take no longer.
 */
import type { Demand, Resource } from '../network/nodes.ts'
import type { Order } from '../search/plan.ts'
import { minute, never, type Seconds } from '../time.ts'
import { type Change, planAgain } from './change.ts'
import type { Revision } from './revision.ts'

export interface MoveNearerOptions {
  readonly resources: readonly Resource[]
  readonly gathered: ReadonlySet<Demand>
  /** Called before each attempt; true ends the work. */
  readonly stop: () => boolean
}

/** Moves the runs of gathered demands, the last ones first. Yields after each attempt; returns the changes. */
export function* moveNearer(
  revision: Revision,
  { resources, gathered, stop }: MoveNearerOptions,
): Generator<void, readonly Change[]> {
  const changes: Change[] = []
  for (const resource of resources) {
    let runs = lastFirst(revision, resource)
    for (let at = 0; at < runs.length; at += 1) {
      const { demand, begin, end } = runs[at]!
      if (demand === undefined || !gathered.has(demand)) continue
      const wanted = laterDate(revision, demand, (runs[at - 1]?.start ?? never) - end)
      if (wanted === undefined) continue
      if (stop()) return changes
      const change = planAgain(revision, [[demand, wanted]], 'nearness')
      if (change !== undefined) {
        changes.push(change)
        runs = lastFirst(revision, resource)
        at = runs.filter((run) => run.begin >= begin).length - 1
      }
      yield
    }
  }
  return changes
}

/** Returns the orders on a resource, the last ones first. */
const lastFirst = (revision: Revision, resource: Resource): readonly Order[] =>
  [...revision.usersOf(resource)].sort((a, b) => b.begin - a.begin)

/** Returns the date by which a demand may be ready if a run for it ends later by `gap`; undefined if it may not. */
function laterDate(revision: Revision, demand: Demand, gap: Seconds): Seconds | undefined {
  const { shipments } = revision.delivery(demand)
  const ready = shipments.reduce((last, { order }) => Math.max(last, order.end), -never)
  const due = demand.due - revision.search.settings.administrativeLeadTime
  return gap > minute && ready < due - minute ? Math.min(ready + gap, due) : undefined
}
