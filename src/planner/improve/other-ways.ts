/**
 * Moves that make a step of a critical path on other machines: at the place on the new machine where the step is
 * ready, or before the work that runs then.
 */
import type { Move, Workbench } from './moves.ts'
import type { Sequence, Shop } from './shop.ts'
import { byMaterial, type Timetable } from './timetable.ts'

/** Returns the moves to other machines on the critical path of a step; the bench has the positions of the sequence. */
export function otherWays(
  shop: Shop,
  sequence: Sequence,
  table: Timetable,
  bench: Workbench,
  last: number,
): readonly Move[] {
  const { size, wayFrom, useFrom, uses } = shop
  if (wayFrom[size] === size) return none
  const moves: Move[] = []
  let queues: readonly (readonly number[])[] | undefined
  for (let step = last; step >= 0; step = table.boundOn[step] === byMaterial ? -1 : table.bound[step]!) {
    if (wayFrom[step + 1]! < wayFrom[step]! + 2) continue
    queues ??= queuesOf(shop, sequence)
    for (let way = wayFrom[step]!; way < wayFrom[step + 1]!; way += 1) {
      if (way === sequence.ways[step]) continue
      const queue = useFrom[way]! < useFrom[way + 1]! ? queues[uses[useFrom[way]!]!]! : none
      addMoves(moves, { step, way, ready: readyOf(shop, table, step) }, queue, table, bench)
    }
  }
  return moves
}

const none: readonly never[] = []

interface Change {
  readonly step: number
  readonly way: number
  readonly ready: number
}

/** Adds the moves into the queue of a machine. */
function addMoves(
  moves: Move[],
  { step, way, ready }: Change,
  queue: readonly number[],
  { begin, end }: Timetable,
  { position }: Workbench,
): void {
  const others = queue.filter((other) => other !== step)
  const running = others.findIndex((other) => end[other]! > ready)
  const waiting = others.findIndex((other) => begin[other]! >= ready)
  for (const at of new Set([running, waiting])) {
    const [before, next] = at < 0 ? [others.at(-1), undefined] : [others[at - 1], others[at]]
    const back = next !== undefined && position[next]! < position[step]!
    const behind = before !== undefined && position[before]! > position[step]!
    const target = back ? next : behind ? before : step
    moves.push({ step, target, forward: !back, passed: none, way })
  }
}

/** Returns the date from which predecessors and material allow a step. */
function readyOf(
  { release, beforeFrom, before, lag }: Shop,
  { end, supplied }: Timetable,
  step: number,
): number {
  let ready = Math.max(release[step]!, supplied[step]!)
  for (let edge = beforeFrom[step]!; edge < beforeFrom[step + 1]!; edge += 1)
    ready = Math.max(ready, end[before[edge]!]! + lag[edge]!)
  return ready
}

/** Returns the steps of each machine in their sequence. */
function queuesOf(
  { machines, useFrom, uses }: Shop,
  { steps, ways }: Sequence,
): readonly (readonly number[])[] {
  const queues: number[][] = machines.map(() => [])
  for (const step of steps) {
    const way = ways[step]!
    for (let use = useFrom[way]!; use < useFrom[way + 1]!; use += 1) queues[uses[use]!]!.push(step)
  }
  return queues
}
