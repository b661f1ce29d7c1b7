/** What the grid engine is told and tells: the seam between AG Grid and everything of ours. */
import type { Bounds } from '../range/cell-range.ts'

/** How a cell looks. */
export interface CellView {
  readonly text: string
  /** A look other than text: a badge, a link, a tick, a bar of the place where a row will be. */
  readonly kind: 'text' | 'number' | 'link' | 'reference' | 'badge' | 'tick' | 'check' | 'waiting'
  /** Address of a link. */
  readonly href?: string
  /** Badge: which of the colours that mean something, and the sign before the text. */
  readonly tone?: Tone
  readonly sign?: string
  readonly checked?: boolean
  readonly readonly: boolean
  readonly dirty: boolean
  /** What is wrong with it. */
  readonly fault?: string | undefined
  /** The row is to be made. */
  readonly fresh: boolean
  readonly selected: boolean
  readonly alignRight: boolean
  /** What a colour rule makes of it: colour, sign, and what the rule says. */
  readonly mark?: { readonly tone: Tone; readonly sign: string; readonly words: string } | undefined
  /** Longer explanation on pointing at it. */
  readonly title?: string | undefined
}

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'soft' | 'accent'

/** What stands below the columns, by their names. */
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
  /** Direction, and place among several where there are several. */
  readonly sorted?: { readonly descending: boolean; readonly place?: number } | undefined
  /** The column of check boxes. */
  readonly check?: boolean
  /** Why the box at its head ticks nothing, if so. */
  readonly shut?: string | undefined
}

export interface EngineWords {
  readonly label: string
  readonly columnMenu: (label: string) => string
  readonly checkAll: string
}

export interface EngineHost {
  readonly words: EngineWords
  /** Reads rows; resolves once they can be shown, with how many there are in all. */
  readonly load: (from: number, to: number) => Promise<number>
  /** Whether rows can be shown without reading them, and how many there are in all. */
  readonly ready: (from: number, to: number) => number | undefined
  readonly view: (row: number, column: string) => CellView
  /** A key in a cell; true when it needs nothing further. */
  readonly key: (event: KeyboardEvent) => boolean
  readonly headerKey: (column: string, event: KeyboardEvent) => boolean
  readonly focused: (row: number, column: string) => void
  readonly sort: (column: string, more: boolean) => void
  readonly openMenu: (column: string, anchor: HTMLElement) => void
  readonly checkAll: (checked: boolean) => void
  readonly resized: (column: string, width: number) => void
  readonly moved: (columns: readonly string[]) => void
  /** The rows in view, for the count below the grid. */
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
  /** Shows rows of another list from its beginning. */
  restart(): void
  /** Takes the rows anew, in place. */
  refresh(total: number): void
  /** Draws cells anew. */
  repaint(): void
  /** With the cells into which it is being filled. */
  paintRange(bounds: Bounds | undefined, filling?: Bounds): void
  /** Shows a row below all others, or none. */
  setTotal(total: EngineTotal | undefined): void
  setAllChecked(state: 'all' | 'some' | 'none'): void
  setBusy(busy: boolean): void
  /** Brings a row into view, in the middle when it is far. */
  show(row: number, column?: string): void
  focus(row: number, column: string): void
  /** Scrolls to the first column that is not frozen. */
  showFirstColumns(): void
  focusHeader(column: string): void
  fit(column: string): void
  cell(row: number, column: string): HTMLElement | undefined
  /** Rows of a page. */
  page(): number
  destroy(): void
}
