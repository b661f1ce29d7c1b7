/** Moves to the cell of a fault. */
import type { GridModel } from './grid-model.ts'
import type { ServerFault } from './stage/stage.ts'

/**
 * Moves to the faulty cell, or to the first column of its row if its field is not shown, after leaving the groups of
 * the list. If the list does not show the row, it is filtered by its record.
 */
export function goToFault(model: GridModel, { id, field }: Pick<ServerFault, 'id' | 'field'>): void {
  const move = (): boolean => {
    const row = model.place(id)
    const { columns, meta } = model.settings
    if (row !== undefined) model.moveTo(row, columns.includes(field) ? field : (columns[0] ?? meta.key))
    return row !== undefined
  }
  const go = (): void => {
    if (!move()) model.settings.showRecord?.(id, move)
  }
  const { inRows } = model.settings
  if (inRows === undefined) go()
  else inRows(go)
}
