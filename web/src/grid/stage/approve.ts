/**
 * Finds changed proposed orders. The next plan replaces proposed orders with their changes, but keeps approved ones.
 */
import type { EntityMeta, FieldMeta } from '../../platform/meta/entity-meta.ts'
import type { Stage } from './stage.ts'
import type { StagedRow } from './staged-rows.ts'

/** Metadata that determines whether records can be approved. */
export interface Approvable extends Pick<EntityMeta, 'key'> {
  readonly fields: readonly Pick<FieldMeta, 'name' | 'editable' | 'choices'>[]
}

/** Returns the rows in which a proposed order was changed without its status. */
export function changedProposals(stage: Stage, meta: Approvable): readonly StagedRow[] {
  const status = meta.fields.find(({ name }) => name === 'status')
  const values = new Set((status?.choices ?? []).map(({ value }) => value))
  if (status?.editable !== true || !values.has('proposed') || !values.has('approved')) return []
  return stage
    .rows()
    .filter(({ base, cells }) => base?.['status'] === 'proposed' && cells.size > 0 && !cells.has('status'))
}
