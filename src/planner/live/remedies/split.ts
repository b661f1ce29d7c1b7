/**
 * Remedy: partial deliveries for a sales order that requires one delivery: the quantity that is available on the due
 * date, and the rest.
 */
import { changedDemand } from './changed-demand.ts'
import type { Action } from './remedy.ts'

export const split: Action = ({ delivery: { demand, shipments } }) => {
  const { name, quantity, minimumShipment } = demand
  if (quantity < 2 || minimumShipment <= 1 || shipments.length > 1 || demand.policy === 'alltogether')
    return []
  // A sales order without its own minimum shipment is divided into tenths too: smaller parts are hundreds of orders for
  // people to handle.
  const sizes = [2, 4, 10]
    .map((parts) => Math.ceil(quantity / parts))
    .filter((size) => size < minimumShipment)
  return [
    [...new Set(sizes)].map((size, at) =>
      changedDemand(
        name,
        { minshipment: size },
        {
          kind: 'split',
          summary: { code: 'split', values: { demand: name, minshipment: size } },
          displace: false,
          effort: at + 1,
          costs: [],
        },
      ),
    ),
  ]
}
