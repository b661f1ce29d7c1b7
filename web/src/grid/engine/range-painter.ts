/** Marks the cells of the selected range, and those that are being filled. */
import { type Bounds, holds } from '../range/cell-range.ts'
import type { CellContext } from './cell-renderer.ts'
import type { EngineColumn } from './engine-types.ts'

export interface RangePainter extends Pick<CellContext, 'isCorner' | 'inRange'> {
  readonly setColumns: (columns: readonly EngineColumn[]) => void
  readonly paint: (bounds: Bounds | undefined, filling?: Bounds) => void
}

export function createRangePainter(element: HTMLElement): RangePainter {
  let range: Bounds | undefined
  /** Positions of the columns without the check box column. */
  let places: ReadonlyMap<string, number> = new Map()
  const isIn = (bounds: Bounds | undefined, row: number, column: string): boolean =>
    bounds !== undefined && holds(bounds, row, places.get(column) ?? -1)
  const isCorner = (row: number, column: string): boolean =>
    range?.bottom === row && places.get(column) === range.right
  return {
    isCorner,
    inRange: (row, column) => isIn(range, row, column),
    setColumns(columns) {
      const ids = columns.filter(({ check }) => check !== true).map(({ id }) => id)
      places = new Map(ids.map((id, index) => [id, index]))
    },
    paint(bounds, filling) {
      range = bounds
      for (const cell of element.querySelectorAll<HTMLElement>('.ag-cell')) {
        const row = Number(cell.closest('[row-index]')?.getAttribute('row-index') ?? -1)
        const column = cell.getAttribute('col-id') ?? ''
        const inside = isIn(bounds, row, column)
        cell.classList.toggle('g-range', inside)
        cell.classList.toggle('g-corner', inside && isCorner(row, column))
        cell.classList.toggle('g-fill', isIn(filling, row, column))
        if (inside) cell.setAttribute('aria-selected', 'true')
        else cell.removeAttribute('aria-selected')
      }
    },
  }
}
