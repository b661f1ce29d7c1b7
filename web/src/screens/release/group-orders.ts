/** Groups proposed orders by partner: supplier, transport lane or plant. */
import type { ProposedOrder } from '../../platform/api/release.ts'
import type { ReleaseType } from '../../platform/api/release-types.ts'

export interface OrderGroup {
  readonly name: string
  readonly orders: readonly ProposedOrder[]
  /** Total of quantity times cost. */
  readonly value: number
}

/** Returns the partner of an order; empty if unknown. */
export function partnerOf(type: ReleaseType, { supplier, origin, location }: ProposedOrder): string {
  if (type === 'PO') return supplier ?? ''
  if (type === 'MO') return location ?? ''
  return [origin, location].filter((name) => name !== null).join(' → ')
}

export const valueOf = ({ quantity, cost }: ProposedOrder): number => quantity * (cost ?? 0)

/** Sorts groups by name; orders keep their sequence. */
export function groupOrders(type: ReleaseType, orders: readonly ProposedOrder[]): readonly OrderGroup[] {
  return [...Map.groupBy(orders, (order) => partnerOf(type, order))]
    .map(([name, members]) => ({
      name,
      orders: members,
      value: members.reduce((sum, order) => sum + valueOf(order), 0),
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

/** Returns whether some of the orders can be joined. */
export function canMerge(orders: readonly ProposedOrder[]): boolean {
  const proposed = orders.filter(({ status }) => status === 'proposed')
  return new Set(proposed.map(({ alike }) => alike)).size < proposed.length
}
