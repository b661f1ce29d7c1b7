/** State of the data after edits and their plan were stored. */
import type { DataState } from './live-data.ts'

/** Entities whose tables are locked while a plan is stored. */
const lockedEntities: ReadonlySet<string> = new Set([
  'input.demand',
  'input.operationplan',
  'input.operationplanresource',
])

/**
 * Returns the state of the data in which edits and a plan were stored. Entities that are not locked may also have
 * been changed by others: they keep their previous counters, and those that the edits changed are read again.
 */
export function afterAccept(before: DataState, after: DataState, edited: readonly string[]): DataState {
  const counters = new Map(
    [...after.counters].map(([name, counter]): [string, string] => {
      if (lockedEntities.has(name)) return [name, counter]
      return [name, edited.includes(name) ? '' : (before.counters.get(name) ?? '')]
    }),
  )
  return { ...after, counters }
}
