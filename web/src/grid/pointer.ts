/**
 * Handles mouse and pen in cells: select, extend the range, fill, tick, follow a link, edit on double click. Touch
 * scrolls.
 */
import { setTicked, startEdit } from './grid-edits.ts'
import { checkColumn, type GridModel } from './grid-model.ts'
import type { Bounds, Cell } from './range/cell-range.ts'
import { fillTarget, fillTo } from './range/fill-series.ts'

export interface PointerActions {
  readonly signal: AbortSignal
  readonly openLink: (href: string) => void
  readonly contextMenu: (row: number, column: string, x: number, y: number) => void
}

interface Hit {
  readonly row: number
  readonly column: string
}

/** Returns the cell that contains an element, if any. */
function hitOf(target: EventTarget | null): Hit | undefined {
  if (!(target instanceof Element)) return undefined
  const cell = target.closest('.ag-cell')
  const row = Number(cell?.closest('[row-index]')?.getAttribute('row-index') ?? Number.NaN)
  const column = cell?.getAttribute('col-id')
  return Number.isInteger(row) && column !== null && column !== undefined ? { row, column } : undefined
}

/** Size of the fill handle with its surroundings, in pixels. */
const handleSize = 12

/** Returns whether the pointer is on the fill handle. */
function onHandle(event: PointerEvent): boolean {
  const cell = event.target instanceof Element ? event.target.closest('.ag-cell.g-corner') : null
  if (cell === null || event.pointerType === 'touch') return false
  const { left, right, bottom } = cell.getBoundingClientRect()
  const rtl = document.documentElement.dir === 'rtl'
  const across = rtl ? event.clientX - left : right - event.clientX
  return across <= handleSize && bottom - event.clientY <= handleSize
}

export function watchPointer(
  element: HTMLElement,
  model: GridModel,
  { signal, openLink, contextMenu }: PointerActions,
): void {
  const options = { signal }
  let dragging = false
  /** Range whose values are filled, and the row to fill up to. */
  let filling: { readonly from: Bounds; to: number } | undefined
  /** Row that was ticked last; Shift extends the ticks from it. */
  let ticked: { readonly row: number; readonly on: boolean } | undefined

  const cellOf = ({ row, column }: Hit): Cell | undefined => {
    const place = model.settings.columns.indexOf(column)
    return place < 0 ? undefined : { row, column: place }
  }

  element.addEventListener(
    'pointerdown',
    (event) => {
      const hit = hitOf(event.target)
      if (hit === undefined || event.button !== 0) return
      const cell = cellOf(hit)
      if (cell === undefined) return
      const bounds = model.bounds()
      if (bounds !== undefined && onHandle(event)) {
        filling = { from: bounds, to: bounds.bottom }
        dragging = true
        // Prevents that the focus and the range move.
        event.preventDefault()
        event.stopPropagation()
        return
      }
      if (event.shiftKey && model.range.get() !== undefined) {
        model.select(cell, true)
        // Prevents the engine from moving the focus, which would start a new range.
        event.preventDefault()
        event.stopPropagation()
      } else {
        model.entering.set(false)
        model.select(cell)
      }
      dragging = event.pointerType !== 'touch'
    },
    { ...options, capture: true },
  )
  element.addEventListener(
    'mousedown',
    (event) => {
      if ((event.shiftKey || filling !== undefined) && hitOf(event.target) !== undefined) {
        event.preventDefault()
        event.stopPropagation()
      }
    },
    { ...options, capture: true },
  )
  element.addEventListener(
    'pointermove',
    (event) => {
      if (!dragging || event.buttons !== 1) return
      const hit = hitOf(document.elementFromPoint(event.clientX, event.clientY))
      const cell = hit === undefined ? undefined : cellOf(hit)
      if (filling !== undefined) {
        if (cell !== undefined) drawTo(cell.row)
        return
      }
      const head = model.range.get()?.head
      if (cell === undefined || (head?.row === cell.row && head.column === cell.column)) return
      model.select(cell, true)
      document.getSelection()?.removeAllRanges()
    },
    options,
  )
  const drawTo = (row: number): void => {
    if (filling === undefined) return
    filling.to = row
    model.engine?.paintRange(filling.from, fillTarget(filling.from, row))
  }
  window.addEventListener(
    'pointerup',
    (event) => {
      dragging = false
      if (filling === undefined) return
      const { from, to } = filling
      filling = undefined
      const filled = fillTo(model, from, to, event.ctrlKey || event.metaKey) ?? from
      model.range.set({
        anchor: { row: filled.top, column: filled.left },
        head: { row: filled.bottom, column: filled.right },
      })
      model.engine?.paintRange(filled)
    },
    options,
  )
  // Escape cancels the fill.
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || filling === undefined) return
      model.engine?.paintRange(filling.from)
      filling = undefined
      dragging = false
    },
    { ...options, capture: true },
  )
  // The rows scroll while the pointer is beyond the edge.
  const timer = setInterval(() => {
    if (!dragging || outside === 0) return
    if (filling !== undefined) {
      const next = Math.max(0, Math.min(model.rowCount() - 1, filling.to + outside))
      drawTo(next)
      model.engine?.show(next)
      return
    }
    const head = model.range.get()?.head
    if (head === undefined) return
    const row = Math.max(0, Math.min(model.rowCount() - 1, head.row + outside))
    model.select({ row, column: head.column }, true)
    model.engine?.show(row)
  }, 60)
  signal.addEventListener('abort', () => clearInterval(timer))
  let outside = 0
  window.addEventListener(
    'pointermove',
    (event) => {
      if (!dragging) return
      const { top, bottom } = element.getBoundingClientRect()
      outside = event.clientY < top + 32 ? -1 : event.clientY > bottom ? 1 : 0
    },
    options,
  )

  element.addEventListener(
    'click',
    (event) => {
      const hit = hitOf(event.target)
      if (hit === undefined) return
      if (hit.column === checkColumn) {
        tickAt(hit.row, event.shiftKey)
        return
      }
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      openLink(link.getAttribute('href') ?? '')
    },
    options,
  )
  element.addEventListener(
    'dblclick',
    (event) => {
      const hit = hitOf(event.target)
      const cell = hit === undefined ? undefined : cellOf(hit)
      if (cell !== undefined && !(event.target instanceof HTMLAnchorElement)) startEdit(model, cell)
    },
    options,
  )
  element.addEventListener(
    'contextmenu',
    (event) => {
      const hit = hitOf(event.target)
      if (hit === undefined) return
      event.preventDefault()
      const cell = cellOf(hit)
      const bounds = model.bounds()
      const inside =
        cell !== undefined &&
        bounds !== undefined &&
        cell.row >= bounds.top &&
        cell.row <= bounds.bottom &&
        cell.column >= bounds.left &&
        cell.column <= bounds.right
      if (cell !== undefined && !inside) model.moveTo(cell.row, hit.column)
      contextMenu(hit.row, hit.column, event.clientX, event.clientY)
    },
    options,
  )

  function tickAt(row: number, onward: boolean): void {
    const from = onward && ticked !== undefined ? ticked.row : row
    const here = model.ref(row)
    const selection = model.selection.get()
    const on =
      onward && ticked !== undefined
        ? ticked.on
        : here === undefined || !(selection.all || selection.rows.has(here.id))
    const [first, last] = [Math.min(from, row), Math.max(from, row)]
    const rows = Array.from({ length: last - first + 1 }, (_, index) => model.ref(first + index)).flatMap(
      (ref) => (ref?.base === undefined ? [] : [{ id: ref.id, row: ref.base }]),
    )
    setTicked(model, rows, on)
    ticked = { row, on }
  }
}
