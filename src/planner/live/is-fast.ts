/** Decides whether edits can be repaired in the network of a plan in memory. */
import type { DemandRow, PlannerInput } from '../input.ts'
import { day, type Seconds } from '../time.ts'
import { changedStretch } from './changed-rows.ts'
import { rowsOf } from './repair-demands.ts'
import type { LiveState } from './state.ts'
import type { Touched } from './touched.ts'

/**
 * Returns whether the network stays the same: only sales orders and orders with their resources are touched, and all
 * their dates are within the planned time.
 */
export function isFast(state: LiveState, next: PlannerInput, touched: Touched): boolean {
  const { demands, orders, tables } = touched
  for (const table of tables) if (table !== 'orderResources') return false
  if (orders.size > 0 && state.plan.reusable.size > 0) return false
  if (tables.size > 0 && orders.size === 0) return false
  const { current } = next.settings
  const latest = state.network.horizon - twoYears
  const isWithin = (date: Seconds | null | undefined): boolean =>
    typeof date !== 'number' || (date >= current - knownPast && date <= latest)
  for (const [name, row] of rowsOf(state, next, demands)) {
    if (row !== undefined && row.due > latest) return false
    // What existing deliveries take, and whether they are reported, depends on their sales order.
    if (state.plan.shipped.has(name) && isShippedOtherwise(state.rows.get(name), row)) return false
  }
  return changedStretch(state.input.orders, next.orders).after.every(
    ({ reference, startdate, enddate }) =>
      !orders.has(reference) || (isWithin(startdate) && isWithin(enddate)),
  )
}

/** Returns whether two rows of a sales order differ in what its existing deliveries depend on. */
const isShippedOtherwise = (one: DemandRow | undefined, other: DemandRow | undefined): boolean =>
  one?.status !== other?.status ||
  one?.item !== other?.item ||
  one?.location !== other?.location ||
  one?.operation !== other?.operation

/** Time in seconds before the current date that every calendar covers. */
const knownPast = 300 * day

/** Time in seconds after the last due date that is planned. */
const twoYears = 2 * 366 * day
