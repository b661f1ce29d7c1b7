/**
 * Handles mouse and pen in cells: select, extend the range, fill, tick, follow a link, edit on double click. Touch
 * scrolls.
 */
import { editCell } from './edit-cell.ts'
import { tickRows } from './grid-edits.ts'
import { checkColumn, type GridModel } from './grid-model.ts'
import { type Cell, holds } from './range/cell-range.ts'
import { createRangeDrag, type RangeDrag } from './range/range-drag.ts'
import type { RowSource } from './rows/row-source.ts'
import { isTicked } from './rows/selection.ts'

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

/** Height of the column headers, in pixels. */
const headHeight = 32

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

export function watchPointer(element: HTMLElement, model: GridModel, actions: PointerActions): void {
  const drag = createRangeDrag(model)
  watchPress(element, model, drag, actions.signal)
  watchMoves(element, model, drag, actions.signal)
  watchClicks(element, model, actions)
}

/** Returns the position of a hit in the range of cells; undefined for the check box column. */
function cellOf(model: GridModel, { row, column }: Hit): Cell | undefined {
  const place = model.settings.columns.indexOf(column)
  return place < 0 ? undefined : { row, column: place }
}

/** Selects the pressed cell, and begins to extend or fill the range. */
function watchPress(element: HTMLElement, model: GridModel, drag: RangeDrag, signal: AbortSignal): void {
  // Capturing listeners run before the engine, which would move the focus and the range.
  const options = { signal, capture: true }
  element.addEventListener(
    'pointerdown',
    (event) => {
      const hit = hitOf(event.target)
      const cell = hit === undefined || event.button !== 0 ? undefined : cellOf(model, hit)
      if (cell === undefined) return
      const bounds = model.bounds()
      const fills = bounds !== undefined && onHandle(event)
      const extending = event.shiftKey && model.range.get() !== undefined
      if (fills || extending) {
        event.preventDefault()
        event.stopPropagation()
      }
      if (fills) {
        drag.startFill(bounds)
        return
      }
      if (extending) model.select(cell, true)
      else {
        model.entering.set(false)
        model.select(cell)
      }
      if (event.pointerType !== 'touch') drag.startSelect()
    },
    options,
  )
  element.addEventListener(
    'mousedown',
    (event) => {
      if ((event.shiftKey || drag.isFilling()) && hitOf(event.target) !== undefined) {
        event.preventDefault()
        event.stopPropagation()
      }
    },
    options,
  )
}

/** Time between two rows while the pointer is dragged beyond the edge. */
const scrollIntervalMs = 60

/** Moves the drag with the pointer, and ends it; rows scroll while the pointer is beyond the edge. */
function watchMoves(element: HTMLElement, model: GridModel, drag: RangeDrag, signal: AbortSignal): void {
  const options = { signal }
  /** Rows to scroll by: -1 above the rows, 1 below them. */
  let outside = 0
  const cancel = (): void => {
    outside = 0
    drag.cancelFill()
    drag.end(false)
  }
  element.addEventListener(
    'pointermove',
    (event) => {
      if (!drag.isActive() || event.buttons !== 1) return
      const hit = hitOf(document.elementFromPoint(event.clientX, event.clientY))
      const cell = hit === undefined ? undefined : cellOf(model, hit)
      if (cell !== undefined) drag.moveTo(cell)
    },
    options,
  )
  window.addEventListener(
    'pointermove',
    (event) => {
      if (!drag.isActive()) return
      const { top, bottom } = element.getBoundingClientRect()
      outside = event.clientY < top + headHeight ? -1 : event.clientY > bottom ? 1 : 0
    },
    options,
  )
  const timer = setInterval(() => {
    if (drag.isActive() && outside !== 0) drag.scroll(outside)
  }, scrollIntervalMs)
  signal.addEventListener('abort', () => clearInterval(timer))
  window.addEventListener(
    'pointerup',
    (event) => {
      outside = 0
      drag.end(event.ctrlKey || event.metaKey)
    },
    options,
  )
  // The pointer may be released where no event tells it.
  for (const lost of ['pointercancel', 'blur']) window.addEventListener(lost, cancel, options)
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape') drag.cancelFill()
    },
    { ...options, capture: true },
  )
}

/** Ticks rows, follows links, starts edits and opens the menu of a cell. */
function watchClicks(
  element: HTMLElement,
  model: GridModel,
  { signal, openLink, contextMenu }: PointerActions,
): void {
  const options = { signal }
  const tickAt = createTicks(model)
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
      const cell = hit === undefined ? undefined : cellOf(model, hit)
      if (cell !== undefined && !(event.target instanceof HTMLAnchorElement)) editCell(model, cell)
    },
    options,
  )
  element.addEventListener(
    'contextmenu',
    (event) => {
      const hit = hitOf(event.target)
      if (hit === undefined) return
      event.preventDefault()
      const cell = cellOf(model, hit)
      const bounds = model.bounds()
      const inside = cell !== undefined && bounds !== undefined && holds(bounds, cell.row, cell.column)
      if (cell !== undefined && !inside) model.moveTo(cell.row, hit.column)
      contextMenu(hit.row, hit.column, event.clientX, event.clientY)
    },
    options,
  )
}

/** Returns a function that ticks a row; `onward` ticks the rows up to it as the row that was ticked last. */
function createTicks(model: GridModel): (row: number, onward: boolean) => void {
  let last: { readonly list: RowSource; readonly id: string; readonly on: boolean } | undefined
  return (row, onward) => {
    const ref = model.ref(row)
    if (ref === undefined) return
    const list = model.source()
    // In a list that was sorted or filtered since, the rows between are others.
    const start = onward && last?.list === list ? model.place(last.id) : undefined
    const from = start ?? row
    const on = start === undefined || last === undefined ? !isTicked(model.selection.get(), ref.id) : last.on
    void tickRows(model, { top: Math.min(from, row), bottom: Math.max(from, row) }, on)
    last = { list, id: ref.id, on }
  }
}
