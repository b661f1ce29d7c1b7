/**
 * Remedy: stock of another location above its safety stock, delivered by a distribution order. If no record says how
 * the item gets there, the order takes as long as the slowest transport of other items between the two locations.
 */
import { levelAt } from '../../calendar/step-function.ts'
import type { OrderRow } from '../../input.ts'
import type { Buffer, Operation } from '../../network/nodes.ts'
import { lineage } from '../../network/rows.ts'
import { temporaryPrefix } from '../temporary-keys.ts'
import type { LivePlan } from '../live-plan.ts'
import { editOf, putOrder } from './put-order.ts'
import { earliestReceipt, type Receipt } from './receipt-dates.ts'
import { type Action, type Family, touchedBy } from './remedy.ts'

/** Maximum number of buffers considered. */
const mostBuffers = 6

/** Returns the ways to bring an item from one location to another, those of its own records or that of other items. */
function lanesOf({
  input,
  state: { network },
}: LivePlan): (from: Buffer, to: Buffer) => readonly Operation[] {
  const locations = new Map(input.locations.map((row) => [row.name, row]))
  const known = new Map<Buffer, readonly Operation[]>()
  const own = (to: Buffer): readonly Operation[] => {
    let lanes = known.get(to)
    if (lanes === undefined) known.set(to, (lanes = network.receiptsInto(to)))
    return lanes
  }
  const foreign = (from: Buffer, to: Buffer): readonly Operation[] => {
    const places = lineage(to.location, locations)
    const lanes = input.itemDistributions.filter(
      ({ origin, location }) =>
        origin === from.location && (typeof location !== 'string' || places.includes(location)),
    )
    if (lanes.length === 0) return []
    const { item, location } = to
    const row = { ...anyTransfer, item: item.name, origin: from.location, destination: location }
    const usual = network.receipt(row, 'distribution')
    if (usual === undefined) return []
    const duration = Math.max(...lanes.map(({ leadtime }) => leadtime ?? 0))
    return [{ ...usual, duration, fence: Math.max(...lanes.map(({ fence }) => fence ?? 0)) }]
  }
  return (from, to) => {
    const lanes = own(to).filter(({ origin }) => origin === from.location)
    return lanes.length > 0 ? lanes : foreign(from, to)
  }
}

const anyTransfer = { reference: '', type: 'DO', status: 'approved', quantity: 1 } as const

/** Returns the order of the ways that is there first. */
function firstReceipt(
  live: LivePlan,
  lanes: readonly Operation[],
  wanted: number,
  most: number,
): Receipt | undefined {
  let first: Receipt | undefined
  for (const lane of lanes) {
    const receipt = earliestReceipt(live, lane, wanted, most)
    if (receipt !== undefined && receipt.ready < (first?.ready ?? Infinity)) first = receipt
  }
  return first
}

export const transfer: Action = ({ live, chain, delivery }) => {
  const { input, state } = live
  const { current } = input.settings
  const lanes = lanesOf(live)
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
      .flatMap((other): readonly Family[] => {
        const free = other.infinite
          ? delivery.demand.quantity
          : Math.floor(other.stock.lowestFrom(current) - levelAt(other.minimum, current))
        if (free < 1) return []
        const wanted = Math.max(
          ...chain.flatMap(({ movements }) =>
            movements.flatMap((moved) =>
              moved.buffer === buffer && moved.quantity < 0 ? -moved.quantity : [],
            ),
          ),
        )
        const receipt = firstReceipt(live, lanes(other, buffer), Math.ceil(wanted), free)
        if (receipt === undefined) return []
        const { quantity, startdate, enddate } = receipt
        const row: OrderRow = {
          reference: `${temporaryPrefix}${other.location} ${buffer.location} ${buffer.item.name}`,
          type: 'DO',
          status: 'approved',
          quantity,
          startdate,
          enddate,
          item: buffer.item.name,
          origin: other.location,
          destination: buffer.location,
        }
        const [origin, destination] = [other.location, buffer.location]
        return [
          [
            {
              kind: 'transfer',
              summary: {
                code: 'transfer',
                values: { item: buffer.item.name, origin, destination, quantity, enddate },
              },
              edits: [editOf(row, [])],
              apply: putOrder(row),
              touched: touchedBy({ orders: new Set([row.reference]) }),
              displace: false,
              effort: 1,
              costs: [],
            },
          ],
        ]
      }),
  )
}
