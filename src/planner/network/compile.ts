/** Compiles the rows of a scenario into the network. Rows with unknown references are reported and left out. */
import type { BufferRow, DemandRow, OrderRow, PlannerInput } from '../input.ts'
import { levelAt } from '../calendar/step-function.ts'
import { epsilon, Profile } from '../timeline/profile.ts'
import { orderName, purchaseName, transportName } from '../order-names.ts'
import { pauses, type Steps } from '../pauses.ts'
import { day, never, type Seconds } from '../time.ts'
import { type Calendars, compileCalendars } from './calendars.ts'
import { deliveriesOf } from './deliveries.ts'
import { horizonOf } from './horizon.ts'
import type { Buffer, Demand, Item, Operation } from './nodes.ts'
import { compileOperations, makeOperation } from './operations.ts'
import type { Surroundings } from './surroundings.ts'
import { plannable } from './plannable.ts'
import { compileReplenishment, flowInto } from './replenishment.ts'
import { applyPeriods } from './step-periods.ts'
import { compileResources, type Resources } from './resources.ts'
import { atLeastZero, finite, type InvalidData } from './rows.ts'
import { sentence } from '../sentences.ts'

export interface Network {
  readonly input: PlannerInput
  /** End of the planning horizon, exclusive. */
  readonly horizon: Seconds
  readonly operations: ReadonlyMap<string, Operation>
  readonly resources: Resources
  readonly calendars: Calendars
  readonly demands: readonly Demand[]
  /**
   * Compiles the demand of an additional row; returns undefined for a row that is not planned. Faults are added to
   * `faults`.
   */
  demandOf(row: DemandRow, faults: InvalidData[]): Demand | undefined
  /** All buffers that have been requested so far. */
  readonly buffers: readonly Buffer[]
  readonly invalid: readonly InvalidData[]
  reportInvalid(invalid: InvalidData): void
  item(name: string): Item
  /** Returns the buffer of an item at a location; its replenishment methods are computed on the first request. */
  buffer(item: Item, location: string, batch: string): Buffer
  /** Returns new operations for all ways to buy or bring an item of records, also those that are only used manually. */
  receiptsInto(buffer: Buffer): readonly Operation[]
  /** Returns the operation of an existing delivery; reports one of a sales order that is not planned. */
  deliveryOf(row: OrderRow): Operation | undefined
  /** Returns the operation of an existing receipt for which no record declares this way of supply. */
  receipt(row: OrderRow, kind: 'purchase' | 'distribution'): Operation | undefined
}

/** Default of the maximum lateness of a demand. */
const defaultLateness = 5 * 365 * day

export function* compileNetwork(input: PlannerInput): Steps<Network> {
  const horizon = horizonOf(input)
  const calendars = compileCalendars(input, horizon)
  yield
  const resources = compileResources(input, calendars, horizon)
  yield
  const invalid: InvalidData[] = []
  reportHelpers(input, invalid)
  reportSequences(input, invalid)
  reportIntervals(input, invalid)
  reportLevels(input, calendars, invalid)
  const item = itemsOf(input)
  const buffers: Buffer[] = []
  const bare = buffersOf(input, calendars, buffers, item)
  const surroundings: Surroundings = {
    input,
    calendars,
    resources,
    invalid,
    item,
    stock: (made, location) => (made.madeToOrder ? undefined : bare(made, location, '')),
  }
  const operations = yield* compileOperations(surroundings)
  yield
  const replenishment = compileReplenishment(surroundings, operations)
  applyPeriods(operations.values(), input.settings.current)
  yield
  const buffer: Network['buffer'] = (made, location, batch) => {
    const found = bare(made, location, made.madeToOrder ? batch : '')
    found.methods ??= replenishment.methods(found)
    return found
  }
  for (const [index, row] of input.buffers.entries()) {
    if (pauses(index)) yield
    buffer(item(row.item), row.location, row.batch ?? '')
  }
  yield
  let receipts = 0
  const deliveries = deliveriesOf({ surroundings, operations, stock: bare })
  const demandsOf = (rows: readonly DemandRow[], faults: InvalidData[]): readonly Demand[] =>
    plannable(rows, faults).map((row) => {
      if ((row.minshipment ?? 0) > row.quantity) faults.push(largeShipment(row))
      return compileDemand(row, item(row.item), deliveries.of(row, faults))
    })
  const demands = demandsOf(input.demands, invalid)
  return {
    input,
    horizon,
    operations,
    resources,
    calendars,
    receipt: (row, kind) => {
      const place = row.destination ?? row.location
      if (typeof row.item !== 'string' || typeof place !== 'string') return undefined
      const into = buffer(item(row.item), place, row.batch ?? '')
      const source = kind === 'distribution' ? (row.origin ?? undefined) : (row.supplier ?? undefined)
      receipts += 1
      return makeOperation(surroundings, {
        id: -1_000_000 - receipts,
        name:
          kind === 'distribution'
            ? orderName(transportName, row.item, source ?? '', place)
            : orderName(purchaseName, row.item, place, source ?? ''),
        kind,
        location: place,
        item: into.item,
        supplier: kind === 'purchase' ? source : undefined,
        origin: kind === 'distribution' ? source : undefined,
        flows: [flowInto(into, 'end')],
      })
    },
    receiptsInto: (into) => replenishment.receipts(into),
    deliveryOf: (row) => deliveries.existing(row, demands, invalid),
    demands,
    demandOf: (row, faults) => demandsOf([row], faults)[0],
    buffers,
    invalid,
    reportInvalid: (fault) => invalid.push(fault),
    item,
    buffer,
  }
}

