/** Rectangular cell ranges: their bounds, and how keys move and extend them. */

export interface Cell {
  /** Index in the list, from 0. */
  readonly row: number
  /** Index among the displayed columns, from 0. */
  readonly column: number
}

/** From the first cell to the last one, in any direction. */
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

export const rowsOf = ({ top, bottom }: Pick<Bounds, 'top' | 'bottom'>): number => bottom - top + 1
export const columnsOf = ({ left, right }: Bounds): number => right - left + 1

export interface Extent {
  readonly rows: number
  readonly columns: number
  /** Number of rows per page. */
  readonly page: number
}

/** Returns the cell that a key moves to, or undefined for other keys. */
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
