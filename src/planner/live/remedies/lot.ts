/** Remedy: a smaller lot than the usual one of the operation. */
import { runSeconds } from '../../search/duration.ts'
import { type Action, touchedBy } from './remedy.ts'

/** Maximum number of operations considered, those with the longest lots first. */
const mostOperations = 3

export const lot: Action = ({ live, chain, delivery: { demand } }) => {
  const { input } = live
  const rows = new Map(input.operations.map((row) => [row.name, row]))
  const made = new Map(
    chain.flatMap((order) => {
      const { operation, locked, quantity } = order
      const row = rows.get(operation.name)
      const isLarge =
        Math.max(row?.sizeminimum ?? 1, row?.sizemultiple ?? 0) > 1 && quantity > demand.quantity
      if (row === undefined || locked !== undefined || !isLarge || operation.durationPer === 0) return []
      return [[row, runSeconds(operation, quantity)] as const]
    }),
  )
  return [...made]
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, mostOperations)
    .map(([{ name }]) => {
      const sizes = { sizeminimum: 1, sizemultiple: null }
      return [
        {
          kind: 'lot',
          summary: { code: 'lot', values: { operation: name, sizeminimum: 1 } },
          edits: [{ entity: 'input.operation', action: 'update', key: { name }, fields: sizes }],
          apply: (before) => ({
            ...before,
            operations: before.operations.map((row) => (row.name === name ? { ...row, ...sizes } : row)),
          }),
          touched: touchedBy({ tables: new Set(['operations'] as const) }),
          displace: false,
          effort: 10,
          costs: [],
        } as const,
      ]
    })
}
