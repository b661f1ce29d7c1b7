/**
 * Handles keys in cells: move, extend the range, edit, clear, undo, select. The keys follow spreadsheets and the ARIA
 * grid pattern.
 */
import { checkColumn, type GridModel } from './grid-model.ts'
import { boundsOf, columnsOf, moved, rowsOf } from './range/cell-range.ts'
import { continueSeries } from './range/fill-series.ts'
import { clearRange, fillDown, startEdit, tickRows } from './grid-edits.ts'
import { editCell, toastReadOnly } from './edit-cell.ts'

export interface KeyActions {
  readonly save: () => void
  readonly undo: () => void
  readonly redo: () => void
  readonly jump: () => void
  readonly openLink: (href: string) => void
  readonly openDetail: (row: number) => void
  readonly menu: (row: number, column: string) => void
}

/** Returns whether a key types a character. */
const types = (event: KeyboardEvent): boolean =>
  event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey

/** Returns true if the key was handled and the engine must not process it. */
export function keyInCell(model: GridModel, event: KeyboardEvent, actions: KeyActions): boolean {
  const done = (): true => {
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  const range = model.range.get()
  if (event.isComposing) return false
  const checked = focusedCheck()
  if (checked !== undefined) return keyOnCheck(model, event, actions, checked) ? done() : false
  if (event.key === 'Tab') return tabAlongRow(model, event.shiftKey) ? done() : false
  const far = event.ctrlKey || event.metaKey
  if (far && !event.altKey && shortcut(model, event, actions)) return done()
  if (range === undefined) return false
  const { head } = range
  if (event.altKey) {
    if (event.key === 'ArrowDown') editCell(model, head)
    else if (event.key === 'Enter') actions.openDetail(head.row)
    return event.key === 'ArrowDown' || event.key === 'Enter' ? done() : false
  }
  if (event.key === 'ArrowUp' && !event.shiftKey && !far && head.row === 0) {
    const field = model.field(head.column)
    if (field !== undefined) model.engine?.focusHeader(field.name)
    return done()
  }
  const extent = { rows: model.rowCount(), columns: model.fields().length, page: model.engine?.page() ?? 20 }
  const rtl = document.documentElement.dir === 'rtl'
  const key = rtl ? mirrored(event.key) : event.key
  const to = moved(head, key, far, extent)
  if (to !== undefined) {
    model.entering.set(false)
    go(model, to.row, to.column, event.shiftKey)
    // A frozen first column is always in view; therefore the other columns are scrolled explicitly.
    if (to.column === 0 && (key === 'Home' || key === 'ArrowLeft')) model.engine?.showFirstColumns()
    return done()
  }
  switch (event.key) {
    case 'F2':
      editCell(model, head)
      return done()
    case 'Enter':
      if (!startEdit(model, head)) go(model, head.row + 1, head.column, false)
      return done()
    case 'Delete':
    case 'Backspace':
      clearRange(model, boundsOf(range))
      if (rowsOf(boundsOf(range)) * columnsOf(boundsOf(range)) === 1) toastReadOnly(model, head)
      return done()
    case 'Escape':
      model.entering.set(false)
      model.select(head)
      return done()
    case 'ContextMenu':
      actions.menu(head.row, model.field(head.column)?.name ?? checkColumn)
      return done()
    case ' ':
      if (event.shiftKey || model.field(head.column)?.type !== 'boolean') {
        if (event.shiftKey || !startEdit(model, head, '')) void tickRows(model, boundsOf(range))
      } else editCell(model, head)
      return done()
    default:
      if (!types(event)) return false
      model.entering.set(editCell(model, head, event.key))
      return done()
  }
}

/** Returns the row of the check box that has the focus, if any. */
function focusedCheck(): number | undefined {
  const cell = document.activeElement?.closest('.ag-cell')
  if (cell?.getAttribute('col-id') !== checkColumn) return undefined
  const row = cell.closest('[row-index]')?.getAttribute('row-index')
  return typeof row === 'string' && /^\d+$/.test(row) ? Number(row) : undefined
}

/** Handles a key on a check box: it acts on the row of the box, and edits no cell. */
function keyOnCheck(model: GridModel, event: KeyboardEvent, actions: KeyActions, row: number): boolean {
  const { key, altKey } = event
  if (key === 'Tab') return false
  if (altKey) {
    if (key === 'Enter') actions.openDetail(row)
    return key === 'Enter' || key === 'ArrowDown'
  }
  if (event.ctrlKey || event.metaKey) {
    const isEdit = key.toLowerCase() === 'd' || key === 'Enter'
    if (isEdit || shortcut(model, event, actions)) return true
  }
  if (key === ' ') void tickRows(model, { top: row, bottom: row })
  else if (key === 'ContextMenu') actions.menu(row, checkColumn)
  else if (key === 'ArrowUp' && row === 0) model.engine?.focusHeader(checkColumn)
  // The engine moves between boxes, and from one into the cells.
  else return false
  return true
}

/**
 * Moves along the row and returns true while values are typed and the row has another cell; otherwise Tab leaves the
 * grid, which is one tab stop.
 */
function tabAlongRow(model: GridModel, back: boolean): boolean {
  const head = model.range.get()?.head
  if (head === undefined || !model.entering.get()) return false
  const column = head.column + (back ? -1 : 1)
  if (column < 0 || column >= model.fields().length) {
    model.entering.set(false)
    return false
  }
  go(model, head.row, column, false)
  return true
}

function shortcut(model: GridModel, event: KeyboardEvent, actions: KeyActions): boolean {
  const range = model.range.get()
  switch (event.key.toLowerCase()) {
    case 'z':
      if (event.shiftKey) actions.redo()
      else actions.undo()
      return true
    case 'y':
      actions.redo()
      return true
    case 's':
      actions.save()
      return true
    case 'd':
      if (range !== undefined && event.shiftKey) continueSeries(model, boundsOf(range))
      else if (range !== undefined) fillDown(model, boundsOf(range))
      return true
    case 'g':
      actions.jump()
      return true
    case 'a': {
      const last = { row: model.rowCount() - 1, column: model.fields().length - 1 }
      model.range.set({ anchor: { row: 0, column: 0 }, head: last })
      model.engine?.paintRange({ top: 0, left: 0, bottom: last.row, right: last.column })
      return true
    }
    case 'enter': {
      const field = range === undefined ? undefined : model.field(range.head.column)
      const href =
        range === undefined || field === undefined ? undefined : model.view(range.head.row, field.name).href
      if (href !== undefined) actions.openLink(href)
      return true
    }
    default:
      return false
  }
}

const mirrored = (key: string): string =>
  key === 'ArrowLeft' ? 'ArrowRight' : key === 'ArrowRight' ? 'ArrowLeft' : key

/** Moves to a cell, or extends the range to it. */
export function go(model: GridModel, row: number, column: number, extend: boolean): void {
  const place = Math.max(0, Math.min(model.rowCount() - 1, row))
  const field = model.field(column)
  if (field === undefined) return
  if (extend) {
    model.select({ row: place, column }, true)
    model.engine?.show(place, field.name)
  } else model.moveTo(place, field.name)
}
