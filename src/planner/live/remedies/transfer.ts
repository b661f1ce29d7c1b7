/** Remedy: stock of another location, delivered by a distribution order. */
import type { OrderRow } from '../../input.ts'
import { temporaryPrefix } from '../consequences/facts.ts'
import { editOf, putOrder } from './put-order.ts'
import { type Action, touchedBy } from './remedy.ts'

/** Maximum number of buffers considered. */
const mostBuffers = 6

export const transfer: Action = ({ live, chain, delivery }) => {
  const { input, state } = live
  const { current } = input.settings
  const buffers = new Set(
    chain.flatMap(({ movements }) =>
      movements.flatMap(({ buffer, quantity }) => (quantity < 0 ? buffer : [])),
    ),
  )
  return [...buffers].slice(0, mostBuffers).flatMap((buffer) =>
    state.network.buffers
      .filter(
        (other) => other.item === buffer.item && other.location !== buffer.location && other.batch === '',
      )
      .flatMap((other) => {
        const free = other.infinite ? delivery.demand.quantity : Math.floor(other.stock.lowestFrom(current))
        const lane = input.itemDistributions.find(
          ({ item, origin, location }) =>
            item === buffer.item.name &&
            origin === other.location &&
            (location === buffer.location || location === null || location === undefined),
        )
        if (free < 1 || lane === undefined) return []
        const enddate = current + (lane.leadtime ?? 0)
        const wanted = Math.max(
          ...chain.flatMap(({ movements }) =>
            movements.flatMap((moved) =>
              moved.buffer === buffer && moved.quantity < 0 ? -moved.quantity : [],
            ),
          ),
        )
        const row: OrderRow = {
          reference: `${temporaryPrefix}${other.location} ${buffer.location} ${buffer.item.name}`,
          type: 'DO',
          status: 'approved',
          quantity: Math.min(free, Math.ceil(wanted)),
          startdate: current,
          enddate,
          item: buffer.item.name,
          origin: other.location,
          destination: buffer.location,
        }
        return [
          [
            {
              kind: 'transfer',
              summary: {
                code: 'transfer',
                values: {
                  item: buffer.item.name,
                  origin: other.location,
                  destination: buffer.location,
                  quantity: row.quantity,
                  enddate,
                },
              },
              edits: [editOf(row, [])],
              apply: putOrder(row),
              touched: touchedBy({ orders: new Set([row.reference]) }),
              displace: false,
              effort: 1,
              cost: null,
            } as const,
          ],
        ]
      }),
  )
}
