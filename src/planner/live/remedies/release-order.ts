/**
 * Remedy: changes an approved order back to a proposal, so that it is planned when it is needed, or replaced by
 * another one.
 */
import { isLate } from '../../../rules/late.ts'
import { type Action, touchedBy } from './remedy.ts'

/** Maximum number of orders considered, the latest first. */
const mostOrders = 3

export const release: Action = ({ chain, delivery: { demand } }) =>
  chain
    .filter(
      ({ operation, locked, owner, end }) =>
        locked?.status === 'approved' &&
        owner === undefined &&
        isLate(demand.due, end) &&
        operation.kind !== 'delivery',
    )
    .toSorted((a, b) => b.end - a.end)
    .slice(0, mostOrders)
    .map(({ operation, locked }) => {
      const { reference } = locked!
      const entity =
        operation.kind === 'purchase'
          ? 'input.purchaseorder'
          : operation.kind === 'distribution'
            ? 'input.distributionorder'
            : 'input.manufacturingorder'
      return [
        {
          kind: 'expedite',
          summary: { code: 'release_order', values: { reference, item: operation.item?.name ?? null } },
          edits: [{ entity, action: 'update', key: { reference }, fields: { status: 'proposed' } }],
          apply: (input) => ({
            ...input,
            orders: input.orders.filter((row) => row.reference !== reference && row.owner !== reference),
          }),
          touched: touchedBy({ orders: new Set([reference]) }),
          displace: false,
          effort: 1,
          costs: [],
        } as const,
      ]
    })
