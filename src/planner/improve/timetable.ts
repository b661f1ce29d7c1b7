/**
 * Computes start and end of the steps of a shop for a sequence: each step starts as soon as its predecessors are
 * finished and its machines have processed earlier steps. Also computes the cost.
 */
import { day, never } from '../time.ts'
import type { Machine, Sequence, Shop } from './shop.ts'
import { fillSupplies, leftFrom, takeSupplies } from './supplies.ts'

/** Reused for each sequence. */
export interface Timetable {
  readonly begin: Float64Array
  readonly end: Float64Array
  /** The step that delays each step; -1 if none does. */
  readonly bound: Int32Array
  /** The machine on which it does; -1 if it is a predecessor, `byMaterial` if it took material before. */
  readonly boundOn: Int32Array
  /** Date from which the material of each step is available. */
  readonly supplied: Float64Array
  readonly laneFree: Float64Array
  readonly laneLast: Int32Array
  readonly laneSetup: Int32Array
  /** What is left of each supply from each of its dates on, and the last step that took from it. */
  readonly left: Float64Array
  readonly taker: Int32Array
  /** Total changeover seconds up to each position in the sequence. */
  readonly changeovers: Float64Array
  /** State of the lanes before each position in the sequence, so that the rest can be computed again. */
  readonly freeAt: Float64Array
  readonly lastAt: Int32Array
  readonly setupAt: Int32Array
  readonly leftAt: Float64Array
  readonly takerAt: Int32Array
}

/** Stands for the material of steps, where steps on machines have the number of the machine. */
export const byMaterial = -2

export function newTimetable({ size, lanes, supplies, supplyDates }: Shop): Timetable {
  return {
    begin: new Float64Array(size),
    end: new Float64Array(size),
    bound: new Int32Array(size),
    boundOn: new Int32Array(size),
    supplied: new Float64Array(size),
    laneFree: new Float64Array(lanes),
    laneLast: new Int32Array(lanes),
    laneSetup: new Int32Array(lanes),
    left: new Float64Array(supplyDates),
    taker: new Int32Array(supplies.length),
    changeovers: new Float64Array(size + 1),
    freeAt: new Float64Array(size * lanes),
    lastAt: new Int32Array(size * lanes),
    setupAt: new Int32Array(size * lanes),
    leftAt: new Float64Array(size * supplyDates),
    takerAt: new Int32Array(size * supplies.length),
  }
}

/** Computes the timetable of a sequence. */
export function schedule(shop: Shop, sequence: Sequence, table: Timetable): void {
  const { machines } = shop
  const { laneFree, laneLast, laneSetup, left, taker } = table
  fillSupplies(shop.supplies, left)
  taker.fill(-1)
  laneFree.fill(-never)
  laneLast.fill(-1)
  for (let at = 0; at < machines.length; at += 1) {
    const { firstLane, lanes, initial } = machines[at]!
    laneSetup.fill(initial, firstLane, firstLane + lanes)
  }
  run(shop, sequence, table, 0, true)
}

/** Updates a timetable for a sequence that equals the one it was computed for up to a position. */
export function reschedule(shop: Shop, sequence: Sequence, table: Timetable, place: number): void {
  takeState(shop, table, table, place)
  run(shop, sequence, table, place, true)
}

/** Computes a timetable like `reschedule`, from the timetable of the other sequence, which stays as it is. */
export function scheduleFrom(
  shop: Shop,
  sequence: Sequence,
  table: Timetable,
  known: Timetable,
  place: number,
): void {
  takeState(shop, table, known, place)
  table.end.set(known.end)
  table.changeovers[place] = known.changeovers[place]!
  run(shop, sequence, table, place, false)
}

/** Sets lanes and supplies to their state before a position in the sequence of another timetable. */
function takeState(
  { lanes, supplies, supplyDates }: Shop,
  { laneFree, laneLast, laneSetup, left, taker }: Timetable,
  known: Timetable,
  place: number,
): void {
  const base = place * lanes
  for (let lane = 0; lane < lanes; lane += 1) {
    laneFree[lane] = known.freeAt[base + lane]!
    laneLast[lane] = known.lastAt[base + lane]!
    laneSetup[lane] = known.setupAt[base + lane]!
  }
  for (let at = 0; at < supplyDates; at += 1) left[at] = known.leftAt[place * supplyDates + at]!
  for (let supply = 0; supply < supplies.length; supply += 1)
    taker[supply] = known.takerAt[place * supplies.length + supply]!
}

