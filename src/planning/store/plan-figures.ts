/** Key figures of a plan, summed up while its rows are stored. */
import type { PlannerInput } from '../../planner/input.ts'
import type { OrderTraits } from '../../planner/result/order-traits.ts'
import { type LoadFigures, loadFigures, type ResourceLoad } from '../../planner/result/plan-loads.ts'
import type { DemandResult, MovementResult } from '../../planner/result/result.ts'
import { isLateBy } from '../../rules/late.ts'
import { day } from '../../planner/time.ts'

export interface PlanFigures extends LoadFigures {
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
  /** Resource with the highest utilization; undefined if no resource has capacity. */
  readonly busiest: { readonly resource: string; readonly utilization: number } | undefined
}

export interface Tally {
  readonly orders: (traits: OrderTraits) => void
  readonly movement: (movement: MovementResult) => void
  readonly demand: (demand: DemandResult) => void
  readonly figures: () => PlanFigures
}

/** Smaller differences are rounding errors. */
const epsilon = 1e-6

/** @param loads load and capacity of each resource */
export function createTally(
  { buffers, demands, items, settings: { current } }: PlannerInput,
  loads: ReadonlyMap<string, ResourceLoad>,
): Tally {
  const quantities = new Map(demands.map(({ name, quantity }) => [name, quantity]))
  const costs = new Map(items.map(({ name, cost }) => [name, cost ?? 0]))
  const proposals = { MO: 0, WO: 0, PO: 0, DO: 0 }
  let [onTime, late, short, lateness] = [0, 0, 0, 0]
  // The average is the sum of each value times the time for which it lasts.
  let [startValue, value, weighted, last] = [0, 0, 0, current]
  const unlimited = unlimitedPlaces(buffers)
  // Consecutive movements are mostly of the same item.
  let [lastItem, lastCost, lastUnlimited] = ['', costs.get('') ?? 0, unlimited.get('')]
  return {
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
    figures: () => {
      const busy = [...loads]
        .filter(([, { available }]) => available > 0)
        .map(([resource, { load, available }]) => ({ resource, utilization: (100 * load) / available }))
      return {
        onTime,
        late,
        short,
        lateness,
        proposals,
        inventoryValue: {
          start: startValue,
          average: last > current ? value - weighted / (last - current) : value,
        },
        ...loadFigures(loads.values()),
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
