/** A change of fields of the sales order itself, as edit and as change of the planner's data. */
import { type Candidate, touchedBy } from './remedy.ts'

/** Returns the candidate that changes a field of a sales order. */
export const changedDemand = (
  name: string,
  fields: { readonly priority: number } | { readonly minshipment: number },
  candidate: Omit<Candidate, 'edits' | 'apply' | 'touched'>,
): Candidate => ({
  ...candidate,
  edits: [{ entity: 'input.demand', action: 'update', key: { name }, fields }],
  apply: (input) => ({
    ...input,
    demands: input.demands.map((row) => (row.name === name ? { ...row, ...fields } : row)),
  }),
  touched: touchedBy({ demands: new Set([name]) }),
})
