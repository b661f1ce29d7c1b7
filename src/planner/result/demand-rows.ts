/** The result rows of demands: delivered quantity, dates and orders. */
import { plannedOf } from '../lateness.ts'
import type { Shipment } from '../search/delivery.ts'
import type { Solution } from '../solution.ts'
import type { DemandPegging, DemandResult } from './result.ts'
import { rounded } from './rounding.ts'
import type { Pegging } from './shares.ts'

export function* demandRows(
  { deliveries }: Solution,
  references: readonly string[],
  { edges, upstream }: Pegging,
  numbers: ReadonlyMap<Shipment, number>,
): Generator<DemandResult> {
  for (const { demand, shipments } of deliveries) {
    const { planned, last } = plannedOf(shipments)
    const pegging: DemandPegging[] = []
    const fed: DemandPegging[] = []
    for (const shipment of shipments) {
      const number = numbers.get(shipment)
      if (number === undefined) continue
      pegging.push({ level: 0, opplan: references[number]!, quantity: rounded(shipment.quantity) })
      for (let at = upstream.begins[number]!; at < upstream.begins[number + 1]!; at += 1) {
        const edge = upstream.list[at]!
        fed.push({
          level: 1,
          opplan: references[edges.producers[edge]!]!,
          quantity: rounded(edges.quantities[edge]!),
        })
      }
    }
    yield {
      name: demand.name,
      delay: last === undefined ? null : last - demand.due,
      plannedquantity: rounded(planned),
      deliverydate: last ?? null,
      plan: { pegging: [...pegging, ...fed] },
    }
  }
}
