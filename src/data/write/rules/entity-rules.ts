/** What the rules of one entity may add to a write, beyond its fields. */
import type { Batch } from '../batch.ts'
import type { Staged } from '../intake/staging.ts'
import type { DerivedColumns } from '../merge/target.ts'

/** The steps of a write call these in this order. All of them are set-based, over the staging table. */
export interface EntityRules {
  /** Adds the errors of staged records. */
  check?(batch: Batch, staged: Staged): Promise<void>
  /** Completes values after the checks. Returns the staged columns including the completed ones. */
  complete?(batch: Batch, staged: Staged): Promise<Staged>
  /** Called directly before the merge. */
  beforeMerge?(batch: Batch): Promise<void>
  /** Returns columns that the merge computes from the others of the same record. */
  derivedColumns?(batch: Batch): DerivedColumns
  /** Called after the merge, in the same transaction. */
  afterMerge?(batch: Batch, merge: { readonly allNew: boolean }): Promise<void>
}
