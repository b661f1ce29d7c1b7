/**
 * Finds when an order can run on given resources: the latest time before a date, or the earliest after one, at which its
 * location is open, all of them have free capacity, and a changeover fits before the run.
 */
import { highestOf } from '../calendar/step-function.ts'
import { isPossibleAt, possibleFrom, possibleUntil } from '../network/combinations.ts'
import type { Combination, Load, Operation, Resource } from '../network/nodes.ts'
import { never, type Seconds } from '../time.ts'
import type { RunRequest, SetupSlot, SetupTimeline } from '../timeline/setup-timeline.ts'
import { secondsOn } from './duration.ts'
import { loadQuantity } from './use.ts'
import type { Search } from './search.ts'

export interface Slot {
  readonly start: Seconds
  /** End of the changeover. */
  readonly begin: Seconds
  readonly end: Seconds
  readonly loads: readonly Load[]
}

/** Maximum number of moves before the search for a slot gives up. */
const mostMoves = 5_000

/** Returns the total requirement of all loads on the same resource: several groups may have chosen it. */
function neededOf(loads: readonly Load[], { resource }: Load, quantity: number, seconds: number): number {
  if (loads.length === 1) return loadQuantity(loads[0]!, quantity, seconds)
  let needed = 0
  for (const load of loads) if (load.resource === resource) needed += loadQuantity(load, quantity, seconds)
  return needed
}

/** Returns the duration of the changeover for a load at a date, in seconds; 0 if no changeover is possible. */
function changeoverAt({ resource, setup }: Load, date: Seconds): number {
  if (setup === undefined) return 0
  const seconds = resource.matrix!.duration(resource.setups!.setupAt(date), setup)
  return seconds === never ? 0 : seconds
}

/** Returns whether the run of a load begins when a changeover is over. */
const isChangedOver = ({ resource }: Load): boolean => resource.constrained && resource.setups !== undefined

/** Start of the next run after a slot on a resource, with its changeover. */
interface NextChangeover {
  readonly resource: Resource
  readonly from: Seconds
}

/**
 * Returns the date until which a resource must be free for a slot that ends at `end`. A later end takes time of the
 * next changeover, which becomes shorter.
 */
const endBefore = (next: NextChangeover | undefined, resource: Resource, end: Seconds): Seconds =>
  next?.resource === resource ? Math.min(end, next.from) : end

/** The dates of a backward search. */
export interface BackwardSpan {
  /** Latest end. */
  readonly wanted: Seconds
  /** Earliest start. */
  readonly earliest: Seconds
  /** Whether resources that are no longer effective at the latest end may be used at an earlier date. */
  readonly back: boolean
}

/** Returns the end of the last work that can start before a date with which it is not possible; `-never` if there is none. */
function endOfEarlier(combination: Combination, start: Seconds, end: Seconds, seconds: number): Seconds {
  const until = possibleUntil(combination, start)
  return until === -never ? -never : Math.min(end - 1, combination.work.finish(until - 1, seconds))
}

