/** Draws a list in the engine, which exists only while the grid is displayed. */
import type { Engine, EngineTotal } from './engine-types.ts'

export interface Drawing {
  readonly engine: () => Engine | undefined
  readonly setEngine: (engine: Engine | undefined) => void
  /** Shows totals below the columns, as soon as the engine exists. */
  readonly showTotal: (total: EngineTotal | undefined) => void
  /** Sets the number of rows that the engine has been given. */
  readonly setCount: (rows: number) => void
  /** Draws the cells again; the rows are requested again if their number has changed. */
  readonly redraw: (rows: number) => void
  /** Shows another list from its start, without a selection. */
  readonly restart: () => void
}

export function createDrawing(): Drawing {
  let engine: Engine | undefined
  let total: EngineTotal | undefined
  let drawnRows = 0
  return {
    engine: () => engine,
    setEngine(next) {
      engine = next
      if (total !== undefined) engine?.setTotal(total)
    },
    showTotal(next) {
      total = next
      engine?.setTotal(next)
    },
    setCount(rows) {
      drawnRows = rows
    },
    redraw(rows) {
      if (rows === drawnRows) engine?.repaint()
      else engine?.refresh(rows)
      drawnRows = rows
    },
    restart() {
      engine?.paintRange(undefined)
      engine?.restart()
    },
  }
}
