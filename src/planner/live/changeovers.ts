/**
 * Restores the time for changeovers of orders that an edit has left without it: their demands are taken out and
 * planned again after the edit.
 */
import type { Demand, Resource } from '../network/nodes.ts'
import type { PreviousOrderRow } from '../input.ts'
import { countFlaws } from '../search/flaws.ts'
import type { Order } from '../search/plan.ts'
import type { Edit } from './edit.ts'
import { takenRows } from './taken.ts'

/** Maximum number of sales orders that are taken out. */
const mostTaken = 20

export type Flaws = ReadonlyMap<Resource, number>

/** Returns the number of runs without time for their changeover, by resource, before orders are taken out of the plan. */
export const flawsBefore = ({ state }: Edit): Flaws =>
  new Map(
    state.network.resources.all.flatMap((resource) =>
      resource.setups === undefined ? [] : [[resource, countFlaws([resource])] as const],
    ),
  )

/**
 * Takes out orders without time for their changeover until there are no more than before. Returns the orders taken
 * out, by the sales orders that have to be planned again; undefined if this is only possible with orders of sales
 * orders that are kept or of too many.
 */
export function takeFlawed(
  edit: Edit,
  before: Flaws,
  isKept: (demand: Demand) => boolean,
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
        .filter(({ demand }) => demand === undefined || (!isKept(demand) && demand.policy !== 'alltogether'))
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
