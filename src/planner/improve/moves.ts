/**
 * Moves in a sequence that can shorten a job. The critical path consists of steps that delay each other; consecutive
 * steps on one machine form a block, and only moving a step to the start or the end of its block shortens the path.
 * After Balas and Vazacopoulos, "Guided Local Search with Shifting Bottleneck for Job Shop Scheduling" (1998).
 */
import type { Sequence, Shop } from './shop.ts'
import { byMaterial, type Timetable } from './timetable.ts'

/** Maximum number of earlier takers of its material with which a step changes places, and the number of the last ones. */
const [mostTakers, lastTakers] = [12, 4]

/** Moves a step before or behind another one. */
export interface Move {
  readonly step: number
  readonly target: number
  readonly forward: boolean
  /** The steps that it passes on its machine. */
  readonly passed: readonly number[]
  /** The way in which it is made then, if it changes. */
  readonly way?: number
}

/** Returns the moves on the critical path of a step; the bench has the positions of the sequence. */
export function movesOf(
  shop: Shop,
  table: Timetable,
  bench: Workbench,
  last: number,
  random: () => number,
): readonly Move[] {
  const { machines } = shop
  const { bound, boundOn } = table
  const moves: Move[] = []
  let block = [last]
  for (let step = last, on = -1; step >= 0;) {
    const before = bound[step]!
    const via = before < 0 ? -1 : boundOn[step]!
    if (via !== on) {
      if (on >= 0) {
        // With changeovers, every sequence of a block may have another duration.
        const differs = machines[on]!.setups > 0
        addMoves(block.toReversed(), differs || before >= 0, differs || block[0] !== last, moves)
      }
      block = [step]
      on = via
    }
    // What other steps have taken delays a step, not their dates: the path ends here.
    if (via === byMaterial) {
      addTakes(shop, table, bench, step, random, moves)
      break
    }
    if (via >= 0) block.push(before)
    else block = [before]
    step = before
  }
  return moves
}

/**
 * Adds moves of a step before others that take its material at an earlier date, and of those behind it: the last ones
 * and some at random, because a step that gives back much material may help several others.
 */
function addTakes(
  { size, takeFrom, takes }: Shop,
  { supplied }: Timetable,
  { position }: Workbench,
  step: number,
  random: () => number,
  moves: Move[],
): void {
  const asked = new Set(takes.subarray(takeFrom[step], takeFrom[step + 1]))
  const takers: number[] = []
  const behind: number[] = []
  for (let other = 0; other < size; other += 1) {
    if (!takes.subarray(takeFrom[other], takeFrom[other + 1]).some((supply) => asked.has(supply))) continue
    if (position[other]! > position[step]!) behind.push(other)
    else if (supplied[other]! < supplied[step]!) takers.push(other)
  }
  takers.sort((a, b) => position[b]! - position[a]!)
  behind.sort((a, b) => position[a]! - position[b]!)
  const last = behind.at(-1)
  const few = takers.length <= mostTakers
  for (let count = 0; count < Math.min(takers.length, mostTakers); count += 1) {
    const at = few || count < lastTakers ? count : Math.floor(random() * takers.length)
    const target = takers[at]!
    const between = [...takers.slice(0, at), step]
    moves.push({ step, target, forward: false, passed: takers.slice(0, at + 1) })
    moves.push({ step: target, target: step, forward: true, passed: between })
    if (last !== undefined)
      moves.push({ step: target, target: last, forward: true, passed: [...between, ...behind] })
  }
}

/** Adds moves to the start of a block, unless the path starts with it, and to its end, unless the path ends with it. */
function addMoves(block: readonly number[], toBegin: boolean, toEnd: boolean, moves: Move[]): void {
  const final = block.length - 1
  if (final === 1 || toBegin) {
    for (let at = 1; at <= final; at += 1) {
      moves.push({ step: block[at]!, target: block[0]!, forward: false, passed: block.slice(0, at) })
    }
  }
  if (final === 1 || !toEnd) return
  for (let at = 0; at < final; at += 1) {
    moves.push({ step: block[at]!, target: block[final]!, forward: true, passed: block.slice(at + 1) })
  }
}

