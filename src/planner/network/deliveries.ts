/** The operations that ship items to customers: one per stock, or the operation that a sales order names. */
import type { DemandRow, OrderRow, PlannerInput } from '../input.ts'
import { deliveryName, orderName } from '../order-names.ts'
import { sentence } from '../sentences.ts'
import type { Buffer, Demand, Item, Operation } from './nodes.ts'
import { makeOperation } from './operations.ts'
import { flowInto } from './replenishment.ts'
import type { InvalidData } from './rows.ts'
import type { Surroundings } from './surroundings.ts'

/** What deliveries refer to. */
interface DeliveryContext {
  readonly surroundings: Surroundings
  readonly operations: ReadonlyMap<string, Operation>
  /** Returns the stock of an item at a location, without the methods that refill it. */
  readonly stock: (item: Item, location: string, batch: '') => Buffer
}

export interface Deliveries {
  /** Returns the operation that delivers a sales order, or why there is none, which is added to `faults`. */
  of(row: DemandRow, faults: InvalidData[]): Operation | string
  /**
   * Returns the operation of an existing delivery: that of its sales order, or of its item and location if the sales
   * order is not planned, because it is closed for example. Goods that were shipped are not in stock, whatever the
   * status of the sales order is; one that was not shipped is reported.
   */
  existing(row: OrderRow, demands: readonly Demand[], invalid: InvalidData[]): Operation | undefined
}

export function deliveriesOf({ surroundings, operations, stock }: DeliveryContext): Deliveries {
  const { input } = surroundings
  const known = new Map<Buffer, Operation>()
  const onlyLocation = placesOf(input)
  const from = (name: string, location: string): Operation => {
    const source = stock(surroundings.item(name), location, '')
    let operation = known.get(source)
    if (operation === undefined) {
      const [group] = [flowInto(source, 'start')]
      operation = makeOperation(surroundings, {
        id: -1 - known.size,
        name: orderName(deliveryName, name, location),
        kind: 'delivery',
        location,
        item: source.item,
        duration: input.settings.deliveryDuration,
        flows: [{ ...group, consumes: true }],
      })
      known.set(source, operation)
    }
    return operation
  }
  let named: ReadonlyMap<string, Demand> | undefined
  return {
    of: (row, faults) => {
      const refused = (description: string): string => {
        faults.push({ entity: 'demand', owner: row.name, description })
        return description
      }
      if (typeof row.operation === 'string')
        return (
          operations.get(row.operation) ??
          refused(sentence('unknown_delivery', { owner: row.name, operation: row.operation }))
        )
      const location = row.location ?? onlyLocation(row.item)
      if (location === undefined) return refused(sentence('no_location', { owner: row.name, item: row.item }))
      return from(row.item, location)
    },
    existing: (row, demands, invalid) => {
      named ??= new Map(demands.map((demand) => [demand.name, demand]))
      const { reference, status, demand, item: shipped, location } = row
      if (typeof demand !== 'string') return undefined
      const planned = named.get(demand)?.delivery
      if (planned !== undefined) return planned
      if (typeof shipped !== 'string' || typeof location !== 'string') return undefined
      if (status !== 'completed') {
        const params = { owner: reference, demand }
        invalid.push({
          entity: 'operation',
          owner: reference,
          description: sentence('delivery_not_planned', params),
        })
      }
      return from(shipped, location)
    },
  }
}

/** Finds the location of items that have only one. */
function placesOf({
  buffers,
  operations,
  itemSuppliers,
}: PlannerInput): (item: string) => string | undefined {
  let places: Map<string, string | undefined> | undefined
  return (item) => {
    if (places === undefined) {
      places = new Map()
      for (const row of [...buffers, ...operations, ...itemSuppliers]) {
        if (typeof row.item !== 'string' || typeof row.location !== 'string') continue
        const several = places.has(row.item) && places.get(row.item) !== row.location
        places.set(row.item, several ? undefined : row.location)
      }
    }
    return places.get(item)
  }
}
