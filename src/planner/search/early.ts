/** Limits how much earlier than necessary work may be: resources have a maximum earliness. */
import type { Operation } from '../network/nodes.ts'
import { never, type Seconds } from '../time.ts'
import { runSeconds } from './plan.ts'
import type { Node } from './steps.ts'

/** Returns by how much earlier than necessary work may end on its resources; `never` if it has none. */
export function mostEarly({ loads: groups }: Operation): Seconds {
  let most = never
  for (const { loads } of groups) {
    for (const { resource } of loads) if (resource.constrained) most = Math.min(most, resource.maxEarly)
  }
  return most
}

/**
 * Returns the earliest start of each step that its resources allow if all end by a date, at normal speed and with free
 * resources; -`never` if nothing limits it. Each step follows its predecessors in the sequence.
 */
export function earliestStarts(sequence: readonly Node[], end: Seconds): ReadonlyMap<Node, Seconds> {
  const earliest = new Map<Node, Seconds>()
  const latest = new Map<Node, Seconds>()
  for (const node of sequence.toReversed()) {
    const { operation, quantity, after } = node
    const needed = after.reduce((date, { to, hard }) => Math.min(date, latest.get(to)! - hard), end)
    const startFor = (date: Seconds): Seconds =>
      date === -never
        ? -never
        : operation.work.begin(operation.work.openBefore(date), runSeconds(operation, quantity))
    latest.set(node, startFor(needed))
    const most = mostEarly(operation)
    earliest.set(node, most === never ? -never : startFor(needed - most))
  }
  return earliest
}
