/** What is known of the data once edits and their plan are stored. */
import type { DataState } from './live-data.ts'

/** Entities whose tables are locked while a plan is stored. */
const lockedEntities: ReadonlySet<string> = new Set([
  'input.demand',
  'input.operationplan',
  'input.operationplanresource',
])

/**
 * The state of data that edits and a plan were stored in. What is not locked may have been changed by others, too: it is as before,
 * and what the edits changed of it is read again.
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
