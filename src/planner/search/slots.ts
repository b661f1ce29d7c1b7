/**
 * When an order can run: the latest moment before a date, or the earliest after one, at which its place is open and
 * everything that it needs has free capacity. Of resources that can stand in for each other one is chosen: looking
 * backward the first by preference that can do it, or the cheapest; looking forward the one that ends first.
 */
import { combinationsOf } from '../network/combinations.ts'
import type { Combination, Load, LoadGroup, Operation } from '../network/nodes.ts'
import { efficiencyAt } from '../network/resources.ts'
import { hour, never, type Seconds } from '../time.ts'
import { loadQuantity, runSeconds } from './plan.ts'
import type { Search } from './search.ts'

export interface Slot {
  readonly start: Seconds
  /** End of the changeover. */
  readonly begin: Seconds
  readonly end: Seconds
  readonly loads: readonly Load[]
}

/** Moves until a search for a slot is given up. */
const mostMoves = 5_000

/** The latest slot that ends by `end` and starts at `earliest` or later. */
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
  // What cannot be used any more at the date is gone back for only when nothing else can do it.
  for (const back of combinations.every(({ always }) => always) ? [false] : [false, true]) {
    for (const combination of combinations) {
      const slot = fitBackward(search, operation, quantity, combination, end, earliest, back)
      if (slot === undefined) continue
      if (!byCost(operation.loads)) return slot
      const cost = slotCost(slot, operation, quantity, end)
      if (cost < lowest) [best, lowest] = [slot, cost]
    }
    if (best !== undefined) break
  }
  return best
}

/** The earliest slot that starts at `start` or later and ends at `end` or later. */
export function earliestSlot(
  search: Search,
  operation: Operation,
  quantity: number,
  start: Seconds,
  end: Seconds = -never,
): Slot | undefined {
  let best: Slot | undefined
  for (const combination of waysOf(search, operation)) {
    const slot = fitForward(operation, quantity, combination, start, end)
    if (slot !== undefined && (best === undefined || slot.end < best.end)) best = slot
  }
  return best
}

/** The combinations of resources that may be used. */
function waysOf({ calendars, only }: Search, operation: Operation): readonly Combination[] {
  const all = combinationsOf(calendars, operation)
  if (only === undefined) return all
  const allowed = all.filter(({ loads }) => loads.every(({ resource }) => only.has(resource.name)))
  return allowed.length > 0 ? allowed : all
}

const byCost = (groups: readonly LoadGroup[]): boolean =>
  groups.some(({ search, loads }) => search !== 'PRIORITY' && loads.length > 1)

/** Money of the slot: the hours of its resources, and a part of them for every hour that it is early. */
function slotCost(
  { loads, begin, start, end }: Slot,
  operation: Operation,
  quantity: number,
  wanted: Seconds,
): number {
  const hours = runSeconds(operation, quantity) / hour
  let cost = (begin - start) / hour
  for (const { resource, setup } of loads) {
    if (setup !== undefined && resource.setups !== undefined)
      cost += resource.matrix!.cost(resource.setups.setupAt(start), setup)
    cost += (resource.cost * hours * 100) / efficiencyAt(resource, start)
    cost += (0.05 * (resource.cost + 1) * (wanted - end)) / hour
  }
  return cost
}

/** Seconds at the speed of the slowest of the resources. */
export function secondsOn(
  operation: Operation,
  quantity: number,
  { loads, speed }: Combination,
  date: Seconds,
): number {
  const seconds = runSeconds(operation, quantity)
  if (speed === 100) return seconds
  let slowest = speed ?? never
  if (speed === undefined) {
    for (const { resource } of loads) slowest = Math.min(slowest, efficiencyAt(resource, date))
  }
  return slowest === 100 ? seconds : Math.round((seconds * 100) / slowest)
}

/** What all loads on the resource of a load need together: groups may have chosen the same one. */
function neededOf(loads: readonly Load[], { resource }: Load, quantity: number, seconds: number): number {
  if (loads.length === 1) return loadQuantity(loads[0]!, quantity, seconds)
  let needed = 0
  for (const load of loads) if (load.resource === resource) needed += loadQuantity(load, quantity, seconds)
  return needed
}

/**
 * The loads of work that starts at a moment: without those that are not needed then. Undefined when one is needed that
 * cannot do it then, or that another one of its group does.
 */
function loadsAt(
  { loads, always }: Combination,
  { loads: groups }: Operation,
  date: Seconds,
): readonly Load[] | undefined {
  if (always) return loads
  const held: Load[] = []
  for (const [index, load] of loads.entries()) {
    if (date >= load.effectiveStart && date < load.effectiveEnd) held.push(load)
    else if (groups[index]!.loads.some((other) => date >= other.neededStart && date < other.neededEnd))
      return undefined
  }
  return held
}

/** Seconds of the changeover for a load at a moment; none where there is no way to change over. */
function changeoverAt({ resource, setup }: Load, date: Seconds): number {
  if (setup === undefined) return 0
  const seconds = resource.matrix!.duration(resource.setups!.setupAt(date), setup)
  return seconds === never ? 0 : seconds
}