/** Returns items by their names; one that no record declares comes to be when it is named. */
function itemsOf(input: PlannerInput): (name: string) => Item {
  const items = new Map<string, Item>()
  for (const { name, cost, type } of input.items) {
    items.set(name, { name, cost: cost ?? 0, madeToOrder: type === 'make to order' })
  }
  return (name) => {
    let found = items.get(name)
    if (found === undefined) items.set(name, (found = { name, cost: 0, madeToOrder: false }))
    return found
  }
}

/** Returns the buffer of an item at a place, without the methods that refill it, and collects all that were asked for. */
function buffersOf(
  input: PlannerInput,
  calendars: Calendars,
  buffers: Buffer[],
  item: (name: string) => Item,
): (made: Item, location: string, batch: string) => Buffer {
  const rows = new Map<string, Map<string, BufferRow>>()
  for (const row of input.buffers) {
    within(rows, row.item).set(placeKey(row.location, row.batch ?? ''), row)
  }
  for (const [name, places] of rows) if (!item(name).madeToOrder) poolBatches(places)
  const known = new Map<Item, Map<string, Buffer>>()
  return (made, location, batch) => {
    const places = within(known, made)
    const key = placeKey(location, batch)
    let buffer = places.get(key)
    if (buffer === undefined) {
      const row = rows.get(made.name)?.get(key)
      buffer = {
        id: buffers.length,
        item: made,
        location,
        batch,
        infinite: row?.type === 'infinite',
        onhand: finite(row?.onhand),
        stock: new Profile(finite(row?.onhand)),
        minimum: minimumOf(row, calendars),
        maximum: maximumOf(row, calendars),
        methods: undefined,
        lockedSupply: [],
        asked: false,
      }
      places.set(key, buffer)
      buffers.push(buffer)
    }
    return buffer
  }
}

/** Joins the stock of the batches of an item at each place; the levels are those of the row without a batch. */
function poolBatches(places: Map<string, BufferRow>): void {
  const batches = [...places].filter(([, { batch }]) => (batch ?? '') !== '')
  for (const [key, row] of batches) {
    places.delete(key)
    const place = placeKey(row.location, '')
    const pool = places.get(place)
    places.set(place, { ...(pool ?? row), batch: '', onhand: finite(pool?.onhand) + finite(row.onhand) })
  }
}

/** Reports resources that changeovers require besides the one that changes over; these are not planned. */
function reportHelpers({ setupRules }: PlannerInput, invalid: InvalidData[]): void {
  for (const { setupmatrix, fromsetup, tosetup, resource } of setupRules) {
    if (typeof resource !== 'string' || resource === '') continue
    const [from, to] = [fromsetup ?? 'any', tosetup ?? 'any']
    const params = { from, to, matrix: setupmatrix, owner: resource }
    invalid.push({
      entity: 'capacity',
      owner: resource,
      description: sentence('changeover_resource', params),
    })
  }
}

/**
 * Reports resources with a setup matrix and a maximum above one: they have one sequence of changeovers, so orders run
 * one at a time.
 */
