/**
 * Looks for a better sequence: from one to the best of those that a move leads to, better or not, without taking back
 * what was just done. Where that leads nowhere any more it begins again from one of the best found, shaken up.
 */
import { never } from '../time.ts'
import { makeMove, type Move, movesOf, newWorkbench, setPositions } from './moves.ts'
import type { Shop } from './shop.ts'
import { endOf, newTimetable, schedule, type Timetable } from './timetable.ts'

export interface TabuOptions {
  readonly random: () => number
  /** Asked before each step of the search. */
  readonly stop: () => boolean
  /** Told of each sequence that is better than all before. */
  readonly onBetter: (sequence: Int32Array, cost: number) => void
}

export const tuning = { stall: 3000, elites: 6, shake: 12, tenure: 10, paths: 1 }

export function improveSequence(
  shop: Shop,
  first: Int32Array,
  { random, stop, onBetter }: TabuOptions,
): void {
  const { size, jobs, machines } = shop
  const bench = newWorkbench(shop)
  const table = newTimetable(shop)
  const trial = newTimetable(shop)
  let sequence: Int32Array = first.slice()
  let candidate: Int32Array = first.slice()
  let chosen: Int32Array = first.slice()
  const until = new Int32Array(size * size)
  let cost = schedule(shop, sequence, table)
  let best = cost
  const elites: { sequence: Int32Array; cost: number }[] = [{ sequence: sequence.slice(), cost }]
  const tenure = tuning.tenure + Math.round(jobs.length / Math.max(1, machines.length))
  let stalled = 0
  let shaking = 0
  let round = { sequence: sequence.slice(), cost }
  for (let iteration = 1; best > 0 && !stop(); iteration += 1) {
    const moves = movesOf(shop, table, lastStep(shop, table, random))
    setPositions(sequence, bench)
    let lowest = never
    let pick: Move | undefined
    if (shaking > 0 && moves.length > 0) {
      for (let attempt = 0; attempt < 5 && pick === undefined; attempt += 1) {
        const move = moves[Math.floor(random() * moves.length)]!
        if (!makeMove(shop, sequence, bench, move, chosen)) continue
        pick = move
        lowest = schedule(shop, chosen, trial)
      }
      shaking -= 1
    } else {
      let ties = 0
      let free: Move | undefined
      for (const move of moves) {
        if (!makeMove(shop, sequence, bench, move, candidate)) continue
        const value = schedule(shop, candidate, trial)
        const tabu = isTabu(move, until, size, iteration) && value >= best
        if (tabu) {
          if (random() * (ties += 1) < 1) free = move
          continue
        }
        if (value < lowest) {
          lowest = value
          pick = move
          ;[candidate, chosen] = [chosen, candidate]
        }
      }
      if (pick === undefined && free !== undefined) {
        pick = free
        makeMove(shop, sequence, bench, free, chosen)
      }
    }
    if (pick === undefined) stalled = tuning.stall
    else {
      const length = tenure + Math.floor(random() * tenure * 0.5)
      forbid(pick, until, size, iteration + length)
      ;[sequence, chosen] = [chosen, sequence]
      cost = schedule(shop, sequence, table)
      if (cost < round.cost) {
        round = { sequence: sequence.slice(), cost }
        stalled = 0
      } else stalled += 1
      if (cost < best) {
        best = cost
        onBetter(sequence, cost)
      }
    }
    if (stalled < tuning.stall) continue
    keep(elites, round)
    const from = elites[Math.floor(random() * elites.length)]!
    sequence.set(from.sequence)
    cost = schedule(shop, sequence, table)
    round = { sequence: sequence.slice(), cost: never }
    until.fill(0)
    stalled = 0
    shaking = tuning.shake
  }
}

function keep(
  elites: { sequence: Int32Array; cost: number }[],
  found: { sequence: Int32Array; cost: number },
): void {
  if (elites.some(({ cost }) => Math.abs(cost - found.cost) < 1e-9)) return
  elites.push(found)
  elites.sort((a, b) => a.cost - b.cost)
  if (elites.length > tuning.elites) elites.pop()
}

/** The last step of the job that is latest, or now and then of another late one. */
function lastStep(shop: Shop, table: Timetable, random: () => number): number {
  let latest = -1
  let most = 0
  const late: number[] = []
  for (let job = 0; job < shop.jobs.length; job += 1) {
    const { due, alone } = shop.jobs[job]!
    const lateness = endOf(shop, table, job) - Math.max(due, alone)
    if (lateness > 0) late.push(job)
    if (lateness > most || latest < 0) [latest, most] = [job, Math.max(0, lateness)]
  }
  const job = late.length > 1 && random() < tuning.paths ? late[Math.floor(random() * late.length)]! : latest
  const { last } = shop.jobs[job]!
  return last.reduce((a, b) => (table.end[b]! > table.end[a]! ? b : a))
}

/** Whether the move would take back what was done a short while ago. */
function isTabu(
  { step, forward, passed }: Move,
  until: Int32Array,
  size: number,
  iteration: number,
): boolean {
  for (const other of passed) {
    const [earlier, later] = forward ? [other, step] : [step, other]
    if (until[earlier * size + later]! > iteration) return true
  }
  return false
}

function forbid({ step, forward, passed }: Move, until: Int32Array, size: number, end: number): void {
  for (const other of passed) {
    const [earlier, later] = forward ? [step, other] : [other, step]
    until[earlier * size + later] = end
  }
}