/** Work arrays for changing sequences. */
export interface Workbench {
  readonly position: Int32Array
  /** Marks of steps and machines, valid if equal to `stamp`. */
  readonly steps: Int32Array
  readonly machines: Int32Array
  readonly held: Int32Array
  stamp: number
}

export const newWorkbench = ({ size, machines }: Shop): Workbench => ({
  position: new Int32Array(size),
  steps: new Int32Array(size),
  machines: new Int32Array(machines.length),
  held: new Int32Array(size),
  stamp: 0,
})

export function setPositions({ steps }: Sequence, { position }: Workbench): void {
  for (let at = 0; at < steps.length; at += 1) position[steps[at]!] = at
}

/**
 * Writes the sequence after a move into `changed`. Predecessors of the step move with it, and its successors if it
 * moves back; all others keep their sequence. Returns false if the move is impossible.
 */
export function makeMove(
  shop: Shop,
  sequence: Sequence,
  bench: Workbench,
  move: Move,
  changed: Sequence,
): boolean {
  changed.steps.set(sequence.steps)
  changed.ways.set(sequence.ways)
  if (move.way !== undefined) changed.ways[move.step] = move.way
  if (move.target === move.step) return true
  return move.forward
    ? moveBehind(shop, sequence, bench, move, changed)
    : moveBefore(shop, sequence, bench, move, changed)
}

/** Returns whether a way uses a machine that is marked with the current stamp. */
function usesMarked({ useFrom, uses }: Shop, { machines, stamp }: Workbench, way: number): boolean {
  for (let use = useFrom[way]!; use < useFrom[way + 1]!; use += 1) {
    if (machines[uses[use]!] === stamp) return true
  }
  return false
}

/** Marks the machines of a way with the current stamp. */
function markMachines({ useFrom, uses }: Shop, { machines, stamp }: Workbench, way: number): void {
  for (let use = useFrom[way]!; use < useFrom[way + 1]!; use += 1) machines[uses[use]!] = stamp
}

function moveBefore(
  shop: Shop,
  { steps: sequence, ways }: Sequence,
  bench: Workbench,
  { step, target }: Move,
  { steps: changed }: Sequence,
): boolean {
  const { beforeFrom, before } = shop
  const { position, steps, held } = bench
  const stamp = (bench.stamp += 1)
  const from = position[step]!
  const to = position[target]!
  let kept = 0
  let into = from
  const take = (taken: number): void => {
    for (let edge = beforeFrom[taken]!; edge < beforeFrom[taken + 1]!; edge += 1) steps[before[edge]!] = stamp
  }
  take(step)
  // Reads from the end: steps behind the moved one are held back, predecessors go before it.
  held[kept++] = step
  let moving = 1
  const stays: number[] = []
  for (let at = from - 1; at >= to; at -= 1) {
    const other = sequence[at]!
    if (steps[other] !== stamp && !usesMarked(shop, bench, ways[other]!)) {
      stays.push(other)
      continue
    }
    if (other === target) return false
    take(other)
    markMachines(shop, bench, ways[other]!)
    held[moving++] = other
  }
  for (const other of stays) changed[into--] = other
  for (let index = 0; index < moving; index += 1) changed[into--] = held[index]!
  return true
}

function moveBehind(
  shop: Shop,
  { steps: sequence, ways }: Sequence,
  bench: Workbench,
  { step, target }: Move,
  { steps: changed }: Sequence,
): boolean {
  const { beforeFrom, before } = shop
  const { position, steps, held } = bench
  const stamp = (bench.stamp += 1)
  const from = position[step]!
  const to = position[target]!
  steps[step] = stamp
  held[0] = step
  let moving = 1
  let into = from
  for (let at = from + 1; at <= to; at += 1) {
    const other = sequence[at]!
    let goes = false
    for (let edge = beforeFrom[other]!; !goes && edge < beforeFrom[other + 1]!; edge += 1) {
      goes = steps[before[edge]!] === stamp
    }
    if (!goes && !usesMarked(shop, bench, ways[other]!)) {
      changed[into++] = other
      continue
    }
    if (other === target) return false
    steps[other] = stamp
    markMachines(shop, bench, ways[other]!)
    held[moving++] = other
  }
  for (let index = 0; index < moving; index += 1) changed[into++] = held[index]!
  return true
}
