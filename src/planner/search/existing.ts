/**
 * Orders that are not ours to change: approved, confirmed and completed ones. They move stock and, until they are
 * completed, take capacity, whether or not that is feasible.
 */
import type { OrderRow } from '../input.ts'
import type { Network } from '../network/compile.ts'
import type { Load, Operation } from '../network/nodes.ts'
import { leavesOf } from '../network/replenishment.ts'
import { flowDate } from './flows.ts'
import type { Order } from './plan.ts'
import type { Search } from './search.ts'

/** Puts the existing orders into the plan. Those that name nothing known are told of and left out. */
export function addExisting(search: Search): void {
  const { network } = search
  const owners = new Map<string, Order>()
  const rows = network.input.orders.filter(({ status }) =>
    ['approved', 'confirmed', 'completed'].includes(status),
  )
  // Owners first, so that steps find them.
  for (const row of rows.toSorted(
    (a, b) => Number(typeof a.owner === 'string') - Number(typeof b.owner === 'string'),
  )) {
    const operation = operationOf(network, row)
    if (operation === undefined) continue
    const order = existing(search, row, operation, owners.get(row.owner ?? ''))
    owners.set(row.reference, order)
  }
}

function operationOf(network: Network, row: OrderRow): Operation | undefined {
  if (typeof row.operation === 'string') return network.operations.get(row.operation)
  const place = row.destination ?? row.location
  if (typeof row.item !== 'string' || typeof place !== 'string') return undefined
  const methods = network.buffer(network.item(row.item), place, row.batch ?? '').methods ?? []
  const wanted = row.type === 'DO' ? 'distribution' : 'purchase'
  const known = methods.find(
    ({ operation }) =>
      operation.kind === wanted &&
      (wanted === 'purchase' ? operation.supplier === row.supplier : operation.origin === row.origin),
  )
  return known?.operation ?? network.receipt(row, wanted)
}

function existing(search: Search, row: OrderRow, operation: Operation, owner: Order | undefined): Order {
  const { plan, network, settings } = search
  const end = row.enddate ?? row.startdate ?? settings.current
  const start = row.startdate ?? Math.min(end, operation.work.begin(end, operation.duration))
  const done = row.status === 'completed'
  const order: Order = {
    operation,
    quantity: row.quantity,
    start,
    begin: start,
    end: Math.max(start, end),
    movements: [],
    uses: [],
    owner,
    before: [],
    reuses: [],
    unused: row.quantity,
    demand: undefined,
    batch: row.batch ?? '',
    cost: 0,
    locked: { reference: row.reference, status: row.status },
  }
  plan.orders.push(order)
  // The steps of a routing move the stock, not the routing itself.
  if (operation.kind === 'routing' && network.input.orders.some((step) => step.owner === row.reference))
    return order
  const open = row.quantity - (row.quantity_completed ?? 0)
  for (const leaf of leavesOf(operation)) {
    for (const group of leaf.flows) {
      const [flow] = group.flows
      if (flow === undefined) continue
      const buffer = network.buffer(flow.item, flow.location, order.batch)
      const quantity = flow.per * open + (open > 0 ? flow.fixed : 0)
      const date = flowDate({ ...order, operation: leaf }, flow, group.consumes ? 0 : 1)
      plan.move(order, { buffer, date, quantity: group.consumes ? -quantity : quantity })
      if (!group.consumes) buffer.lockedSupply.push(date)
    }
    if (!done)
      plan.occupy(
        order,
        leaf.loads.flatMap(({ loads }): readonly Load[] => loads.slice(0, 1)),
      )
  }
  return order
}
