/**
 * Remedy: a purchase from another supplier who delivers earlier, although the supplier has a lower preference or is
 * only used manually.
 */
import type { OrderRow } from '../../input.ts'
import { sizesOf } from '../../network/rows.ts'
import { lotSize } from '../../search/lot-size.ts'
import { day } from '../../time.ts'
import { temporaryPrefix } from '../consequences/facts.ts'
import { editOf, putOrder } from './put-order.ts'
import { type Action, touchedBy } from './remedy.ts'

/** Maximum number of purchases considered, the latest first. */
const mostPurchases = 4

export const alternate: Action = ({ live, chain }) => {
  const { input } = live
  const { current } = input.settings
  const purchases = chain
    .filter(({ operation, locked }) => operation.kind === 'purchase' && locked === undefined)
    .toSorted((a, b) => b.end - a.end)
    .slice(0, mostPurchases)
  return purchases.flatMap((order) => {
    const { item, location, supplier } = order.operation
    return input.itemSuppliers
      .filter((row) => {
        const end = current + (row.leadtime ?? 0)
        const isEffective = (row.effective_start ?? 0) <= end && end <= (row.effective_end ?? Infinity)
        const isHere = row.location === location || row.location === null || row.location === undefined
        return (
          row.item === item?.name &&
          isHere &&
          row.supplier !== supplier &&
          isEffective &&
          end < order.end - day
        )
      })
      .map((row) => {
        const bought: OrderRow = {
          reference: `${temporaryPrefix}${row.supplier} ${live.state.keyOf(order)}`,
          type: 'PO',
          status: 'approved',
          quantity: lotSize(sizesOf(row, row.supplier, []), order.quantity),
          startdate: current,
          enddate: current + (row.leadtime ?? 0),
          item: row.item,
          location,
          supplier: row.supplier,
        }
        const known = input.itemSuppliers.find((one) => one.item === row.item && one.supplier === supplier)
        const more = (row.cost ?? 0) - (known?.cost ?? 0)
        return [
          {
            kind: 'alternate',
            summary: {
              code: 'alternate_supplier',
              values: {
                item: row.item,
                supplier: row.supplier,
                quantity: bought.quantity,
                enddate: bought.enddate ?? null,
              },
            },
            edits: [editOf(bought, [])],
            apply: putOrder(bought),
            touched: touchedBy({ orders: new Set([bought.reference]) }),
            displace: false,
            effort: 2,
            cost: more > 0 ? more * bought.quantity : null,
          } as const,
        ]
      })
  })
}