function run(
  shop: Shop,
  { steps, ways }: Sequence,
  table: Timetable,
  place: number,
  remember: boolean,
): void {
  const {
    release,
    material,
    seconds,
    fits,
    beforeFrom,
    before,
    lag,
    useFrom,
    uses,
    setup,
    machines,
    size,
    lanes,
    supplies,
    supplyDates,
    takeFrom,
    takes,
    taken,
  } = shop
  const { begin, end, bound, boundOn, laneFree, laneLast, laneSetup, changeovers, freeAt, lastAt, setupAt } =
    table
  const { supplied, left, taker, leftAt, takerAt } = table
  for (let at = place; at < size; at += 1) {
    if (remember) {
      // Single values: `set` takes longer for as few lanes as a shop has.
      for (let lane = 0, to = at * lanes; lane < lanes; lane += 1, to += 1) {
        freeAt[to] = laneFree[lane]!
        lastAt[to] = laneLast[lane]!
        setupAt[to] = laneSetup[lane]!
      }
      for (let from = 0, to = at * supplyDates; from < supplyDates; from += 1, to += 1)
        leftAt[to] = left[from]!
      for (let supply = 0, to = at * supplies.length; supply < supplies.length; supply += 1, to += 1)
        takerAt[to] = taker[supply]!
    }
    const step = steps[at]!
    const way = ways[step]!
    let from = release[step]!
    let by = -1
    let on = -1
    for (let edge = beforeFrom[step]!; edge < beforeFrom[step + 1]!; edge += 1) {
      const ready = end[before[edge]!]! + lag[edge]!
      if (ready > from) [from, by] = [ready, before[edge]!]
    }
    const lastUse = useFrom[way + 1]!
    let changeover = 0
    for (let use = useFrom[way]!; use < lastUse; use += 1) {
      const machine = machines[uses[use]!]!
      const lane = machine.lanes === 1 ? machine.firstLane : laneFor(machine, laneFree, from)
      const free = laneFree[lane]!
      if (free >= from) [from, by, on] = [free, laneLast[lane]!, uses[use]!]
      if (machine.setups > 0 && setup[use]! >= 0) {
        changeover += machine.changeover[laneSetup[lane]! * machine.setups + setup[use]!]!
      }
    }
    changeovers[at + 1] = changeovers[at]! + changeover
    const fit = fits[way]
    let starts = from + changeover
    if (material[step]! > starts) [starts, by, on] = [material[step]!, -1, -1]
    supplied[step] = material[step]!
    for (let take = takeFrom[step]!; take < takeFrom[step + 1]!; take += 1) {
      const supply = takes[take]!
      const date = leftFrom(supplies[supply]!, left, taken[take]!)
      if (date > supplied[step]) supplied[step] = date
      if (date > starts) [starts, by, on] = [date, taker[supply]!, byMaterial]
      taker[supply] = step
    }
    let ends = starts + seconds[way]!
    if (fit !== undefined) {
      const slot = fit(starts)
      starts = slot === undefined ? never : slot.begin
      ends = slot === undefined ? never : slot.end
    }
    begin[step] = starts
    end[step] = ends
    if (supplyDates > 0) takeSupplies(shop, step, starts, left)
    bound[step] = by
    boundOn[step] = on
    for (let use = useFrom[way]!; use < lastUse; use += 1) {
      const machine = machines[uses[use]!]!
      const lane = machine.lanes === 1 ? machine.firstLane : laneFor(machine, laneFree, from)
      laneFree[lane] = ends
      laneLast[lane] = step
      if (setup[use]! >= 0) laneSetup[lane] = setup[use]!
    }
  }
}

/** Returns the free lane that was used last, otherwise the lane that is free first. */
function laneFor({ firstLane, lanes }: Machine, laneFree: Float64Array, from: number): number {
  let best = firstLane
  for (let lane = firstLane + 1; lane < firstLane + lanes; lane += 1) {
    const free = laneFree[lane]!
    const known = laneFree[best]!
    if (known > from ? free < known : free <= from && free > known) best = lane
  }
  return best
}

/** Returns the end of a job. */
export function endOf({ jobs }: Shop, { end }: Timetable, job: number): number {
  const { last } = jobs[job]!
  let ends = -never
  for (let index = 0; index < last.length; index += 1) ends = Math.max(ends, end[last[index]!]!)
  return ends
}

/** Weight of changeovers in the cost: small, so that they only decide between equal lateness. */
const changeoverShare = 1e-3

/**
 * Returns the avoidable quantity-days of lateness, plus a share of the lateness of the latest job counted for all
 * jobs, so that no order is sacrificed, plus a small share for changeovers.
 */
export function costOf(shop: Shop, table: Timetable, latestShare: number): number {
  const { jobs } = shop
  let sum = 0
  let latest = 0
  let quantity = 0
  for (let job = 0; job < jobs.length; job += 1) {
    const { due, alone } = jobs[job]!
    const late = endOf(shop, table, job) - Math.max(due, alone)
    quantity += jobs[job]!.quantity
    if (late <= 0) continue
    sum += late * jobs[job]!.quantity
    if (late > latest) latest = late
  }
  return (sum + latestShare * latest * quantity + table.changeovers[shop.size]! * changeoverShare) / day
}
