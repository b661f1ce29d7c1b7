/** Reads the rows of a range, also those that were not read yet, and edits all its cells as one step. */
import i18next from 'i18next'
import { announce } from '../../ui/live-region.tsx'
import { toastError, toastInfo } from '../../ui/toasts.ts'
import { keyOf } from '../../platform/meta/entity-meta.ts'
import { editAndFollow } from '../follow-date.ts'
import type { GridModel } from '../grid-model.ts'
import type { RowRef } from '../rows/list-rows.ts'
import { type CellEdit, same, type StagedCell } from '../stage/staged-rows.ts'
import { type Bounds, columnsOf, rowsOf } from './cell-range.ts'

/** Maximum number of cells that one step may change. */
export const mostCells = 200_000

type RowSpan = Pick<Bounds, 'top' | 'bottom'>

/** Returns rows; undefined if one was not read. */
export function knownRows(model: GridModel, { top, bottom }: RowSpan): readonly RowRef[] | undefined {
  const refs: RowRef[] = []
  for (let row = top; row <= bottom; row += 1) {
    const ref = model.ref(row)
    if (ref === undefined) return undefined
    refs.push(ref)
  }
  return refs
}

/** Counts the rows if their number is not known, because the list is being read. Throws `ApiError`. */
export async function countRows(model: GridModel): Promise<void> {
  if (model.source().total() === undefined) await model.load(0, 1)
}

/** Returns rows after reading those that were not read. Throws `ApiError`. */
export async function readRows(model: GridModel, { top, bottom }: RowSpan): Promise<readonly RowRef[]> {
  await countRows(model)
  const end = Math.min(bottom + 1, model.total())
  // The list keeps fewer rows than a range may have.
  const records = end > top ? await model.source().load(top, end) : []
  const stored = records.map((base): RowRef => ({ id: keyOf(model.settings.meta, base), base }))
  const fresh = Math.max(top, end)
  return [...stored, ...(fresh > bottom ? [] : (knownRows(model, { top: fresh, bottom }) ?? []))]
}

/**
 * Edits the cells of a range as one step, once all its rows are read, and announces the number of cells whose value
 * changes. Returns false, and says so, if the range has too many cells.
 */
export function editRange(
  model: GridModel,
  bounds: Bounds,
  editsOf: (rows: readonly RowRef[]) => readonly CellEdit[],
): boolean {
  if (rowsOf(bounds) * columnsOf(bounds) > mostCells) {
    toastInfo({ message: i18next.t('grid:paste.tooMany', { count: mostCells }) })
    return false
  }
  const make = (rows: readonly RowRef[]): void => {
    const asked = editsOf(rows)
    // Cells that may not be edited are not asked for.
    if (asked.length === 0) return
    const edits = asked.filter((edit) => isNews(model, edit))
    if (edits.length > 0) editAndFollow(model, edits)
    announce(i18next.t('grid:save.cells', { count: edits.length }))
  }
  const known = knownRows(model, bounds)
  if (known !== undefined) {
    make(known)
    return true
  }
  const source = model.source()
  const read = async (): Promise<void> => {
    try {
      const rows = await readRows(model, bounds)
      // Another list may have been opened meanwhile.
      if (source === model.source()) make(rows)
    } catch (error) {
      toastError(error)
    }
  }
  model.stage.addPending(read())
  return true
}

/** Returns the cell of a row as it is shown, with the text and the error of an invalid one. */
export const shownCell = (
  { stage }: Pick<GridModel, 'stage'>,
  { id, base }: RowRef,
  field: string,
): StagedCell => stage.row(id)?.cells.get(field) ?? { value: base?.[field] ?? null }

/** Returns whether an edit changes the shown value of its cell. */
function isNews({ stage }: Pick<GridModel, 'stage'>, { id, base, field, cell }: CellEdit): boolean {
  const shown = stage.row(id)?.cells.get(field) ?? { value: base?.[field] }
  return cell?.text !== shown.text || cell?.fault !== shown.fault || !same(cell?.value, shown.value)
}
