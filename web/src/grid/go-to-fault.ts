/** Moves to the cell of a fault. */
import type { GridModel } from './grid-model.ts'
import type { ServerFault } from './stage/stage.ts'

/**
 * Moves to the faulty cell, or to the first column of its row if its field is not shown, after leaving the groups of
 * the list. Ignores rows that are not shown.
 */
export function goToFault(model: GridModel, { id, field }: Pick<ServerFault, 'id' | 'field'>): void {
  const go = (): void => {
    const row = model.place(id)
    const { columns, meta } = model.settings
    if (row !== undefined) model.moveTo(row, columns.includes(field) ? field : (columns[0] ?? meta.key))
  }
  const { inRows } = model.settings
  if (inRows === undefined) go()
  else inRows(go)
}
