/**
 * Improves a sequence by tabu search: moves to the best neighbor, better or not, without undoing recent moves.
 * Without progress it restarts from one of the best sequences with random changes. After Nowicki and Smutnicki, "A
 * Fast Taboo Search Algorithm for the Job Shop Problem" (1996).
 */
import { never } from '../time.ts'
import { makeMove, type Move, movesOf, newWorkbench, setPositions, type Workbench } from './moves.ts'
import { otherWays } from './other-ways.ts'
import type { Sequence, Shop } from './shop.ts'
import {
  costOf,
  endOf,
  newTimetable,
  reschedule,
  schedule,
  scheduleFrom,
  type Timetable,
} from './timetable.ts'

export interface SequenceSearch {
  readonly random: () => number
  /**
   * Called before each change with the number of steps evaluated since the last call, and the effort for them in steps on
   * resources that are always open and unused; true ends the search.
   */
  readonly stop: (steps: number, effort: number) => boolean
  /** Called with each new best sequence, which is modified afterwards. */
  readonly onBetter: (sequence: Sequence) => void
}

/** Number of changes without a new best sequence before a restart. */
const mostStalled = 3_000
/** Number of best sequences kept for restarts. */
const mostElites = 6
/** Maximum number of random changes at a restart. */
const mostShakes = 12
/**
 * Minimum number of changes during which a move is not undone; more on machines with many jobs, plus up to 50 % at
 * random.
 */
const shortestTenure = 10
/** Probability to change the path of a random late job instead of the latest one. */
const anyLate = 0.3
/** Share of the latest job in the cost of a sequence: decides between sequences of about the same lateness. */
export const latestShare = 0.01
/** Shares that guide the search in turns: a search that first shortens the latest job gets further. */
const guides: readonly number[] = [1, latestShare]
/** Evaluated steps between two pauses; some hundredths of a second. */
const pace = 1_000_000

interface Found {
  readonly sequence: Sequence
  readonly cost: number
}

interface State {
  readonly shop: Shop
  readonly bench: Workbench
  /** Start and end of the steps in the current and in the tried sequence. */
  readonly table: Timetable
  readonly trial: Timetable
  sequence: Sequence
  candidate: Sequence
  chosen: Sequence
  /** Number of the change until which the first of two steps is not moved before the second again. */
  readonly until: Int32Array
  /** Number of the change until which a step does not return to a way. */
  readonly wayUntil: Int32Array
  change: number
  best: number
  /** Share of the latest job in the cost by which moves are chosen. */
  guide: number
}

/** Returns a copy that later changes do not affect. */
export const copyOf = ({ steps, ways }: Sequence): Sequence => ({ steps: steps.slice(), ways: ways.slice() })

/** Yields regularly, so that the caller can run other work. */
export function* improveSequence(
  shop: Shop,
  steps: Int32Array,
  { random, stop, onBetter }: SequenceSearch,
): Generator<void, void> {
  const first: Sequence = { steps, ways: shop.wayFrom.slice(0, shop.size) }
  // To give scarce material to others makes the latest job later, however many jobs it helps.
  const firstGuide = shop.supplies.length > 0 ? 1 : 0
  const state: State = {
    shop,
    bench: newWorkbench(shop),
    table: newTimetable(shop),
    trial: newTimetable(shop),
    sequence: copyOf(first),
    candidate: copyOf(first),
    chosen: copyOf(first),
    until: new Int32Array(shop.size * shop.size),
    wayUntil: new Int32Array(shop.wayFrom[shop.size]!),
    change: 0,
    best: never,
    guide: guides[firstGuide]!,
  }
  schedule(shop, first, state.table)
  state.best = costOf(shop, state.table, latestShare)
  const elites: Found[] = []
  const tenure = shortestTenure + Math.round(shop.jobs.length / Math.max(1, shop.machines.length))
  let round: Found = { sequence: copyOf(first), cost: never }
  let [rounds, stalled, shakes, work, worked] = [firstGuide, 0, 0, 0, 0]
  while (state.best > 0 && !stop(work, work * shop.effortOfStep)) {
    state.change += 1
    if (worked > pace) {
      yield
      worked = 0
    }
    setPositions(state.sequence, state.bench)
    const last = lastStep(shop, state.table, random)
    const { sequence, table, bench } = state
    const moves = [
      ...movesOf(shop, table, bench, last, random),
      ...otherWays(shop, sequence, table, bench, last),
    ]
    work = shop.size * (1 + (shakes > 0 ? 0 : moves.length))
    worked += work
    const move = shakes > 0 ? anyMove(state, moves, random) : bestMove(state, moves, random)
    shakes = Math.max(0, shakes - 1)
    if (move !== undefined) {
      forbid(state, move, Math.floor(tenure * (1 + random() * 0.5)))
      ;[state.sequence, state.chosen] = [state.chosen, state.sequence]
      reschedule(shop, state.sequence, table, placeOf(bench, move))
      stalled += 1
      const guided = costOf(shop, state.table, state.guide)
      if (guided < round.cost) {
        round = { sequence: copyOf(state.sequence), cost: guided }
        stalled = 0
      }
      const cost = costOf(shop, state.table, latestShare)
      if (cost < state.best) {
        state.best = cost
        onBetter(state.sequence)
      }
      if (stalled < mostStalled) continue
    }
    schedule(shop, round.sequence, state.table)
    keep(elites, { ...round, cost: costOf(shop, state.table, latestShare) })
    state.guide = guides[(rounds += 1) % guides.length]!
    state.sequence = copyOf(elites[Math.floor(random() * elites.length)]!.sequence)
    schedule(shop, state.sequence, state.table)
    round = { sequence: copyOf(state.sequence), cost: never }
    state.until.fill(0)
    state.wayUntil.fill(0)
    ;[stalled, shakes] = [0, mostShakes]
  }
}

