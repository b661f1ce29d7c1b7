/** Converts a solution to tables of texts, which independent judges of plans read. */
import type { Solution } from '../../src/planner/solution.ts'
import type { Order } from '../../src/planner/search/plan.ts'
import type { Buffer } from '../../src/planner/network/nodes.ts'

const text = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')

const types = { purchase: 'PO', distribution: 'DO', delivery: 'DLVR' } as const

function typeOf({ operation: { kind }, owner }: Order): string {
  if (kind === 'purchase' || kind === 'distribution' || kind === 'delivery') return types[kind]
  return owner === undefined ? 'MO' : 'WO'
}

const stockDate = '1971-01-01 00:00:00'

const movement = (
  operationplan: string,
  { item, location, batch, id }: Buffer,
  quantity: number,
  flowdate: string,
) => ({ operationplan, buffer: `${id} ${batch}`, item: item.name, location, quantity, flowdate })

export function planTables({ network, plan, deliveries }: Solution) {
  const references = new Map<Order, string>()
  for (const [index, order] of plan.orders.entries()) {
    references.set(order, order.locked?.reference ?? String(index + 1))
  }
  const stock = network.buffers.filter(({ onhand }) => onhand !== 0)
  return {
    operationplan: [
      ...stock.map(({ id, onhand, item }) => ({
        reference: `stock ${id}`,
        type: 'STCK',
        status: 'closed',
        quantity: onhand,
        operation: undefined,
        owner: undefined,
        owned: false,
        demand: undefined,
        startdate: stockDate,
        enddate: stockDate,
        item: item.name,
      })),
      ...plan.orders.map((order) => ({
        reference: references.get(order)!,
        type: typeOf(order),
        status: order.locked?.status ?? 'proposed',
        operation: order.operation.name,
        quantity: order.quantity,
        startdate: text(order.start),
        enddate: text(order.end),
        owner: order.owner === undefined ? undefined : references.get(order.owner),
        owned: order.owner?.locked !== undefined,
        demand: order.demand?.name,
      })),
    ],
    operationplanmaterial: [
      ...stock.map((buffer) => movement(`stock ${buffer.id}`, buffer, buffer.onhand, stockDate)),
      ...plan.orders.flatMap((order) =>
        order.movements.map(({ buffer, date, quantity }) =>
          movement(references.get(order)!, buffer, quantity, text(date)),
        ),
      ),
    ],
    operationplanresource: plan.orders.flatMap((order) =>
      order.uses.map(({ resource, quantity }) => ({
        operationplan: references.get(order)!,
        resource: resource.name,
        quantity,
        startdate: text(order.start),
        enddate: text(order.end),
      })),
    ),
    demand: deliveries.map(({ demand, shipments }) => ({
      name: demand.name,
      quantity: demand.quantity,
      due: text(demand.due),
      deliveries: shipments.map(({ order, quantity }) => [text(order.end), quantity] as const),
    })),
  }
}
