/** Applies the decisions of a user about conflicts with the edits of others. */
import type { Row } from '../../platform/meta/entity-meta.ts'
import { type Conflict, sentAlone, withTheirs } from './save.ts'
import type { Stage } from './stage.ts'

interface EditedList {
  readonly stage: Pick<Stage, 'row' | 'edit' | 'rebase' | 'drop'>
  readonly source: () => { readonly replace: (rows: readonly Row[]) => void }
}

/**
 * Stages the chosen values over the newer records, and drops the edits of deleted records. Returns whether there are
 * deleted records; the list still contains their rows until it is read again.
 */
export function resolveConflicts(
  { stage, source }: EditedList,
  conflicts: readonly Conflict[],
  choiceOf: (id: string, field: string) => 'yours' | 'theirs',
): boolean {
  for (const conflict of conflicts) {
    const { id, fields, deleted } = conflict
    const row = stage.row(id)
    if (deleted || row?.base === undefined) continue
    const base = withTheirs(row.base, conflict)
    const given = Object.keys(fields).filter((field) => choiceOf(id, field) === 'theirs')
    stage.edit(given.map((field) => ({ id, base: row.base, field, cell: undefined })))
    stage.edit(sentAlone(row, fields, (field) => choiceOf(id, field) === 'yours'))
    stage.rebase(id, base)
    source().replace([base])
  }
  const gone = conflicts.filter(({ deleted }) => deleted).map(({ id }) => id)
  stage.drop(gone)
  return gone.length > 0
}
