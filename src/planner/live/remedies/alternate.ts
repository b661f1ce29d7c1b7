/**
 * Remedy: a purchase from another supplier who delivers earlier, although the supplier has a lower preference or is
 * only used manually.
 */
import type { OrderRow } from '../../input.ts'
import { day } from '../../time.ts'
import { temporaryPrefix } from '../temporary-keys.ts'
import { editOf, putOrder } from './put-order.ts'
import { earliestReceipt } from './receipt-dates.ts'
import { type Action, type Family, touchedBy } from './remedy.ts'

/** Maximum number of purchases considered, the latest first. */
const mostPurchases = 4

export const alternate: Action = ({ live, chain }) => {
  const { network } = live.state
  const purchases = chain
    .filter(({ operation, locked }) => operation.kind === 'purchase' && locked === undefined)
    .toSorted((a, b) => b.end - a.end)
    .slice(0, mostPurchases)
  return purchases.flatMap((order) => {
    const { supplier: usual, cost: usualCost, hardPost } = order.operation
    const into = order.movements.find(({ quantity }) => quantity > 0)?.buffer
    if (into === undefined) return []
    const others = network
      .receiptsInto(into)
      .filter(({ kind, supplier }) => kind === 'purchase' && supplier !== usual)
    return others.flatMap((operation): readonly Family[] => {
      const { supplier = '', cost } = operation
      const receipt = earliestReceipt(live, operation, order.quantity)
      if (receipt === undefined || receipt.ready >= order.end + hardPost - day) return []
      const { quantity, startdate, enddate } = receipt
      const bought: OrderRow = {
        reference: `${temporaryPrefix}${supplier} ${live.state.keyOf(order)}`,
        type: 'PO',
        status: 'approved',
        quantity,
        startdate,
        enddate,
        item: into.item.name,
        location: into.location,
        supplier,
        ...(into.batch === '' ? {} : { batch: into.batch }),
      }
      const more = cost - usualCost
      return [
        [
          {
            kind: 'alternate',
            summary: {
              code: 'alternate_supplier',
              values: { item: into.item.name, supplier, quantity, enddate },
            },
            edits: [editOf(bought, [])],
            apply: putOrder(bought),
            touched: touchedBy({ orders: new Set([bought.reference]) }),
            displace: false,
            effort: 2,
            costs:
              more > 0
                ? [
                    {
                      code: 'purchase',
                      owner: supplier,
                      amount: quantity,
                      price: more,
                      cost: more * quantity,
                    },
                  ]
                : [],
          },
        ],
      ]
    })
  })
}