/** Returns the move with the lowest cost that does not undo a recent move, unless it leads to a new best cost. */
function bestMove(state: State, moves: readonly Move[], random: () => number): Move | undefined {
  const { shop, bench, table, trial, sequence, best, guide } = state
  let lowest = never
  let pick: Move | undefined
  let taken: Move | undefined
  let backward = 0
  for (const move of moves) {
    if (!makeMove(shop, sequence, bench, move, state.candidate)) continue
    scheduleFrom(shop, state.candidate, trial, table, placeOf(bench, move))
    const cost = costOf(shop, trial, guide)
    if (isForbidden(state, move) && costOf(shop, trial, latestShare) >= best) {
      backward += 1
      if (random() * backward < 1) taken = move
    } else if (cost < lowest) {
      lowest = cost
      pick = move
      ;[state.candidate, state.chosen] = [state.chosen, state.candidate]
    }
  }
  if (pick !== undefined || taken === undefined) return pick
  makeMove(shop, sequence, bench, taken, state.chosen)
  return taken
}

/** Returns the position up to which a move leaves the sequence as it is. */
const placeOf = ({ position }: Workbench, { step, target }: Move): number =>
  Math.min(position[step]!, position[target]!)

const attempts = 5

function anyMove(
  { shop, bench, sequence, chosen }: State,
  moves: readonly Move[],
  random: () => number,
): Move | undefined {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const move = moves[Math.floor(random() * moves.length)]
    if (move !== undefined && makeMove(shop, sequence, bench, move, chosen)) return move
  }
  return undefined
}

function keep(elites: Found[], found: Found): void {
  if (elites.some(({ cost }) => Math.abs(cost - found.cost) < 1e-9)) return
  elites.push(found)
  elites.sort((a, b) => a.cost - b.cost)
  if (elites.length > mostElites) elites.pop()
}

/** Returns the last step of the latest job, or at times of another late one. */
function lastStep(shop: Shop, table: Timetable, random: () => number): number {
  let [latest, most] = [0, 0]
  const late: number[] = []
  for (const [job, { due, alone }] of shop.jobs.entries()) {
    const lateness = endOf(shop, table, job) - Math.max(due, alone)
    if (lateness <= 0) continue
    late.push(job)
    if (lateness > most) [latest, most] = [job, lateness]
  }
  const job = late.length > 1 && random() < anyLate ? late[Math.floor(random() * late.length)]! : latest
  return shop.jobs[job]!.last.reduce((a, b) => (table.end[b]! > table.end[a]! ? b : a))
}

/** Returns whether a move would undo a recent one. */
function isForbidden(
  { until, wayUntil, shop, change }: State,
  { step, forward, passed, way }: Move,
): boolean {
  if (way !== undefined && wayUntil[way]! > change) return true
  for (const other of passed) {
    const pair = forward ? other * shop.size + step : step * shop.size + other
    if (until[pair]! > change) return true
  }
  return false
}

/** Forbids to undo the move for a number of changes. */
function forbid(
  { until, wayUntil, sequence, shop, change }: State,
  { step, forward, passed, way }: Move,
  changes: number,
): void {
  if (way !== undefined) wayUntil[sequence.ways[step]!] = change + changes
  for (const other of passed) {
    until[forward ? step * shop.size + other : other * shop.size + step] = change + changes
  }
}
