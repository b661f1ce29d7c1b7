/** Replaces a typed reference by the record that it means, once a search has found it. */
import { editOf } from './grid-edits.ts'
import type { GridModel } from './grid-model.ts'
import { findMatches, meantKey } from './lookup.ts'
import type { FieldMeta } from '../platform/meta/entity-meta.ts'
import type { RowRef } from './rows/list-rows.ts'

/** Searches the record that the text of a staged cell means. A text without one stays; saving reports it. */
export async function findReference(model: GridModel, ref: RowRef, field: FieldMeta): Promise<void> {
  const cellOf = () => model.stage.row(ref.id)?.cells.get(field.name)
  const cell = cellOf()
  const entity = field.reference?.entity
  if (typeof cell?.value !== 'string' || entity === undefined) return
  try {
    // Not the query of the editor, which is aborted when the editor closes.
    const found = await findMatches(model.settings.scenario, entity, cell.value)
    const key = meantKey(
      found.map((one) => String(one.key)),
      cell.value,
      'first',
    )
    // The cell may have been edited again meanwhile.
    if (key !== undefined && key !== cell.value && cellOf() === cell)
      model.edit([editOf(model, ref, field, key)])
  } catch {
    // The text stays: saving reports the error.
  }
}