/** Returns the latest slot on selected resources. */
export function fitBackward(
  search: Search,
  operation: Operation,
  quantity: number,
  combination: Combination,
  span: BackwardSpan,
): Slot | undefined {
  const { wanted, earliest, back } = span
  const { work, loads } = combination
  // Closed time before the wanted end is not early.
  const latest = work.openBefore(wanted)
  let end = wanted
  moves: for (let move = 0; move < mostMoves; move += 1) {
    search.limits.countMove()
    end = work.openBefore(end)
    if (end === -never) return undefined
    const seconds = secondsOn(operation, quantity, combination, end, 'until')
    let start = work.begin(end, seconds)
    let begin = start
    if (start < earliest || start === -never) return undefined
    let next: NextChangeover | undefined
    if (!isPossibleAt(combination, start)) {
      end = back ? endOfEarlier(combination, start, end, seconds) : -never
      continue
    }
    for (const load of loads) {
      const { resource, setup } = load
      if (resource.setups === undefined) continue
      if (!resource.constrained) {
        // Other orders may run at the same time; only the changeover counts.
        start = Math.min(start, work.begin(begin, changeoverAt(load, begin)))
        continue
      }
      const request = { seconds, setup, work, matrix: resource.matrix! }
      const slot = resource.setups.latest(end, earliest, request)
      if (slot === undefined) return undefined
      // Where the speed changes, work that ends sooner may take longer.
      if (combination.speed === undefined && slot.end < end) {
        end = slot.end
        continue moves
      }
      ;({ start, begin, end } = slot)
      next = { resource, from: slot.next }
    }
    if (start < earliest || start === -never) return undefined
    // A changeover before it may begin when other resources are effective.
    if (!isPossibleAt(combination, start)) {
      end = back ? endOfEarlier(combination, start, end, seconds) : -never
      continue
    }
    for (const load of loads) {
      const { resource } = load
      if (!resource.constrained) continue
      if (latest - end > resource.maxEarly) return undefined
      const needed = neededOf(loads, load, quantity, seconds)
      if (resource.buckets !== undefined) {
        if (resource.buckets.hasRoom(start, needed)) continue
        const room = resource.buckets.roomBefore(start, needed)
        search.reason = { kind: 'capacity', owner: resource.name, operation, from: start, to: end }
        if (room === undefined) return undefined
        end = Math.min(end - 1, work.finish(room, seconds))
        continue moves
      }
      const until = endBefore(next, resource, end)
      if (start >= until) continue
      const below = resource.free.lastBelow(start, until, needed)
      if (below === undefined) continue
      search.reason = { kind: 'capacity', owner: resource.name, operation, from: start, to: end }
      end = below
      continue moves
    }
    const slot = { start, begin, end, loads }
    return besideOther(operation, quantity, combination, slot, span) ?? slot
  }
  return undefined
}

/** Maximum gap, in smallest lots of the same operation, that a slot avoids beside other work of its resource. */
const uselessLots = 2

/**
 * Returns an earlier slot right after or right before other work, if the slot would leave a gap to that work in which
 * little else can run. Only for one resource of several units without changeovers: work that begins at a different
 * time on each unit leaves no time that a long run could use. Returns undefined if the slot needs no change.
 */
function besideOther(
  operation: Operation,
  quantity: number,
  combination: Combination,
  { start, end, loads }: Slot,
  { wanted, earliest }: BackwardSpan,
): Slot | undefined {
  const { work, always, speed } = combination
  const [load, another] = loads
  if (!always || speed === undefined || load === undefined || another !== undefined) return undefined
  const { constrained, buckets, setups, free, maxEarly, capacity } = load.resource
  if (!constrained || buckets !== undefined || setups !== undefined) return undefined
  const needed = neededOf(loads, load, quantity, 0)
  if (highestOf(capacity) < 2 * needed) return undefined
  const smallest = Math.max(operation.minimum, operation.multiple, 1)
  const useless = uselessLots * secondsOn(operation, Math.min(quantity, smallest), combination, end, 'until')
  const after = free.lastChange(Math.max(earliest, work.begin(start, useless) + 1), start, 'rise')
  const begin = after === undefined ? -never : work.open(after)
  const before = free.lastChange(work.begin(end, useless) + 1, end, 'fall')
  if (begin === start || before === start || before === end) return undefined
  const seconds = secondsOn(operation, quantity, combination, end, 'until')
  const other = before === undefined ? -never : work.begin(work.openBefore(before), seconds)
  const moved = Math.max(begin < start ? begin : -never, other)
  if (moved < earliest || moved >= start || moved === -never) return undefined
  const finish = work.finish(moved, seconds)
  if (finish > end || work.openBefore(wanted) - finish > maxEarly) return undefined
  if (free.firstBelow(moved, finish, needed) !== never) return undefined
  return { start: moved, begin: moved, end: finish, loads }
}

/** The dates of a forward search. */
interface ForwardSpan {
  /** Earliest start. */
  readonly wanted: Seconds
  /** Earliest end. */
  readonly soonest: Seconds
  /** Earliest begin of the run: a changeover may be over before. */
  readonly begins: Seconds
}

