/** Key figures of a plan, summed up while its rows are stored. */
import type { PlannerInput } from '../../planner/input.ts'
import type { OrderTraits } from '../../planner/result/order-traits.ts'
import type { DemandResult, MovementResult, ResourceBucketResult } from '../../planner/result/result.ts'
import { isLateBy } from '../../rules/late.ts'
import { day } from '../../planner/time.ts'

export interface PlanFigures {
  /** Numbers of demands that are delivered in full by their due date, in full but later, and not in full. */
  readonly onTime: number
  readonly late: number
  readonly short: number
  /** Lateness in quantity-days: quantity delivered late times days late. */
  readonly lateness: number
  /** Number of proposals by type, without deliveries and stock. */
  readonly proposals: Readonly<Record<'MO' | 'WO' | 'PO' | 'DO', number>>
  /** Value of the limited stock at the start, and on average until its last movement. */
  readonly inventoryValue: { readonly start: number; readonly average: number }
  /** Hours of changeovers. */
  readonly setupHours: number
  /** Load in percent of the available capacity, over all resources. */
  readonly utilization: number
  /** Resource with the highest utilization; undefined if no resource has capacity. */
  readonly busiest: { readonly resource: string; readonly utilization: number } | undefined
}

/** Hours of a resource in the plan; quantities for resources whose capacity is a quantity. */
export interface ResourceLoad {
  /** Load including changeovers. */
  readonly load: number
  readonly setup: number
  /** Capacity from the current date until the end of the last work. */
  readonly available: number
}

export interface Tally {
  readonly orders: (traits: OrderTraits) => void
  readonly movement: (movement: MovementResult) => void
  readonly demand: (demand: DemandResult) => void
  readonly bucket: (bucket: ResourceBucketResult) => void
  readonly figures: () => PlanFigures
  /** Load by resource. */
  readonly loads: ReadonlyMap<string, ResourceLoad>
}

/** Smaller differences are rounding errors. */
const epsilon = 1e-6

/** @param capacities capacity of each resource that the utilization refers to */
export function createTally(
  { buffers, demands, items, resources, settings: { current } }: PlannerInput,
  capacities: ReadonlyMap<string, number>,
): Tally {
  const quantities = new Map(demands.map(({ name, quantity }) => [name, quantity]))
  const costs = new Map(items.map(({ name, cost }) => [name, cost ?? 0]))
  const pools = new Set(resources.flatMap(({ owner }) => owner ?? []))
  const proposals = { MO: 0, WO: 0, PO: 0, DO: 0 }
  let [onTime, late, short, lateness] = [0, 0, 0, 0]
  // The average is the sum of each value times the time for which it lasts.
  let [startValue, value, weighted, last] = [0, 0, 0, current]
  const unlimited = unlimitedPlaces(buffers)
  // Consecutive movements are mostly of the same item.
  let [lastItem, lastCost, lastUnlimited] = ['', costs.get('') ?? 0, unlimited.get('')]
  // Resources without load count too.
  const sums = new Map<string, { load: number; setup: number; available: number }>()
  for (const [resource, available] of capacities)
    if (!pools.has(resource)) sums.set(resource, { load: 0, setup: 0, available })
  return {
    loads: sums,
    orders: ({ count, types, existing, quantities, ends, dues }) => {
      for (let number = 0; number < count; number += 1) {
        const type = types[number]!
        if (type === 'DLVR') {
          const late = Math.max(0, ends[number]! - dues[number]!)
          lateness += (quantities[number]! * late) / day
        } else if (type !== 'STCK' && existing[number] === undefined) proposals[type] += 1
      }
    },
    movement: ({ item, location, quantity, flowdate }) => {
      if (item !== lastItem)
        [lastItem, lastCost, lastUnlimited] = [item, costs.get(item) ?? 0, unlimited.get(item)]
      if (lastUnlimited?.has(location) === true) return
      const worth = quantity * lastCost
      const date = Math.max(flowdate, current)
      if (flowdate < current) startValue += worth
      value += worth
      weighted += worth * (date - current)
      last = Math.max(last, date)
    },
    demand: ({ name, delay, plannedquantity }) => {
      if (plannedquantity < (quantities.get(name) ?? 0) - epsilon) short += 1
      else if (isLateBy(delay)) late += 1
      else onTime += 1
    },
    bucket: ({ resource, load, setup }) => {
      // Pools are left out because their members would count twice.
      const sum = sums.get(resource)
      if (sum === undefined) return
      sum.load += load + setup
      sum.setup += setup
      sums.set(resource, sum)
    },
    figures: () => {
      const { setupHours, utilization } = loadFigures(sums)
      const each = [...sums].filter(([, { available }]) => available > 0)
      const busy = each.map(([resource, { load, available }]) => ({
        resource,
        utilization: ratio(load, available),
      }))
      return {
        onTime,
        late,
        short,
        lateness,
        proposals,
        inventoryValue: {
          start: startValue,
          average: last > current ? value - weighted / (last - current) : startValue,
        },
        setupHours,
        utilization,
        busiest: busy.toSorted((a, b) => b.utilization - a.utilization)[0],
      }
    },
  }
}

/** Returns the locations with unlimited stock, by item. */
function unlimitedPlaces(buffers: PlannerInput['buffers']): ReadonlyMap<string, ReadonlySet<string>> {
  const places = new Map<string, Set<string>>()
  for (const { item, location, type } of buffers) {
    if (type !== 'infinite') continue
    const own = places.get(item)
    if (own === undefined) places.set(item, new Set([location]))
    else own.add(location)
  }
  return places
}

/** Returns the figures over all resources. */
export function loadFigures(
  loads: ReadonlyMap<string, ResourceLoad>,
): Pick<PlanFigures, 'setupHours' | 'utilization'> {
  let [setupHours, load, available] = [0, 0, 0]
  for (const one of loads.values()) {
    setupHours += one.setup
    if (one.available <= 0) continue
    load += one.load
    available += one.available
  }
  return { setupHours, utilization: ratio(load, available) }
}

const ratio = (load: number, available: number): number => (available > 0 ? (100 * load) / available : 0)
