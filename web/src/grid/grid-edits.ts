/** Edits of many cells as one undo step (clear, fill down, copy rows), and the start of a cell edit. */
import i18next from 'i18next'
import { parseBoolean } from '../../../src/model/values/booleans.ts'
import { checkColumn, type GridModel } from './grid-model.ts'
import { type FieldMeta, keyOf, type Row } from '../platform/meta/entity-meta.ts'
import type { Bounds, Cell } from './range/cell-range.ts'
import { rowsOf } from './range/cell-range.ts'
import { editRange, knownRows, readRows, shownCell } from './range/range-rows.ts'
import type { RowRef } from './rows/list-rows.ts'
import { isTicked, mostTicked, tick } from './rows/selection.ts'
import type { CellEdit } from './stage/staged-rows.ts'
import { editText } from '../platform/values/format-value.ts'
import { parseValue } from '../platform/values/parse-value.ts'
import { toastError, toastInfo } from '../ui/toasts.ts'

/** Opens the editor of a cell; returns false if the cell cannot be edited. */
export function startEdit(model: GridModel, cell: Cell, typed?: string): boolean {
  const field = model.field(cell.column)
  const ref = model.ref(cell.row)
  if (field === undefined || ref === undefined || !model.mayEdit(ref, field)) return false
  if (field.type === 'boolean') {
    const turned = model.value(ref, field.name) !== true
    const value =
      typed === undefined || typed.trim() === '' ? turned : meantBy(typed, model.settings.words.truth)
    // A key with neither meaning leaves the cell unchanged.
    if (value !== undefined) model.edit([{ id: ref.id, base: ref.base, field: field.name, cell: { value } }])
    return true
  }
  model.engine?.show(cell.row, field.name)
  model.editing.set({ ...cell, field, ref, ...(typed === undefined ? {} : { typed }) })
  return true
}

/** Parses a single key as a boolean: a common notation, or the first letter of the displayed word. */
function meantBy(key: string, word: (value: boolean) => string): boolean | undefined {
  const letter = key.toLowerCase()
  const [yes, no] = [true, false].map((value) => word(value).slice(0, 1).toLowerCase())
  if (yes !== no && (letter === yes || letter === no)) return letter === yes
  return parseBoolean(letter)
}

/** Returns the edit for a text in a cell; an invalid text is kept with its error. */
export function editOf(model: GridModel, ref: RowRef, field: FieldMeta, text: string): CellEdit {
  const parsed = parseValue(field, text, model.settings.formats)
  const cell = 'fault' in parsed ? { value: text, text, fault: parsed.fault } : { value: parsed.value }
  return { id: ref.id, base: ref.base, field: field.name, cell }
}

/** Returns the cells of rows that can be edited, in some columns. */
const editable = (
  model: GridModel,
  rows: readonly RowRef[],
  { left, right }: Pick<Bounds, 'left' | 'right'>,
): readonly (readonly [RowRef, FieldMeta])[] => {
  const fields = fieldsIn(model, left, right)
  return rows.flatMap((ref) =>
    fields.flatMap((field) =>
      field !== undefined && model.mayEdit(ref, field) ? [[ref, field] as const] : [],
    ),
  )
}

const fieldsIn = (model: GridModel, left: number, right: number): readonly (FieldMeta | undefined)[] =>
  Array.from({ length: right - left + 1 }, (_, index) => model.field(left + index))

/** Clears cells that may be empty; the others get an error. */
export function clearRange(model: GridModel, bounds: Bounds): void {
  editRange(model, bounds, (rows) =>
    editable(model, rows, bounds).map(([ref, field]) => editOf(model, ref, field, '')),
  )
}

/** Copies the first row of a range into the rows below it; a range of one row gets the values of the row above. */
export function fillDown(model: GridModel, given: Bounds): void {
  const bounds = rowsOf(given) === 1 ? { ...given, top: Math.max(0, given.top - 1) } : given
  editRange(model, bounds, ([from, ...rows]) =>
    from === undefined
      ? []
      : editable(model, rows, bounds).map(([ref, field]): CellEdit => ({
          id: ref.id,
          base: ref.base,
          field: field.name,
          cell: shownCell(model, from, field.name),
        })),
  )
}

/** Returns the texts of rows for the clipboard, in some columns. */
export function textsOf(
  model: GridModel,
  rows: readonly RowRef[],
  { left, right }: Pick<Bounds, 'left' | 'right'>,
): readonly (readonly string[])[] {
  const fields = fieldsIn(model, left, right)
  return rows.map((ref) =>
    fields.map((field) => {
      if (field === undefined) return ''
      const staged = model.stage.row(ref.id)?.cells.get(field.name)
      return staged?.text ?? editText(field, model.value(ref, field.name), model.settings.formats)
    }),
  )
}

type RowSpan = Pick<Bounds, 'top' | 'bottom'>

/**
 * Ticks or unticks the rows of a range, by default unticks them if all are ticked; rows that were not read are read
 * first. Says so if they are too many.
 */
export async function tickRows(model: GridModel, span: RowSpan, on?: boolean): Promise<void> {
  const { all } = model.selection.get()
  // The rows need not be known if all of the list are selected.
  const known = all ? [] : knownRows(model, span)
  if (known !== undefined) {
    tickRefs(model, known, on)
    return
  }
  if (rowsOf(span) > mostTicked) {
    toastInfo({ message: i18next.t('grid:selection.tooMany', { count: mostTicked }) })
    return
  }
  const source = model.source()
  try {
    const rows = await readRows(model, span)
    // Another list may have been opened meanwhile.
    if (source === model.source()) tickRefs(model, rows, on)
  } catch (error) {
    toastError(error)
  }
}

/** Ticks or unticks those rows of a range that were read. */
export function setTicked(model: GridModel, { top, bottom }: RowSpan, on: boolean): void {
  const refs = Array.from({ length: bottom - top + 1 }, (_, index) => model.ref(top + index))
  tickRefs(
    model,
    refs.filter((ref) => ref !== undefined),
    on,
  )
}

function tickRefs(model: GridModel, refs: readonly RowRef[], on?: boolean): void {
  const selection = model.selection.get()
  // New rows cannot be ticked.
  const records = refs.flatMap(({ id, base }) => (base === undefined ? [] : [{ id, row: base }]))
  const areTicked = records.every(({ id }) => isTicked(selection, id))
  model.selection.set(tick(selection, records, on ?? !areTicked))
  model.engine?.repaint()
  showTicks(model)
}

/** Updates the check box in the header. */
export function showTicks(model: GridModel): void {
  const count = model.selected()
  model.engine?.setAllChecked(count === 0 ? 'none' : count >= model.total() ? 'all' : 'some')
}

/** Adds copies of records with their unsaved edits as new rows, without their keys, because keys must be unique. */
export function copyRows(model: GridModel, rows: readonly Row[]): void {
  const { meta } = model.settings
  const copied = meta.fields.filter(
    ({ editable, name, type }) => editable && name !== meta.key && type !== 'identity',
  )
  const refs = rows.map((row): RowRef => {
    const id = keyOf(meta, row)
    // The record may have been saved since it was ticked.
    const place = model.place(id)
    return (place === undefined ? undefined : model.ref(place)) ?? { id, base: row }
  })
  model.addCells(
    refs.map((ref) =>
      Object.fromEntries(
        copied.flatMap(({ name }) => {
          const cell = shownCell(model, ref, name)
          return cell.value === null ? [] : [[name, cell]]
        }),
      ),
    ),
  )
}

export const isCheck = (column: string): boolean => column === checkColumn