/** Until when all loads can be used. */
const usableUntil = ({ loads }: Combination): Seconds =>
  loads.reduce((date, { effectiveEnd }) => Math.min(date, effectiveEnd), never)

/** The next moment at which one of the loads can be used; `never` if there is none. */
function usableAfter({ loads }: Combination, date: Seconds): Seconds {
  let next = never
  for (const { effectiveStart } of loads) if (effectiveStart > date) next = Math.min(next, effectiveStart)
  return next
}

function fitBackward(
  search: Search,
  operation: Operation,
  quantity: number,
  combination: Combination,
  wanted: Seconds,
  earliest: Seconds,
  back: boolean,
): Slot | undefined {
  const { work } = combination
  let end = wanted
  moves: for (let move = 0; move < mostMoves; move += 1) {
    end = work.openBefore(end)
    if (end === -never) return undefined
    const seconds = secondsOn(operation, quantity, combination, end)
    let start = work.begin(end, seconds)
    let begin = start
    if (start < earliest || start === -never) return undefined
    const loads = loadsAt(combination, operation, start)
    if (loads === undefined) {
      const until = usableUntil(combination)
      if (!back || start < until) return undefined
      end = Math.min(end - 1, work.finish(until - 1, seconds))
      continue
    }
    for (const load of loads) {
      const { resource, setup } = load
      if (resource.setups === undefined) continue
      if (!resource.constrained) {
        // Others may run on it at the same time: only the changeover counts.
        start = Math.min(start, work.begin(begin, changeoverAt(load, begin)))
        continue
      }
      const request = { seconds, setup, work, matrix: resource.matrix! }
      const slot = resource.setups.latest(end, earliest, request)
      if (slot === undefined) return undefined
      ;({ start, begin, end } = slot)
    }
    if (start < earliest || start === -never) return undefined
    for (const load of loads) {
      const { resource } = load
      if (!resource.constrained) continue
      if (wanted - end > resource.maxEarly) return undefined
      const needed = neededOf(loads, load, quantity, seconds)
      if (resource.buckets !== undefined) {
        if (resource.buckets.hasRoom(start, needed)) continue
        const room = resource.buckets.roomBefore(start, needed)
        search.reason = { kind: 'capacity', owner: resource.name, operation, from: start, to: end }
        if (room === undefined) return undefined
        end = Math.min(end - 1, work.finish(room, seconds))
        continue moves
      }
      if (start === end) continue
      const below = resource.free.lastBelow(start, end, needed)
      if (below === undefined) continue
      search.reason = { kind: 'capacity', owner: resource.name, operation, from: start, to: end }
      end = below
      continue moves
    }
    return { start, begin, end, loads }
  }
  return undefined
}

/** The earliest slot on chosen resources; see {@link earliestSlot}. */
export function fitForward(
  operation: Operation,
  quantity: number,
  combination: Combination,
  wanted: Seconds,
  soonest: Seconds,
): Slot | undefined {
  const { work } = combination
  let start = wanted
  moves: for (let move = 0; move < mostMoves; move += 1) {
    const seconds = secondsOn(operation, quantity, combination, start)
    if (seconds > 0) start = work.open(start)
    if (start === never) return undefined
    let end = work.finish(start, seconds)
    if (end < soonest) {
      start = Math.max(start, work.begin(work.open(soonest), seconds))
      end = work.finish(start, seconds)
      if (end < soonest) [start, end] = [soonest, work.finish(soonest, seconds)]
    }
    let begin = start
    const loads = loadsAt(combination, operation, start)
    if (loads === undefined) {
      start = usableAfter(combination, start)
      if (start === never) return undefined
      continue
    }
    for (const load of loads) {
      const { resource, setup } = load
      if (resource.setups === undefined) continue
      if (!resource.constrained) {
        begin = Math.max(begin, work.finish(start, changeoverAt(load, start)))
        end = work.finish(begin, seconds)
        continue
      }
      const request = { seconds, setup, work, matrix: resource.matrix! }
      const slot = resource.setups.earliest(start, Math.max(soonest, end), request)
      if (slot === undefined) return undefined
      ;({ start, begin, end } = slot)
    }
    if (end === never) return undefined
    for (const load of loads) {
      const { resource } = load
      if (!resource.constrained) continue
      const needed = neededOf(loads, load, quantity, seconds)
      if (resource.buckets !== undefined) {
        if (resource.buckets.hasRoom(start, needed)) continue
        const room = resource.buckets.roomAfter(start, needed)
        if (room === undefined) return undefined
        start = room
        continue moves
      }
      if (start === end) continue
      const below = resource.free.firstBelow(start, end, needed)
      if (below === never) continue
      const enough = resource.free.firstAtLeast(below, needed)
      if (enough === never) return undefined
      start = enough
      continue moves
    }
    return { start, begin, end, loads }
  }
  return undefined
}
