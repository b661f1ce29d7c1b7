/** Takes sales orders out of a plan and restores their orders, as far as their dates are still free. */
import type { PreviousOrderRow } from '../input.ts'
import type { Demand } from '../network/nodes.ts'
import { type Again, placeAgain, unitsOf } from '../previous/place-again.ts'
import { rowOf } from '../previous/proposals.ts'
import { withBegun } from '../search/begun.ts'
import { complete } from '../search/complete.ts'
import type { Delivery } from '../search/delivery.ts'
import { fromStock } from '../search/from-stock.ts'
import type { Order } from '../search/plan.ts'
import type { Edit } from './edit.ts'
import { releaseDemand } from './release.ts'

/**
 * The orders of a demand that were taken out, as rows, and whether others stay because their removal would leave
 * orders without time for their changeover.
 */
export interface TakenDemand {
  readonly rows: readonly PreviousOrderRow[]
  readonly isHeld: boolean
}

/** Takes a demand out of the plan and returns its orders as rows. */
export const takenRows = (edit: Edit, demand: Demand, evenFlawed = false): readonly PreviousOrderRow[] =>
  takeDemand(edit, demand, evenFlawed).rows

export function takeDemand(edit: Edit, demand: Demand, evenFlawed = false): TakenDemand {
  const { state } = edit
  const references = { get: (order: Order) => state.keyOf(order) }
  const rows = new Map<Order, PreviousOrderRow>()
  const orders = new Set([
    ...state.index.ofDemand(demand),
    ...(state.deliveries.get(demand.name)?.shipments ?? []).map(({ order }) => order),
  ])
  for (const order of orders) rows.set(order, rowOf(order, references, state.shipped.get(order)))
  const isHeld = releaseDemand(edit, demand, evenFlawed)
  return { rows: [...rows].flatMap(([order, row]) => (edit.gone.has(order) ? [row] : [])), isHeld }
}

/** Restores the orders of a demand as far as their dates are free, and plans the rest again. */
export function deliverAgain(
  edit: Edit,
  demand: Demand,
  rows: readonly PreviousOrderRow[],
  search = edit.state.search,
): Delivery {
  const demands = new Map([[demand.name, demand]])
  const again: Again = {
    search: fromStock({ ...search, settings: withBegun(search.settings) }),
    demands,
    shipments: new Map(),
    exact: true,
    onPlaced: ({ reference }, order) => edit.setReference(order, reference),
  }
  return edit.append(() => {
    for (const unit of unitsOf(rows, demands)) placeAgain(again, unit)
    return complete(search, demand, again.shipments.get(demand) ?? [])
  })
}
