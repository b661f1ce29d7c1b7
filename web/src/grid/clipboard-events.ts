/** Handles copying, cutting and pasting in cells. */
import { clearRange, textsOf } from './grid-edits.ts'
import { checkColumn, type GridModel } from './grid-model.ts'
import type { Bounds } from './range/cell-range.ts'
import { knownRows } from './range/range-rows.ts'
import { formatTsv } from './range/tsv.ts'

export interface ClipboardActions {
  readonly paste: (text: string) => void
  /** Copies a range with rows that were not read yet; resolves with whether that succeeded. */
  readonly copyFar: () => Promise<boolean>
  readonly signal: AbortSignal
}

/** Returns whether an event is about a cell, and not about a text that is edited in it. */
const inCell = ({ target }: Event): boolean =>
  target instanceof HTMLElement &&
  target.closest('.ag-cell') !== null &&
  !(target instanceof HTMLInputElement && target.type === 'text')

/** Returns whether an event is about a check box, while the selected range is elsewhere. */
const inCheck = ({ target }: Event): boolean =>
  target instanceof Element && target.closest(`.ag-cell[col-id="${checkColumn}"]`) !== null

export function watchClipboard(element: HTMLElement, model: GridModel, actions: ClipboardActions): void {
  /** Resolves with the copied range; undefined if nothing was copied. */
  const copy = async (event: ClipboardEvent): Promise<Bounds | undefined> => {
    const bounds = model.bounds()
    const isText = document.getSelection()?.isCollapsed === false
    if (!inCell(event) || bounds === undefined || isText) return undefined
    event.preventDefault()
    const rows = knownRows(model, bounds)
    if (rows !== undefined) {
      event.clipboardData?.setData('text/plain', formatTsv(textsOf(model, rows, bounds)))
      return bounds
    }
    const list = model.source()
    const isCopied = await actions.copyFar()
    // Another list may have been opened meanwhile.
    return isCopied && list === model.source() ? bounds : undefined
  }
  const cut = async (event: ClipboardEvent): Promise<void> => {
    const bounds = await copy(event)
    if (bounds !== undefined && !inCheck(event)) clearRange(model, bounds)
  }
  const paste = (event: ClipboardEvent): void => {
    if (!inCell(event)) return
    event.preventDefault()
    if (!inCheck(event)) actions.paste(event.clipboardData?.getData('text/plain') ?? '')
  }
  const { signal } = actions
  element.addEventListener('copy', (event) => void copy(event), { signal })
  element.addEventListener('cut', (event) => void cut(event), { signal })
  element.addEventListener('paste', paste, { signal })
}