function reportSequences({ resources }: PlannerInput, invalid: InvalidData[]): void {
  for (const { name, maximum, setupmatrix } of resources) {
    if (typeof setupmatrix !== 'string' || !(typeof maximum === 'number' && maximum > 1)) continue
    const description = sentence('one_setup', { owner: name, most: maximum })
    invalid.push({ entity: 'capacity', owner: name, description })
  }
}

/** Reports buffers with a minimum or maximum interval: the batching windows of operations and suppliers are used instead. */
function reportIntervals({ buffers }: PlannerInput, invalid: InvalidData[]): void {
  for (const { item, location, min_interval: interval } of buffers) {
    if (!(typeof interval === 'number' && interval > 0)) continue
    const owner = `${item} @ ${location}`
    invalid.push({ entity: 'material', owner, description: sentence('refill_interval', { owner }) })
  }
}

/** Reports buffers whose minimum is more than their maximum: they are refilled to the minimum. */
function reportLevels({ buffers }: PlannerInput, calendars: Calendars, invalid: InvalidData[]): void {
  // Many buffers share their calendars, which may have thousands of dates.
  const known = new Map<string, Excess | undefined>()
  for (const row of buffers) {
    const [least, most] = [minimumOf(row, calendars), maximumOf(row, calendars)]
    if (row.type === 'infinite' || least === 0 || most === 0) continue
    const key = JSON.stringify([row.minimum_calendar, row.minimum, row.maximum_calendar, row.maximum])
    if (!known.has(key)) known.set(key, excessOf(least, most))
    const excess = known.get(key)
    if (excess === undefined) continue
    const owner = `${row.item} @ ${row.location}`
    const { minimum, maximum } = excess
    const description = sentence('stock_minimum_above', { owner, minimum, most: maximum })
    invalid.push({ entity: 'material', owner, description })
  }
}

/** Levels of a date on which the minimum is more than the maximum. */
interface Excess {
  readonly minimum: number
  readonly maximum: number
}

/** Returns the levels of the first date on which the minimum is more than the maximum. */
function excessOf(least: Buffer['minimum'], most: Buffer['maximum']): Excess | undefined {
  const dates = [least, most].flatMap((level) => (typeof level === 'number' ? [] : level.dates))
  for (const date of new Set([-never, ...dates.sort((a, b) => a - b)])) {
    const [minimum, maximum] = [levelAt(least, date), levelAt(most, date)]
    if (maximum > 0 && minimum > maximum + epsilon) return { minimum, maximum }
  }
  return undefined
}

const minimumOf = (row: BufferRow | undefined, calendars: Calendars): Buffer['minimum'] =>
  calendars.get(row?.minimum_calendar) ?? atLeastZero(row?.minimum)

const maximumOf = (row: BufferRow | undefined, calendars: Calendars): Buffer['maximum'] =>
  calendars.get(row?.maximum_calendar) ?? atLeastZero(row?.maximum)

/** Most keys have no batch: the location alone is cheaper than a joined string. */
const placeKey = (location: string, batch: string): string =>
  batch === '' ? location : `${location}\0${batch}`

function within<Key, Value>(maps: Map<Key, Map<string, Value>>, key: Key): Map<string, Value> {
  let map = maps.get(key)
  if (map === undefined) maps.set(key, (map = new Map()))
  return map
}

const largeShipment = ({ name, quantity, minshipment }: DemandRow): InvalidData => ({
  entity: 'demand',
  owner: name,
  description: sentence('large_shipment', { owner: name, minimum: minshipment ?? 0, quantity }),
})

function compileDemand(row: DemandRow, item: Item, delivery: Operation | string): Demand {
  return {
    name: row.name,
    item,
    owner: row.owner ?? undefined,
    quantity: row.quantity,
    due: row.due,
    priority: row.priority ?? 10,
    firm: row.status !== 'quote',
    minimumShipment: atLeastZero(row.minshipment, Math.floor(row.quantity / 10)),
    maximumLateness: atLeastZero(row.maxlateness, defaultLateness),
    policy: row.policy ?? 'independent',
    batch: row.batch ?? '',
    delivery: typeof delivery === 'string' ? undefined : delivery,
    fault: typeof delivery === 'string' ? delivery : undefined,
  }
}
