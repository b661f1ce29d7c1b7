/** Limits how much earlier than necessary work may be: resources have a maximum earliness. */
import type { Operation } from '../network/nodes.ts'
import { never, type Seconds } from '../time.ts'
import { combinationsOf } from '../network/combinations.ts'
import { runSeconds, secondsOn } from './duration.ts'
import type { Search } from './search.ts'
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
 * Returns the earliest start of each step that its resources allow if all end by a date, on the slowest of them and with
 * free resources; -`never` if nothing limits it. Each step follows its predecessors in the sequence.
 */
export function earliestStarts(
  { calendars }: Search,
  sequence: readonly Node[],
  end: Seconds,
): ReadonlyMap<Node, Seconds> {
  const earliest = new Map<Node, Seconds>(sequence.map((node) => [node, -never]))
  if (sequence.every(({ operation }) => mostEarly(operation) === never)) return earliest
  const latest = new Map<Node, Seconds>()
  for (const node of sequence.toReversed()) {
    const { operation, quantity, after } = node
    const needed = after.reduce((date, { to, hard }) => Math.min(date, (latest.get(to) ?? never) - hard), end)
    const startFor = (date: Seconds, early = 0): Seconds => {
      if (date === -never) return -never
      let earliestOf = never
      for (const combination of combinationsOf(calendars, operation)) {
        const { work } = combination
        // Closed time before the date is not early.
        const until = work.openBefore(work.openBefore(date) - early)
        if (until === -never) continue
        const seconds = secondsOn(operation, quantity, combination, until, 'until')
        earliestOf = Math.min(earliestOf, work.begin(until, seconds))
      }
      if (earliestOf < never) return earliestOf
      const { work } = operation
      const until = work.openBefore(work.openBefore(date) - early)
      return work.begin(until, runSeconds(operation, quantity))
    }
    latest.set(node, startFor(needed))
    const most = mostEarly(operation)
    if (most !== never) earliest.set(node, startFor(needed, most))
  }
  return earliest
}
