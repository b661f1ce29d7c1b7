/**
 * Dates of an order that is planned for its date regardless of constraints: on the preferred resources, overloaded or
 * not, and in the past if necessary. Closed time is still respected; only if nothing was ever open before the date is
 * the order late.
 */
import { combinationsOf, isPossibleAt } from '../network/combinations.ts'
import type { Combination, Load, Operation } from '../network/nodes.ts'
import { never, type Seconds } from '../time.ts'
import { moveStock } from './flows.ts'
import { draftOrder, type Order } from './plan.ts'
import type { Place, Purpose, Search } from './search.ts'
import type { Slot } from './fit.ts'
import { earliestSlot, latestSlot } from './slots.ts'
import { runSeconds, secondsOn } from './duration.ts'

/** Plans an order without any check; returns undefined only if the operation is never open. */
export function placeUnconstrained(
  search: Search,
  operation: Operation,
  quantity: number,
  { end, from }: Place,
  purpose: Purpose,
): Order | undefined {
  const { plan } = search
  const slot = unconstrainedSlot(search, operation, quantity, end, from)
  if (slot === undefined) return undefined
  const order = draftOrder(operation, quantity, slot, purpose)
  if (slot.loads.length > 0) plan.occupy(order, slot.loads)
  plan.add(order)
  for (const group of operation.flows) moveStock(search, order, group)
  return order
}

/** Returns the slot that ends by `end`; undefined if the operation is never open. */
export function unconstrainedSlot(
  search: Search,
  operation: Operation,
  quantity: number,
  end: Seconds,
  earliest: Seconds,
): Slot | undefined {
  if (operation.loads.length === 0) {
    const slot = slotAlone(operation, quantity, end)
    if (slot !== undefined) return slot
  }
  const { settings, calendars } = search
  const { capacity } = settings.constraints
  if (end > -never) {
    const free = capacity ? latestSlot(search, operation, quantity, end, earliest) : undefined
    if (free !== undefined) return free
    for (const combination of combinationsOf(calendars, operation)) {
      const slot = slotOn(operation, quantity, combination, end)
      if (slot !== undefined) return slot
    }
  }
  // Nothing is open for long enough before the date: uses the first time that is, regardless of other orders.
  for (const combination of combinationsOf(calendars, operation)) {
    const slot = firstSlotOn(operation, quantity, combination, Math.max(earliest, settings.current))
    if (slot !== undefined) return slot
  }
  return earliestSlot(search, operation, quantity, Math.max(end, earliest, settings.current))
}

/** Returns the first open slot from a date on, overloaded or not. */
function firstSlotOn(
  operation: Operation,
  quantity: number,
  combination: Combination,
  from: Seconds,
): Slot | undefined {
  const { loads, work } = combination
  const start = work.open(from)
  if (start === never) return undefined
  const end = work.finish(start, secondsOn(operation, quantity, combination, start, 'from'))
  if (end === never) return undefined
  if (!isPossibleAt(combination, start)) return undefined
  return { start, begin: start, end, loads }
}

/** Returns the slot of an operation without resources. */
function slotAlone(operation: Operation, quantity: number, wanted: Seconds): Slot | undefined {
  const { work } = operation
  const end = work.openBefore(wanted)
  const begin = work.begin(end, runSeconds(operation, quantity))
  return begin === -never ? undefined : { start: begin, begin, end, loads: none }
}

const none: readonly Load[] = []

/** Returns the slot on selected resources; undefined if these are not open or not effective then. */
function slotOn(
  operation: Operation,
  quantity: number,
  combination: Combination,
  wanted: Seconds,
): Slot | undefined {
  const { loads, work } = combination
  const end = work.openBefore(wanted)
  const begin = work.begin(end, secondsOn(operation, quantity, combination, end, 'until'))
  if (begin === -never || !isPossibleAt(combination, begin)) return undefined
  let start = begin
  for (const { resource, setup } of loads) {
    if (resource.setups === undefined || setup === undefined) continue
    const changeover = resource.matrix!.duration(resource.setups.setupAt(begin), setup)
    if (changeover !== never) start = Math.min(start, work.begin(begin, changeover))
  }
  return { start, begin, end, loads }
}
