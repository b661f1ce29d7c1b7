/**
 * Changes of proposed orders: the next plan replaces proposals, and with them what was changed of them. Approved ones are kept.
 */
import type { EntityMeta } from '../meta/entity-meta.ts'
import type { Stage, StagedRow } from './stage.ts'

/** Rows in which a proposal was changed without its status. */
export function changedProposals(stage: Stage, meta: EntityMeta): readonly StagedRow[] {
  const status = meta.fields.find(({ name }) => name === 'status')
  const values = new Set((status?.choices ?? []).map(({ value }) => value))
  if (status?.editable !== true || !values.has('proposed') || !values.has('approved')) return []
  return stage
    .rows()
    .filter(({ base, cells }) => base?.['status'] === 'proposed' && cells.size > 0 && !cells.has('status'))
}

/** Approves the proposals that were changed. */
export function approveChanged(stage: Stage, meta: EntityMeta): void {
  const edits = changedProposals(stage, meta).map(({ id, base }) => ({
    id,
    base,
    field: 'status',
    cell: { value: 'approved' },
  }))
  if (edits.length > 0) stage.edit(edits)
}
