/** Interface between the grid engine (AG Grid) and the rest of the app. */
import type { Bounds } from '../range/cell-range.ts'

/** Appearance of a cell. */
export interface CellView {
  readonly text: string
  /** Appearance other than text: a badge, a link, a check mark, or a placeholder bar of a row that is loading. */
  readonly kind: 'text' | 'number' | 'link' | 'reference' | 'badge' | 'tick' | 'check' | 'waiting'
  /** Address of a link. */
  readonly href?: string
  /** Badge: its semantic color, and the symbol before the text. */
  readonly tone?: Tone
  readonly sign?: string
  readonly checked?: boolean
  readonly readonly: boolean
  readonly dirty: boolean
  /** Error of the cell. */
  readonly fault?: string | undefined
  /** Whether the row is a new record that is not saved yet. */
  readonly fresh: boolean
  readonly selected: boolean
  readonly alignRight: boolean
  /** Mark of a color rule: color, symbol, and the text of the rule. */
  readonly mark?: { readonly tone: Tone; readonly sign: string; readonly words: string } | undefined
  /** Tooltip with a longer explanation. */
  readonly title?: string | undefined
}

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'soft' | 'accent'

/** Totals below the columns, by column name. */
export type EngineTotal = Readonly<
  Record<string, { readonly text: string; readonly sign: string; readonly title: string }>
>

export interface EngineColumn {
  readonly id: string
  readonly label: string
  readonly help?: string
  readonly width: number
  readonly frozen: boolean
  readonly alignRight: boolean
  readonly sortable: boolean
  readonly readonly: boolean
  /** Sort direction, and the position if several columns are sorted. */
  readonly sorted?: { readonly descending: boolean; readonly place?: number } | undefined
  /** Whether it is the check box column. */
  readonly check?: boolean
  /** Reason why the check box in the header is disabled, if it is. */
  readonly shut?: string | undefined
}

export interface EngineWords {
  readonly label: string
  readonly columnMenu: (label: string) => string
  readonly checkAll: string
}

export interface EngineHost {
  readonly words: EngineWords
  /** Reads rows; resolves with the total number of rows once they can be shown. */
  readonly load: (from: number, to: number) => Promise<number>
  /** Returns the total number of rows if the given rows can be shown without reading them; otherwise undefined. */
  readonly ready: (from: number, to: number) => number | undefined
  readonly view: (row: number, column: string) => CellView
  /** Handles a key in a cell; true if the engine must not process it. */
  readonly key: (event: KeyboardEvent) => boolean
  readonly headerKey: (column: string, event: KeyboardEvent) => boolean
  readonly focused: (row: number, column: string) => void
  readonly sort: (column: string, more: boolean) => void
  readonly openMenu: (column: string, anchor: HTMLElement) => void
  readonly checkAll: (checked: boolean) => void
  readonly resized: (column: string, width: number) => void
  readonly moved: (columns: readonly string[]) => void
  /** Called with the visible rows, for the count below the grid. */
  readonly scrolled: (first: number, last: number) => void
}

export interface EngineOptions {
  readonly columns: readonly EngineColumn[]
  readonly rowHeight: number
  readonly rtl: boolean
  readonly nonce: string
}

export interface Engine {
  setColumns(columns: readonly EngineColumn[]): void
  setRowHeight(height: number): void
  /** Shows rows of another list from its start. */
  restart(): void
  /** Reloads the rows in place. */
  refresh(total: number): void
  /** Redraws the cells. */
  repaint(): void
  /** Draws the range, and the cells that are being filled. */
  paintRange(bounds: Bounds | undefined, filling?: Bounds): void
  /** Shows a totals row at the bottom; undefined removes it. */
  setTotal(total: EngineTotal | undefined): void
  setAllChecked(state: 'all' | 'some' | 'none'): void
  setBusy(busy: boolean): void
  /** Scrolls a row into view, to the middle if it is far away. */
  show(row: number, column?: string): void
  focus(row: number, column: string): void
  /** Scrolls to the first column that is not frozen. */
  showFirstColumns(): void
  focusHeader(column: string): void
  fit(column: string): void
  cell(row: number, column: string): HTMLElement | undefined
  /** Returns the number of rows per page. */
  page(): number
  destroy(): void
}
