/** Opens the editor of a cell, or shows why the cell cannot be edited. */
import i18next from 'i18next'
import { heading } from '../platform/meta/entity-meta.ts'
import { toastInfo } from '../ui/toasts.ts'
import { startEdit } from './grid-edits.ts'
import type { GridModel } from './grid-model.ts'
import type { Cell } from './range/cell-range.ts'

type Reason = 'list' | 'right' | 'followed' | 'computed' | 'key' | 'system'

/** Returns whether the editor is open. */
export function editCell(model: GridModel, cell: Cell, typed?: string): boolean {
  const isOpen = startEdit(model, cell, typed)
  if (!isOpen) toastReadOnly(model, cell)
  return isOpen
}

/** Shows nothing for cells that can be edited, and for rows that are being read. */
export function toastReadOnly(model: GridModel, cell: Cell): void {
  const field = model.field(cell.column)
  const ref = model.ref(cell.row)
  if (field === undefined || ref === undefined || model.mayEdit(ref, field)) return
  const { meta } = model.settings
  const { followed = false, computed } = field
  const isNew = ref.base === undefined
  const may = isNew ? meta.permissions.add : meta.permissions.change
  const reason: Reason = meta.readonly
    ? 'list'
    : !may
      ? 'right'
      : followed
        ? 'followed'
        : computed
          ? 'computed'
          : field.name === meta.key && !isNew
            ? 'key'
            : 'system'
  const message = i18next.t(`grid:locked.${reason}`, { column: heading(field.label) })
  toastInfo({ id: 'locked', message })
}
