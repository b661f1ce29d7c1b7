/** Options of AG Grid: theme, blocks of rows, behaviour, events, and the form of a column. */
import { type ColDef, type GridOptions, themeQuartz } from 'ag-grid-community'
import { CellRenderer } from './cell-renderer.ts'
import type { EngineColumn, EngineHost } from './engine-types.ts'
import { HeaderRenderer } from './header-renderer.ts'

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

export const fixedOptions: GridOptions = {
  theme,
  rowModelType: 'infinite',
  cacheBlockSize: 100,
  maxBlocksInCache: 60,
  maxConcurrentDatasourceRequests: 3,
  blockLoadDebounceMillis: 40,
  infiniteInitialRowCount: 1,
  rowBuffer: 6,
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
}

export const columnOf = (column: EngineColumn, host: EngineHost): ColDef => ({
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
})

/** Passes the events of the focus and of columns to the host. */
export const eventsOf = (host: EngineHost): GridOptions => ({
  // The event is delayed, and the focus may have moved meanwhile; therefore the focused cell is read from the engine.
  onCellFocused: ({ api }) => {
    const cell = api.getFocusedCell()
    if (cell !== null && cell.rowPinned === null) host.focused(cell.rowIndex, cell.column.getColId())
  },
  onColumnResized: ({ finished, column, source }) => {
    if (finished && column !== null && source !== 'api')
      host.resized(column.getColId(), column.getActualWidth())
  },
  onColumnMoved: ({ api, finished, source }) => {
    if (finished && source === 'uiColumnMoved')
      host.moved(api.getAllGridColumns().map((column) => column.getColId()))
  },
})
