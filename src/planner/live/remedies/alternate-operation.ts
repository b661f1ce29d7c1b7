/** Remedy: another operation that makes the item and is so far only used manually. */
import { type Action, touchedBy } from './remedy.ts'

/** Maximum number of operations considered. */
const mostOperations = 3

export const alternateOperation: Action = ({ live, chain }) => {
  const { operations } = live.input
  const made = new Map(
    chain.flatMap(({ operation, locked }) =>
      operation.item === undefined || locked !== undefined || operation.kind === 'purchase'
        ? []
        : [[`${operation.item.name}\0${operation.location}`, operation.location] as const],
    ),
  )
  return operations
    .filter(
      ({ item, location, priority, owner, effective_end: until }) =>
        typeof item === 'string' &&
        priority === 0 &&
        (owner ?? null) === null &&
        (until ?? Infinity) > live.input.settings.current &&
        [...made].some(([key, place]) => key.startsWith(`${item}\0`) && (location ?? place) === place),
    )
    .slice(0, mostOperations)
    .map(({ name, item }) => {
      // The lowest preference, because all others are preferred if they are on time.
      const last = Math.max(1, ...operations.flatMap((row) => (row.item === item ? (row.priority ?? 1) : [])))
      const fields = { priority: last + 1 }
      return [
        {
          kind: 'alternate',
          summary: { code: 'alternate_operation', values: { item: item ?? null, operation: name } },
          edits: [{ entity: 'input.operation', action: 'update', key: { name }, fields }],
          apply: (before) => ({
            ...before,
            operations: before.operations.map((row) => (row.name === name ? { ...row, ...fields } : row)),
          }),
          touched: touchedBy({ tables: new Set(['operations'] as const) }),
          displace: false,
          effort: 3,
          costs: [],
        } as const,
      ]
    })
}
