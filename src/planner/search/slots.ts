/**
 * Finds when an order can run: the latest time before a date, or the earliest after one, at which its location is
 * open and all required resources have free capacity. Among alternate resources, a backward search takes the first
 * possible one by preference, or the cheapest; a forward search takes the one that ends first.
 */
import { combinationsOf } from '../network/combinations.ts'
import type { Combination, LoadGroup, Operation } from '../network/nodes.ts'
import { never, type Seconds } from '../time.ts'
import { type BackwardSpan, fitBackward, fitForward, type Slot } from './fit.ts'
import { weighed } from './cheapest.ts'
import { costsOfUse } from './costs.ts'
import { runSeconds } from './duration.ts'
import type { Search } from './search.ts'

/** Returns the latest slot that ends by `end` and starts at `earliest` or later. */
export function latestSlot(
  search: Search,
  operation: Operation,
  quantity: number,
  end: Seconds,
  earliest: Seconds,
): Slot | undefined {
  if (operation.loads.length === 0) {
    const { work } = operation
    const finish = work.openBefore(end)
    const start = work.begin(finish, runSeconds(operation, quantity))
    return start >= earliest && start > -never ? { start, begin: start, end: finish, loads: [] } : undefined
  }
  let best: Slot | undefined
  let lowest = never
  const combinations = waysOf(search, operation)
  // Resources that are no longer effective at the date are used, at an earlier date, only if no other is possible.
  for (const back of [false, true]) {
    // Without effective dates the second search would be the same.
    if (back && combinations.every(isAlways)) break
    const span: BackwardSpan = { wanted: end, earliest, back }
    for (const combination of combinations) {
      const slot = fitBackward(search, operation, quantity, combination, span)
      if (slot === undefined) continue
      if (!byCost(operation.loads)) return slot
      const cost = slotCost(slot, operation, quantity, end)
      if (cost < lowest) [best, lowest] = [slot, cost]
    }
    if (best !== undefined) break
  }
  return best
}

const isAlways = ({ always }: Combination): boolean => always

/**
 * Returns the earliest slot that starts at `start` or later, ends at `soonest` or later, and whose run begins, after a
 * changeover, at `begins` or later.
 */
export function earliestSlot(
  search: Search,
  operation: Operation,
  quantity: number,
  start: Seconds,
  { soonest = -never, begins = -never }: { readonly soonest?: Seconds; readonly begins?: Seconds } = {},
): Slot | undefined {
  let best: Slot | undefined
  for (const combination of waysOf(search, operation)) {
    const slot = fitForward(search, operation, quantity, combination, { wanted: start, soonest, begins })
    if (slot !== undefined && (best === undefined || slot.end < best.end)) best = slot
  }
  return best
}

/** Returns the combinations of resources that may be used. */
function waysOf({ calendars, only }: Search, operation: Operation): readonly Combination[] {
  const all = combinationsOf(calendars, operation)
  if (only === undefined) return all
  const allowed = all.filter(({ loads }) => loads.every(({ resource }) => only.has(resource.name)))
  return allowed.length > 0 ? allowed : all
}

const byCost = (groups: readonly LoadGroup[]): boolean =>
  groups.some(({ search, loads }) => search !== 'PRIORITY' && loads.length > 1)

/** Returns what a slot costs by the search modes of the resources that are chosen. */
function slotCost(
  { loads, begin, start, end }: Slot,
  operation: Operation,
  quantity: number,
  wanted: Seconds,
): number {
  const seconds = runSeconds(operation, quantity)
  let total = 0
  for (const load of loads) {
    const { resource, setup: to } = load
    const mode = operation.loads.find((group) => group.loads.includes(load))?.search ?? 'PRIORITY'
    if (mode === 'PRIORITY') continue
    const { setups } = resource
    const changeover =
      to === undefined || setups === undefined ? undefined : { from: setups.setupAt(start), to }
    total += weighed(costsOfUse({ resource, changeover, start, begin, end, wanted, seconds }), mode)
  }
  return total
}
