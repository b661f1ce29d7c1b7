/** Rectangles of cells: where they begin and end, how keys move and stretch them. */

export interface Cell {
  /** Place in the list, from 0. */
  readonly row: number
  /** Place among the columns that are shown, from 0. */
  readonly column: number
}

/** From the cell where it began to the one where it ends, in any direction. */
export interface CellRange {
  readonly anchor: Cell
  readonly head: Cell
}

export interface Bounds {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

export const boundsOf = ({ anchor, head }: CellRange): Bounds => ({
  top: Math.min(anchor.row, head.row),
  bottom: Math.max(anchor.row, head.row),
  left: Math.min(anchor.column, head.column),
  right: Math.max(anchor.column, head.column),
})

export const holds = (bounds: Bounds, row: number, column: number): boolean =>
  row >= bounds.top && row <= bounds.bottom && column >= bounds.left && column <= bounds.right

export const rowsOf = ({ top, bottom }: Bounds): number => bottom - top + 1
export const columnsOf = ({ left, right }: Bounds): number => right - left + 1

export interface Extent {
  readonly rows: number
  readonly columns: number
  /** Rows of a page. */
  readonly page: number
}

/** The cell that a key leads to, or undefined when it is none that moves. */
export function moved(
  from: Cell,
  key: string,
  far: boolean,
  { rows, columns, page }: Extent,
): Cell | undefined {
  const clamp = (row: number, column: number): Cell => ({
    row: Math.max(0, Math.min(rows - 1, row)),
    column: Math.max(0, Math.min(columns - 1, column)),
  })
  const { row, column } = from
  switch (key) {
    case 'ArrowUp':
      return clamp(far ? 0 : row - 1, column)
    case 'ArrowDown':
      return clamp(far ? rows - 1 : row + 1, column)
    case 'ArrowLeft':
      return clamp(row, far ? 0 : column - 1)
    case 'ArrowRight':
      return clamp(row, far ? columns - 1 : column + 1)
    case 'Home':
      return far ? clamp(0, 0) : clamp(row, 0)
    case 'End':
      return far ? clamp(rows - 1, columns - 1) : clamp(row, columns - 1)
    case 'PageUp':
      return clamp(row - page, column)
    case 'PageDown':
      return clamp(row + page, column)
    default:
      return undefined
  }
}
