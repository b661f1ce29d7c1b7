/**
 * Copies rows that were not read yet, and pastes: computes the effect, previews it if it goes beyond changed cells,
 * and stages the edits.
 */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../ui/copy-text.ts'
import { announce } from '../ui/live-region.tsx'
import { toastError, toastInfo } from '../ui/toasts.ts'
import { editAndFollow } from './follow-date.ts'
import { toastReadOnly } from './edit-cell.ts'
import { clearRange, textsOf } from './grid-edits.ts'
import type { GridModel } from './grid-model.ts'
import { go } from './keys.ts'
import { columnsOf, rowsOf } from './range/cell-range.ts'
import { needsPreview, type PastePlan, planPaste } from './range/plan-paste.ts'
import { countRows, knownRows, mostCells, readRows } from './range/range-rows.ts'
import { formatTsv, parseTsv } from './range/tsv.ts'
import { findByKeys } from './rows/find-by-keys.ts'

export interface GridClipboard {
  readonly paste: (text: string) => Promise<void>
  /** Copies the selected range, also rows that were not read yet; resolves with whether that succeeded. */
  readonly copy: () => Promise<boolean>
  /** Copies the selected range, and clears it once it is copied. */
  readonly cut: () => Promise<void>
  /** A paste that waits for confirmation. */
  readonly plan: PastePlan | undefined
  readonly apply: (plan: PastePlan) => void
  readonly forget: () => void
}

export function useClipboard(model: GridModel): GridClipboard {
  const { t } = useTranslation('grid')
  const [plan, setPlan] = useState<PastePlan>()

  const apply = (chosen: PastePlan): void => {
    editAndFollow(model, chosen.edits, chosen.added)
    announce(t('paste.done', { count: chosen.changedCells }))
    backToCell()
  }

  /** The dialog had the focus. */
  const backToCell = (): void => {
    const head = model.range.get()?.head
    if (head !== undefined) setTimeout(() => go(model, head.row, head.column, false), 60)
  }

  const paste = async (text: string): Promise<void> => {
    const bounds = model.bounds()
    const { meta, formats } = model.settings
    if (text === '') return
    if ((!meta.permissions.change && !meta.permissions.add) || meta.readonly) {
      if (bounds !== undefined) toastReadOnly(model, { row: bounds.top, column: bounds.left })
      return
    }
    let cells = parseTsv(text)
    // A single value is pasted into every cell of the range, as in spreadsheets.
    if (
      bounds !== undefined &&
      cells.length === 1 &&
      cells[0]?.length === 1 &&
      rowsOf(bounds) * columnsOf(bounds) > 1
    ) {
      const value = cells[0][0]!
      cells = Array.from({ length: rowsOf(bounds) }, () =>
        Array.from({ length: columnsOf(bounds) }, () => value),
      )
    }
    if (cells.length * (cells[0]?.length ?? 0) > mostCells) {
      toastInfo({ message: t('paste.tooMany', { count: mostCells }) })
      return
    }
    const source = model.source()
    try {
      await countRows(model)
      const { top, left } = bounds ?? { top: model.rowCount(), left: 0 }
      const last = Math.min(top + cells.length, model.rowCount()) - 1
      const rows = last < top ? [] : await readRows(model, { top, bottom: last })
      // Another list may have been opened meanwhile.
      if (source !== model.source()) return
      const planned = await planPaste(cells, {
        meta,
        formats,
        fields: model.fields().slice(left),
        rows: cells.map((_, index) => rows[index]),
        find: (keys) => findByKeys(model, keys),
        mayAdd: meta.permissions.add,
        mayChange: meta.permissions.change,
      })
      if (needsPreview(planned)) setPlan(planned)
      else apply(planned)
    } catch (error) {
      toastError(error)
    }
  }

  const copy = async (): Promise<boolean> => {
    const bounds = model.bounds()
    if (bounds === undefined) return false
    if (rowsOf(bounds) * columnsOf(bounds) > mostCells) {
      toastInfo({ message: t('copy.tooMany', { count: mostCells }) })
      return false
    }
    try {
      const rows = knownRows(model, bounds) ?? (await readRows(model, bounds))
      const isCopied = await copyText(formatTsv(textsOf(model, rows, bounds)))
      if (isCopied) announce(t('copy.done', { count: rows.length }))
      return isCopied
    } catch (error) {
      toastError(error)
      return false
    }
  }

  const cut = async (): Promise<void> => {
    const bounds = model.bounds()
    const source = model.source()
    // Another list may have been opened meanwhile.
    if (bounds !== undefined && (await copy()) && source === model.source()) clearRange(model, bounds)
  }

  const forget = (): void => {
    setPlan(undefined)
    backToCell()
  }
  return { paste, copy, cut, plan, apply, forget }
}
