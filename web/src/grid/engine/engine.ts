/**
 * Wraps AG Grid, which provides rows in blocks, frozen columns and drawing. Navigation, editing and selection are
 * implemented in this app. Loaded when the first grid is opened.
 */
import {
  CellApiModule,
  type ColDef,
  ColumnApiModule,
  ColumnAutoSizeModule,
  createGrid,
  EventApiModule,
  type GridApi,
  type IGetRowsParams,
  InfiniteRowModelModule,
  ModuleRegistry,
  PinnedRowModule,
  RenderApiModule,
  RowApiModule,
  ScrollApiModule,
  themeQuartz,
} from 'ag-grid-community'
import { type Bounds, holds } from '../range/cell-range.ts'
import { type CellContext, CellRenderer } from './cell-renderer.ts'
import './engine.css'
import type { Engine, EngineColumn, EngineHost, EngineOptions } from './engine-types.ts'
import { HeaderRenderer } from './header-renderer.ts'

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

/** Colors are variables of tokens.css, so that both schemes apply automatically. */
const theme = themeQuartz.withParams({
  backgroundColor: 'var(--surface)',
  foregroundColor: 'var(--ink)',
  textColor: 'var(--ink)',
  borderColor: 'var(--line)',
  accentColor: 'var(--accent)',
  headerBackgroundColor: 'var(--surface-sunken)',
  headerTextColor: 'var(--ink-soft)',
  headerFontSize: '0.75rem',
  headerFontWeight: 600,
  headerHeight: 32,
  fontFamily: 'inherit',
  fontSize: '0.8125rem',
  cellHorizontalPadding: 8,
  oddRowBackgroundColor: 'var(--surface)',
  rowHoverColor: 'color-mix(in srgb, var(--accent) 6%, transparent)',
  browserColorScheme: 'inherit',
  wrapperBorder: 'none',
  wrapperBorderRadius: 0,
  columnBorder: { style: 'solid', width: 1, color: 'color-mix(in srgb, var(--line) 55%, transparent)' },
  headerColumnResizeHandleColor: 'var(--line-strong)',
  pinnedColumnBorder: { style: 'solid', width: 1, color: 'var(--line-strong)' },
})

const blockRows = 100

