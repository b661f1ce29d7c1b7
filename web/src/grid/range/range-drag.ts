/** Selects or fills a range of cells while the pointer is dragged. */
import type { GridModel } from '../grid-model.ts'
import type { Bounds, Cell } from './cell-range.ts'
import { fillTarget, fillTo } from './fill-series.ts'

export interface RangeDrag {
  readonly isActive: () => boolean
  readonly isFilling: () => boolean
  /** Begins to fill the range into other rows. */
  readonly startFill: (from: Bounds) => void
  /** Begins to extend the selected range. */
  readonly startSelect: () => void
  readonly moveTo: (cell: Cell) => void
  /** Moves by a number of rows, and scrolls to the row. */
  readonly scroll: (rows: number) => void
  /** Ends the drag and fills the rows; `other` chooses the other kind of fill, a copy or a series. */
  readonly end: (other: boolean) => void
  /** Ends a fill without changing cells. */
  readonly cancelFill: () => void
}

export function createRangeDrag(model: GridModel): RangeDrag {
  let active = false
  /** Range whose values are filled, and the row to fill up to. */
  let filling: { readonly from: Bounds; readonly to: number } | undefined
  const fillUpTo = (row: number): void => {
    if (filling === undefined) return
    filling = { ...filling, to: row }
    model.engine?.paintRange(filling.from, fillTarget(filling.from, row))
  }
  const within = (row: number): number => Math.max(0, Math.min(model.rowCount() - 1, row))
  return {
    isActive: () => active,
    isFilling: () => filling !== undefined,
    startFill(from) {
      filling = { from, to: from.bottom }
      active = true
    },
    startSelect() {
      active = true
    },
    moveTo(cell) {
      if (filling !== undefined) return fillUpTo(cell.row)
      const head = model.range.get()?.head
      if (head?.row === cell.row && head.column === cell.column) return undefined
      model.select(cell, true)
      document.getSelection()?.removeAllRanges()
      return undefined
    },
    scroll(rows) {
      const head = model.range.get()?.head
      const from = filling?.to ?? head?.row
      if (from === undefined) return
      const row = within(from + rows)
      if (filling !== undefined) fillUpTo(row)
      else if (head !== undefined) model.select({ row, column: head.column }, true)
      model.engine?.show(row)
    },
    end(other) {
      active = false
      if (filling === undefined) return
      const { from, to } = filling
      filling = undefined
      const filled = fillTo(model, from, to, other) ?? from
      model.range.set({
        anchor: { row: filled.top, column: filled.left },
        head: { row: filled.bottom, column: filled.right },
      })
      model.engine?.paintRange(filled)
    },
    cancelFill() {
      if (filling === undefined) return
      model.engine?.paintRange(filling.from)
      filling = undefined
      active = false
    },
  }
}
