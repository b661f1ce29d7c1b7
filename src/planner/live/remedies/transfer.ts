/**
 * Remedy: stock of another location above its safety stock, delivered by a distribution order. If no record says how
 * the item gets there, the order takes as long as the slowest transport of other items between the two locations.
 */
import { levelAt } from '../../calendar/step-function.ts'
import type { OrderRow, PlannerInput } from '../../input.ts'
import type { Buffer } from '../../network/nodes.ts'
import { lineage } from '../../network/rows.ts'
import type { Seconds } from '../../time.ts'
import { temporaryPrefix } from '../consequences/facts.ts'
import { editOf, putOrder } from './put-order.ts'
import { type Action, touchedBy } from './remedy.ts'

/** Maximum number of buffers considered. */
const mostBuffers = 6

/** Returns the transport time in seconds between two buffers of an item; undefined if nothing is transported between them. */
function transportTimes(input: PlannerInput): (from: Buffer, to: Buffer) => Seconds | undefined {
  const items = new Map(input.items.map((row) => [row.name, row]))
  const locations = new Map(input.locations.map((row) => [row.name, row]))
  return (from, to) => {
    const places = lineage(to.location, locations)
    const lanes = input.itemDistributions.filter(
      ({ origin, location }) =>
        origin === from.location && (typeof location !== 'string' || places.includes(location)),
    )
    const own = lineage(to.item.name, items).flatMap((name) => lanes.filter(({ item }) => item === name))
    const times = (own.length > 0 ? own.slice(0, 1) : lanes).map(({ leadtime }) => leadtime ?? 0)
    return times.length === 0 ? undefined : Math.max(...times)
  }
}

export const transfer: Action = ({ live, chain, delivery }) => {
  const { input, state } = live
  const { current } = input.settings
  const transportTime = transportTimes(input)
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
        const free = other.infinite
          ? delivery.demand.quantity
          : Math.floor(other.stock.lowestFrom(current) - levelAt(other.minimum, current))
        const seconds = free < 1 ? undefined : transportTime(other, buffer)
        if (seconds === undefined) return []
        const enddate = current + seconds
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
