/** Renders the grid: the engine, pointer and touch events, the clipboard, and the cell editor above it. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { styleNonce } from '../platform/theme/nonce.ts'
import { watchClipboard } from './clipboard-events.ts'
import { CellEditor } from './editors/cell-editor.tsx'
import type { Engine, EngineColumn, EngineHost } from './engine/engine-types.ts'
import styles from './data-grid.module.css'
import { isCheck, setTicked } from './grid-edits.ts'
import { checkColumn, type GridModel } from './grid-model.ts'
import { keyInCell, type KeyActions } from './keys.ts'
import { watchPointer } from './pointer.ts'

export interface DataGridProps extends KeyActions {
  readonly model: GridModel
  /** Whether another view of the list replaces the grid. */
  readonly hidden: boolean
  readonly columns: readonly EngineColumn[]
  readonly label: string
  readonly words: { readonly columnMenu: (label: string) => string; readonly checkAll: string }
  readonly onSort: (column: string, more: boolean) => void
  readonly onMenu: (column: string, anchor: HTMLElement) => void
  readonly onResize: (column: string, width: number) => void
  readonly onMove: (columns: readonly string[]) => void
  readonly onPaste: (text: string) => void
  /** Copies a range with rows that were not read yet; resolves with whether that succeeded. */
  readonly onCopyFar: () => Promise<boolean>
  readonly onContextMenu?: (row: number, column: string, x: number, y: number) => void
}

/** Returns the height of a row for the density of the screen. */
const rowHeight = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row-height')) || 32

export function DataGrid(props: DataGridProps) {
  const { model, columns } = props
  const host = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })
  const [ready, setReady] = useState(false)
  /** Columns that were passed to the engine last. */
  const drawn = useRef('')

  useEffect(() => {
    const element = host.current
    if (element === null) return undefined
    let engine: Engine | undefined
    const ended = new AbortController()
    const begin = async (): Promise<void> => {
      const { createEngine } = await import('./engine/engine.ts')
      if (ended.signal.aborted) return
      engine = createEngine(element, hostOf(model, latest), {
        columns: latest.current.columns,
        rowHeight: rowHeight(),
        rtl: document.documentElement.dir === 'rtl',
        nonce: styleNonce,
      })
      model.setEngine(engine)
      watchPointer(element, model, {
        signal: ended.signal,
        openLink: (href) => latest.current.openLink(href),
        contextMenu: (row, column, x, y) => latest.current.onContextMenu?.(row, column, x, y),
      })
      drawn.current = JSON.stringify(latest.current.columns)
      setReady(true)
    }
    void begin()
    return () => {
      ended.abort()
      model.setEngine(undefined)
      engine?.destroy()
    }
  }, [model])

  // Setting the columns redraws all headers, which moves the focus; therefore unchanged columns are not set again.
  useEffect(() => {
    const wanted = JSON.stringify(columns)
    if (!ready || wanted === drawn.current) return
    drawn.current = wanted
    model.engine?.setColumns(columns)
  }, [model, columns, ready])

  // Bars around the grid appear and disappear; the current cell stays in view when the size of the grid changes.
  useEffect(() => {
    const element = host.current
    if (element === null) return undefined
    const sizes = new ResizeObserver(() => {
      const head = model.range.get()?.head
      const [first, last] = model.window.get()
      if (head !== undefined && head.row >= first && head.row <= last + 1) model.engine?.show(head.row)
    })
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [model])

  useEffect(() => {
    const density = new MutationObserver(() => model.engine?.setRowHeight(rowHeight()))
    density.observe(document.documentElement, { attributeFilter: ['data-density'] })
    return () => density.disconnect()
  }, [model])

  useEffect(() => {
    const element = host.current
    if (element === null) return undefined
    const ended = new AbortController()
    watchClipboard(element, model, {
      signal: ended.signal,
      paste: (text) => latest.current.onPaste(text),
      copyFar: () => latest.current.onCopyFar(),
    })
    return () => ended.abort()
  }, [model])

  return (
    <div className={styles.layer} data-testid="grid" hidden={props.hidden}>
      <div ref={host} className="g-host" />
      <CellEditor model={model} />
    </div>
  )
}

function hostOf(model: GridModel, latest: { readonly current: DataGridProps }): EngineHost {
  return {
    words: { ...latest.current.words, label: latest.current.label },
    load: (from, to) => model.load(from, to),
    ready: (from, to) => model.ready(from, to),
    view: (row, column) => model.view(row, column),
    key: (event) => keyInCell(model, event, latest.current),
    headerKey(column, event) {
      if (event.key === 'Enter' || event.key === ' ') {
        if (column === checkColumn) document.querySelector<HTMLElement>('.g-check-all')?.click()
        else latest.current.onSort(column, event.shiftKey)
      } else if (event.key === 'ContextMenu' || (event.key === 'ArrowDown' && event.altKey)) {
        const head = document.activeElement
        if (head instanceof HTMLElement) latest.current.onMenu(column, head)
      } else return false
      event.preventDefault()
      return true
    },
    focused(row, column) {
      const place = model.settings.columns.indexOf(column)
      if (place >= 0) {
        const head = model.range.get()?.head
        if (head?.row !== row || head.column !== place) model.select({ row, column: place })
      }
    },
    sort: (column, more) => latest.current.onSort(column, more),
    openMenu: (column, anchor) => latest.current.onMenu(column, anchor),
    checkAll(checked) {
      // Only the rows that were read are ticked; the selection bar offers to select all matching rows.
      setTicked(model, { top: 0, bottom: model.total() - 1 }, checked)
    },
    resized: (column, width) => {
      if (!isCheck(column)) latest.current.onResize(column, Math.round(width))
    },
    moved: (columns) => latest.current.onMove(columns.filter((column) => !isCheck(column))),
    scrolled: (first, last) => model.window.set([Math.max(0, first), Math.max(0, last)]),
  }
}
