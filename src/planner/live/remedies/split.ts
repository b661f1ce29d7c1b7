/**
 * Remedy: partial deliveries for a sales order that requires one delivery: the quantity that is available on the due
 * date, and the rest.
 */
import { type Action, touchedBy } from './remedy.ts'

export const split: Action = ({ delivery: { demand, shipments } }) => {
  const { name, quantity, minimumShipment } = demand
  if (quantity < 2 || minimumShipment <= 1 || shipments.length > 1 || demand.policy === 'alltogether')
    return []
  // A sales order without its own minimum shipment is already divided into tenths.
  const sizes = [Math.ceil(quantity / 2), Math.ceil(quantity / 4), 1].filter((size) => size < minimumShipment)
  return [
    [...new Set(sizes)].map((size, at) => ({
      kind: 'split',
      summary: { code: 'split', values: { demand: name, minshipment: size } },
      edits: [{ entity: 'input.demand', action: 'update', key: { name }, fields: { minshipment: size } }],
      apply: (input) => ({
        ...input,
        demands: input.demands.map((row) => (row.name === name ? { ...row, minshipment: size } : row)),
      }),
      touched: touchedBy({ demands: new Set([name]) }),
      displace: false,
      effort: at + 1,
      cost: null,
    })),
  ]
}
