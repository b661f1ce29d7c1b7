/** Gives time to change over back to those that an edit has left without it: they are planned again after it. */
import type { Demand, Resource } from '../network/nodes.ts'
import type { PreviousOrderRow } from '../input.ts'
import { countFlaws } from '../search/flaws.ts'
import type { Order } from '../search/plan.ts'
import type { Edit } from './edit.ts'
import { takenRows } from './taken.ts'

/** Sales orders that are taken out at most. */
const mostTaken = 20

export type Flaws = ReadonlyMap<Resource, number>

/** Runs without time to change over, by resource, before something is taken out of the plan. */
export const flawsBefore = ({ state }: Edit): Flaws =>
  new Map(
    state.network.resources.all.flatMap((resource) =>
      resource.setups === undefined ? [] : [[resource, countFlaws([resource])] as const],
    ),
  )

/**
 * Takes those out that have no time to change over, until there are no more of them than before. Returns what was taken out, by
 * the sales orders that have to be planned again; undefined where it is not possible for `kept`, or takes too many.
 */
export function takeFlawed(
  edit: Edit,
  before: Flaws,
  kept: Demand,
): ReadonlyMap<Demand, readonly PreviousOrderRow[]> | undefined {
  const taken = new Map<Demand, readonly PreviousOrderRow[]>()
  for (let again = true; again;) {
    again = false
    for (const [resource, flaws] of before) {
      if (countFlaws([resource]) <= flaws) continue
      const flawed = new Set(resource.setups!.flawed(resource.matrix!))
      const orders = [...edit.state.index.using(resource)].filter(
        ({ uses, locked, owner }) =>
          locked === undefined &&
          owner?.locked === undefined &&
          uses.some(({ run }) => run !== undefined && flawed.has(run)),
      )
      const order = orders
        .filter(({ demand }) => demand !== kept && demand?.policy !== 'alltogether')
        .toSorted((a, b) => b.begin - a.begin)[0]
      if (order === undefined || taken.size >= mostTaken) return undefined
      takeOut(edit, order, taken)
      again = true
    }
  }
  return taken
}

function takeOut(edit: Edit, order: Order, taken: Map<Demand, readonly PreviousOrderRow[]>): void {
  const { state } = edit
  const { demand } = order
  if (demand !== undefined && state.demands.get(demand.name) === demand && !taken.has(demand))
    taken.set(demand, takenRows(edit, demand))
  if (!edit.gone.has(order)) edit.take(state.index.workOf(order))
}
