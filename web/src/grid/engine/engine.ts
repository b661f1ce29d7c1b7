/**
 * Wraps AG Grid, which provides rows in blocks, frozen columns and drawing. Navigation, editing and selection are
 * implemented in this app. Loaded when the first grid is opened.
 */
import {
  CellApiModule,
  ColumnApiModule,
  ColumnAutoSizeModule,
  createGrid,
  EventApiModule,
  type GridApi,
  type IDatasource,
  type IGetRowsParams,
  InfiniteRowModelModule,
  ModuleRegistry,
  PinnedRowModule,
  RenderApiModule,
  RowApiModule,
  ScrollApiModule,
} from 'ag-grid-community'
import type { CellContext } from './cell-renderer.ts'
import './engine.css'
import { cellIn, focusedHeader, gridIn, setAllChecked } from './engine-elements.ts'
import type { Engine, EngineHost, EngineOptions } from './engine-types.ts'
import { columnOf, eventsOf, fixedOptions } from './grid-options.ts'
import { createRangePainter } from './range-painter.ts'

ModuleRegistry.registerModules([
  InfiniteRowModelModule,
  ColumnApiModule,
  ColumnAutoSizeModule,
  ScrollApiModule,
  RenderApiModule,
  RowApiModule,
  CellApiModule,
  EventApiModule,
  PinnedRowModule,
])

export function createEngine(element: HTMLElement, host: EngineHost, options: EngineOptions): Engine {
  let columns = options.columns
  const painter = createRangePainter(element)
  painter.setColumns(columns)
  const ended = new AbortController()
  let height = options.rowHeight
  let reported = ''
  const context: CellContext = { host, isCorner: painter.isCorner, inRange: painter.inRange }

  const api: GridApi = createGrid(element, {
    ...fixedOptions,
    ...eventsOf(host),
    styleNonce: options.nonce,
    context,
    columnDefs: columns.map((column) => columnOf(column, host)),
    datasource: datasourceOf(host, ended.signal),
    rowHeight: options.rowHeight,
    enableRtl: options.rtl,
    focusGridInnerElement: () => {
      const last = api.getFocusedCell()
      const first = columns.find(({ check }) => check !== true)
      if (first === undefined || api.getDisplayedRowCount() === 0) return false
      engine.focus(last?.rowIndex ?? api.getFirstDisplayedRowIndex(), last?.column.getColId() ?? first.id)
      return true
    },
    onViewportChanged: reportRows,
    onBodyScroll: reportRows,
    onGridSizeChanged: reportRows,
  })
  gridIn(element)?.setAttribute('aria-label', host.words.label)

  /** Reports the rows of which at least half is visible; the engine draws more rows beyond both edges. */
  function reportRows(): void {
    const { top, bottom } = api.getVerticalPixelRange()
    const first = Math.round(top / height)
    const last = Math.max(first, Math.round(bottom / height) - 1)
    if (reported === `${first} ${last}`) return
    reported = `${first} ${last}`
    host.scrolled(first, last)
  }

  watchHeaderKeys(element, host)

  const engine: Engine = {
    setColumns(next) {
      columns = next
      painter.setColumns(next)
      const focused = focusedHeader(element)
      api.setGridOption(
        'columnDefs',
        next.map((column) => columnOf(column, host)),
      )
      if (focused !== null) api.setFocusedHeader(focused)
    },
    setRowHeight(next) {
      height = next
      api.setGridOption('rowHeight', next)
      api.resetRowHeights()
      reportRows()
    },
    restart() {
      if (api.getDisplayedRowCount() > 0) api.ensureIndexVisible(0, 'top')
      api.setGridOption('datasource', datasourceOf(host, ended.signal))
    },
    refresh(total) {
      api.setRowCount(Math.max(total, 0), true)
      api.refreshInfiniteCache()
      api.refreshCells({ force: true })
    },
    repaint: () => api.refreshCells({ force: true }),
    paintRange: painter.paint,
    setTotal(total) {
      api.setGridOption('pinnedBottomRowData', total === undefined ? [] : [total])
      // The engine does not redraw the row by itself, because it is the same row with other texts.
      api.refreshCells({ force: true })
    },
    setAllChecked: (state) => setAllChecked(element, state),
    setBusy: (busy) => gridIn(element)?.setAttribute('aria-busy', String(busy)),
    show(row, column) {
      const far =
        row < api.getFirstDisplayedRowIndex() - 2 * engine.page() ||
        row > api.getLastDisplayedRowIndex() + 2 * engine.page()
      // Rows may have disappeared with a reload that the caller does not know of yet.
      if (row < api.getDisplayedRowCount()) api.ensureIndexVisible(row, far ? 'middle' : null)
      if (column !== undefined) api.ensureColumnVisible(column)
    },
    focus(row, column) {
      engine.show(row, column)
      api.setFocusedCell(row, column)
    },
    showFirstColumns() {
      const first = columns.find(({ check, frozen }) => check !== true && !frozen)
      if (first !== undefined) api.ensureColumnVisible(first.id, 'start')
    },
    focusHeader: (column) => api.setFocusedHeader(column),
    fit: (column) => {
      api.autoSizeColumns([column])
      const width = api.getColumn(column)?.getActualWidth()
      if (width !== undefined) host.resized(column, width)
    },
    cell: (row, column) => cellIn(element, row, column),
    page: () => {
      const { top, bottom } = api.getVerticalPixelRange()
      return Math.max(1, Math.floor((bottom - top) / height) - 1)
    },
    destroy() {
      ended.abort()
      api.destroy()
    },
  }
  return engine
}

/** Returns the source of blocks of rows; a row is its index, because cells are drawn from the model. */
function datasourceOf(host: EngineHost, ended: AbortSignal): IDatasource {
  return {
    getRows(params: IGetRowsParams): void {
      const { startRow, endRow } = params
      const give = (total: number): void => {
        if (ended.aborted) return
        const end = Math.min(endRow, total)
        params.successCallback(
          Array.from({ length: Math.max(0, end - startRow) }, (_, index) => startRow + index),
          total,
        )
      }
      const known = host.ready(startRow, endRow)
      if (known !== undefined) give(known)
      else host.load(startRow, endRow).then(give, () => ended.aborted || params.failCallback())
    },
  }
}

/** The listener runs before the engine, which moves on arrow keys regardless of modifier keys. */
function watchHeaderKeys(element: HTMLElement, host: EngineHost): void {
  element.addEventListener(
    'keydown',
    (event) => {
      const head = event.target instanceof Element ? event.target.closest('.ag-header-cell') : null
      if (head !== null && host.headerKey(head.getAttribute('col-id') ?? '', event)) event.stopPropagation()
    },
    { capture: true },
  )
}
