/** Remedy: a better priority; less urgent sales orders become later. */
import { changedDemand } from './changed-demand.ts'
import type { Action } from './remedy.ts'

/** Maximum number of priorities that are tried. */
const mostPriorities = 4

export const priority: Action = ({ live, delivery: { demand } }) => {
  const used = new Set<number>()
  for (const other of live.state.demands.values())
    if (other !== demand && other.firm === demand.firm) used.add(other.priority)
  if (used.size === 0) return []
  const best = Math.min(...used)
  // Of several sales orders with the same priority, the one that is due first is planned first.
  const better = [...used, best - 1].filter((value) => value < demand.priority).toSorted((a, b) => b - a)
  const step = Math.max(1, Math.ceil(better.length / mostPriorities))
  const { name } = demand
  return [
    better
      .filter((_value, at) => (better.length - 1 - at) % step === 0)
      .map((value, at) =>
        changedDemand(
          name,
          { priority: value },
          {
            kind: 'priority',
            summary: {
              code: 'priority',
              values: { demand: name, previous: demand.priority, priority: value },
            },
            displace: true,
            effort: at + 1,
            costs: [],
          },
        ),
      ),
  ]
}
