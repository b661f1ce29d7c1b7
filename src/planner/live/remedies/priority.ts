/** Remedy: a better priority than all other demands of the same firmness; less urgent sales orders become later. */
import { changedDemand } from './changed-demand.ts'
import type { Action } from './remedy.ts'

export const priority: Action = ({ live, delivery: { demand } }) => {
  let best = Infinity
  for (const other of live.state.demands.values())
    if (other !== demand && other.firm === demand.firm) best = Math.min(best, other.priority)
  if (best === Infinity || demand.priority < best) return []
  const { name } = demand
  // Of several sales orders with the best priority, the one that is due first is planned first.
  return [
    [...new Set([best, best - 1])]
      .filter((value) => value < demand.priority || value < best)
      .map((value, at) =>
        changedDemand(
          name,
          { priority: value },
          {
            kind: 'priority',
            summary: { code: 'priority', values: { demand: name, priority: value } },
            displace: true,
            effort: at + 1,
            cost: null,
          },
        ),
      ),
  ]
}