export function createEngine(element: HTMLElement, host: EngineHost, options: EngineOptions): Engine {
  let columns = options.columns
  let range: Bounds | undefined
  let places = placesOf(columns)
  let gone = false
  let height = options.rowHeight
  let told = ''
  const context: CellContext = {
    host,
    isCorner: (row, column) => range?.bottom === row && places.get(column) === range.right,
    inRange: (row, column) => range !== undefined && holds(range, row, places.get(column) ?? -1),
  }

  const api: GridApi = createGrid(element, {
    theme,
    styleNonce: options.nonce,
    context,
    rowModelType: 'infinite',
    columnDefs: columns.map(definition),
    datasource: datasource(),
    cacheBlockSize: blockRows,
    maxBlocksInCache: 60,
    maxConcurrentDatasourceRequests: 3,
    blockLoadDebounceMillis: 40,
    infiniteInitialRowCount: 1,
    rowBuffer: 6,
    rowHeight: options.rowHeight,
    enableRtl: options.rtl,
    animateRows: false,
    suppressColumnMoveAnimation: true,
    suppressContextMenu: true,
    suppressScrollOnNewData: true,
    suppressDragLeaveHidesColumns: true,
    suppressMultiSort: true,
    autoSizePadding: 20,
    headerHeight: 32,
    tabToNextCell: () => false,
    tabToNextHeader: () => false,
    focusGridInnerElement: () => {
      const last = api.getFocusedCell()
      const first = columns.find(({ check }) => check !== true)
      if (first === undefined || api.getDisplayedRowCount() === 0) return false
      engine.focus(last?.rowIndex ?? api.getFirstDisplayedRowIndex(), last?.column.getColId() ?? first.id)
      return true
    },
    // The event is delayed, and the focus may have moved meanwhile; therefore the focused cell is read from the
    // engine.
    onCellFocused: () => {
      const cell = api.getFocusedCell()
      if (cell !== null && cell.rowPinned === null) host.focused(cell.rowIndex, cell.column.getColId())
    },
    onColumnResized: ({ finished, column, source }) => {
      if (finished && column !== null && source !== 'api')
        host.resized(column.getColId(), column.getActualWidth())
    },
    onColumnMoved: ({ finished, source }) => {
      if (finished && source === 'uiColumnMoved')
        host.moved(api.getAllGridColumns().map((column) => column.getColId()))
    },
    onViewportChanged: reportRows,
    onBodyScroll: reportRows,
    onGridSizeChanged: reportRows,
  })
  element.querySelector('[role="grid"]')?.setAttribute('aria-label', host.words.label)

  /** Reports the rows of which at least half is visible; the engine draws more rows beyond both edges. */
  function reportRows(): void {
    const { top, bottom } = api.getVerticalPixelRange()
    const first = Math.round(top / height)
    const last = Math.max(first, Math.round(bottom / height) - 1)
    if (told === `${first} ${last}`) return
    told = `${first} ${last}`
    host.scrolled(first, last)
  }

  function datasource() {
    return {
      getRows(params: IGetRowsParams): void {
        const { startRow, endRow } = params
        const give = (total: number): void => {
          if (gone) return
          const end = Math.min(endRow, total)
          params.successCallback(
            Array.from({ length: Math.max(0, end - startRow) }, (_, index) => startRow + index),
            total,
          )
        }
        const known = host.ready(startRow, endRow)
        if (known !== undefined) give(known)
        else host.load(startRow, endRow).then(give, () => gone || params.failCallback())
      },
    }
  }

  function definition(column: EngineColumn): ColDef {
    return {
      colId: column.id,
      headerName: column.label,
      width: column.width,
      minWidth: column.check === true ? 36 : 56,
      maxWidth: column.check === true ? 36 : 900,
      pinned: column.frozen ? 'left' : null,
      resizable: column.check !== true,
      suppressMovable: column.check === true,
      lockPosition: column.check === true ? 'left' : false,
      sortable: false,
      cellRenderer: CellRenderer,
      headerComponent: HeaderRenderer,
      headerComponentParams: { column },
      suppressKeyboardEvent: ({ event }) => host.key(event),
    }
  }

  // The listener runs before the engine, which moves on arrow keys regardless of modifier keys.
  element.addEventListener(
    'keydown',
    (event) => {
      const head = event.target instanceof Element ? event.target.closest('.ag-header-cell') : null
      if (head !== null && host.headerKey(head.getAttribute('col-id') ?? '', event)) event.stopPropagation()
    },
    { capture: true },
  )

  const cells = (): Iterable<HTMLElement> => element.querySelectorAll<HTMLElement>('.ag-cell')

  const engine: Engine = {
    setColumns(next) {
      columns = next
      places = placesOf(next)
      const head = document.activeElement?.closest('.ag-header-cell')
      const focused =
        head !== null && head !== undefined && element.contains(head) ? head.getAttribute('col-id') : null
      api.setGridOption('columnDefs', next.map(definition))
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
      api.setGridOption('datasource', datasource())
    },
    refresh(total) {
      api.setRowCount(Math.max(total, 0), true)
      api.refreshInfiniteCache()
      api.refreshCells({ force: true })
    },
    repaint: () => api.refreshCells({ force: true }),
    paintRange(bounds, filling) {
      range = bounds
      for (const cell of cells()) {
        const row = Number(cell.closest('[row-index]')?.getAttribute('row-index') ?? -1)
        const column = cell.getAttribute('col-id') ?? ''
        const inside = bounds !== undefined && holds(bounds, row, places.get(column) ?? -1)
        cell.classList.toggle('g-range', inside)
        cell.classList.toggle(
          'g-corner',
          inside && row === bounds.bottom && places.get(column) === bounds.right,
        )
        cell.classList.toggle(
          'g-fill',
          filling !== undefined && holds(filling, row, places.get(column) ?? -1),
        )
        if (inside) cell.setAttribute('aria-selected', 'true')
        else cell.removeAttribute('aria-selected')
      }
    },
    setTotal(total) {
      api.setGridOption('pinnedBottomRowData', total === undefined ? [] : [total])
      // The engine does not redraw the row by itself, because it is the same row with other texts.
      api.refreshCells({ force: true })
    },
    setAllChecked(state) {
      const box = element.querySelector<HTMLInputElement>('.g-check-all')
      if (box === null) return
      box.checked = state === 'all'
      box.indeterminate = state === 'some'
    },
    setBusy(busy) {
      element.querySelector('[role="grid"]')?.setAttribute('aria-busy', String(busy))
    },
    show(row, column) {
      const far =
        row < api.getFirstDisplayedRowIndex() - 2 * engine.page() ||
        row > api.getLastDisplayedRowIndex() + 2 * engine.page()
      api.ensureIndexVisible(row, far ? 'middle' : null)
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
    cell: (row, column) =>
      element.querySelector<HTMLElement>(
        `.ag-row[row-index="${row}"] .ag-cell[col-id="${CSS.escape(column)}"]`,
      ) ?? undefined,
    page: () => {
      const { top, bottom } = api.getVerticalPixelRange()
      return Math.max(1, Math.floor((bottom - top) / height) - 1)
    },
    destroy() {
      gone = true
      api.destroy()
    },
  }
  return engine
}

const placesOf = (columns: readonly EngineColumn[]): ReadonlyMap<string, number> =>
  new Map(columns.filter(({ check }) => check !== true).map(({ id }, index) => [id, index]))