/** Returns the earliest slot on selected resources. */
export function fitForward(
  { limits }: Pick<Search, 'limits'>,
  operation: Operation,
  quantity: number,
  combination: Combination,
  span: ForwardSpan,
): Slot | undefined {
  const { work, loads } = combination
  const { soonest, begins } = span
  const secondsFrom = (date: Seconds): number => secondsOn(operation, quantity, combination, date, 'from')
  const startToEnd = (date: Seconds): Seconds => {
    const until = work.open(date)
    return work.begin(until, secondsOn(operation, quantity, combination, until, 'until'))
  }
  // With a changeover, the run may begin later than the order starts.
  const mayChange = loads.some(isChangedOver)
  let start = mayChange ? span.wanted : Math.max(span.wanted, begins)
  moves: for (let move = 0; move < mostMoves; move += 1) {
    limits.countMove()
    let seconds = secondsFrom(start)
    // Work without a duration may be done at the moment at which closed time begins.
    if (seconds > 0 || work.openBefore(start) < start) start = work.open(start)
    if (start === never) return undefined
    let end = work.finish(start, seconds)
    if (end < soonest && !mayChange) {
      start = Math.max(start, startToEnd(soonest))
      seconds = secondsFrom(start)
      end = work.finish(start, seconds)
      if (end < soonest) {
        start = seconds > 0 ? work.open(soonest) : soonest
        if (start === never) return undefined
        seconds = secondsFrom(start)
        end = work.finish(start, seconds)
      }
    }
    let begin = start
    let next: NextChangeover | undefined
    const from = possibleFrom(combination, start)
    if (from === never) return undefined
    if (from > start) {
      start = from
      continue
    }
    for (const load of loads) {
      const { resource, setup } = load
      if (resource.setups === undefined) continue
      if (!resource.constrained) {
        begin = Math.max(begin, work.finish(start, changeoverAt(load, start)))
        seconds = secondsFrom(begin)
        end = work.finish(begin, seconds)
        continue
      }
      const from = Math.max(begin, begins)
      const request = { seconds: secondsFrom(from), setup, work, matrix: resource.matrix! }
      const dates = { wanted: start, soonest: Math.max(soonest, end), begins: from }
      const slot = afterChangeover(resource.setups, request, dates, secondsFrom)
      if (slot === undefined) return undefined
      ;({ start, begin, end } = slot)
      seconds = secondsFrom(begin)
      next = { resource, from: slot.next }
    }
    if (end === never) return undefined
    // After the runs that are there, other resources may be effective.
    if (!isPossibleAt(combination, start)) continue
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
      const until = endBefore(next, resource, end)
      if (start >= until) continue
      const below = resource.free.firstBelow(start, until, needed)
      if (below === never) continue
      // A changeover may become shorter, and loads and the duration may depend on the date: then every gap is tried.
      const isSame = combination.always && combination.speed !== undefined && resource.setups === undefined
      const least = isSame ? seconds : 0
      const gap = resource.free.firstGap(below, needed, least)
      if (gap === never) return undefined
      start = gap
      continue moves
    }
    return { start, begin, end, loads }
  }
  return undefined
}

/**
 * Returns the earliest slot of a run with its changeover. Where the speed changes, the run takes the time from where it
 * begins then; gaps that are too short for a slower run before them are not tried again for a faster one.
 */
function afterChangeover(
  setups: SetupTimeline,
  request: RunRequest,
  { wanted, soonest, begins }: ForwardSpan,
  secondsFrom: (date: Seconds) => number,
): SetupSlot | undefined {
  const { work } = request
  for (let { seconds } = request; ;) {
    // A run of this length that ends then begins late enough.
    const until = begins > wanted ? Math.max(soonest, work.finish(work.open(begins), seconds)) : soonest
    const slot = setups.earliest(wanted, until, { ...request, seconds })
    if (slot === undefined) return undefined
    const needed = secondsFrom(slot.begin)
    if (needed <= seconds) {
      const end = needed < seconds ? Math.max(soonest, work.finish(slot.begin, needed)) : slot.end
      return { ...slot, end }
    }
    seconds = needed
  }
}
