/**
 * State of an open grid: rows, unsaved edits, selection and the current cell. The engine draws it, and the components
 * around the grid subscribe to it.
 */
import type { GridSettings } from './grid-settings.ts'
import { createDrawing } from './engine/drawing.ts'
import type { CellView, Engine, EngineTotal } from './engine/engine-types.ts'
import { lookOf } from './looks/look-of.ts'
import type { EntityMeta, FieldMeta, Row } from '../platform/meta/entity-meta.ts'
import { boundsOf, type Bounds, type Cell, type CellRange } from './range/cell-range.ts'
import { writable } from './range/plan-paste.ts'
import { markOf } from './rules/color-rules.ts'
import { type ListTag, newListTag } from './rows/list-tag.ts'
import { createListRows, type ListState, type RowRef } from './rows/list-rows.ts'
import type { ListQuery, RowSource } from './rows/row-source.ts'
import { isTicked, noSelection, type RowSelection, selectedCount } from './rows/selection.ts'
import { createStage, newRowId, type Stage } from './stage/stage.ts'
import type { CellEdit, StagedCell } from './stage/staged-rows.ts'
import { isFocusLost } from '../ui/is-focus-lost.ts'
import { createSignal, type Signal } from '../platform/signal.ts'
import { formatValue } from '../platform/values/format-value.ts'

/** Name of the check box column. */
export const checkColumn = '#check'

export interface Editing extends Cell {
  readonly field: FieldMeta
  readonly ref: RowRef
  /** Initial text that was typed; undefined to edit the existing value. */
  readonly typed?: string
}

/** The text in the open cell editor. */
export interface Draft {
  readonly isChanged: boolean
  /** Stores the text in the cell and closes the editor. */
  readonly commit: () => void
}

export interface GridModel {
  readonly settings: GridSettings
  setSettings(settings: GridSettings): void
  readonly stage: Stage
  readonly list: Signal<ListState>
  readonly selection: Signal<RowSelection>
  readonly range: Signal<CellRange | undefined>
  readonly editing: Signal<Editing | undefined>
  readonly draft: Signal<Draft | undefined>
  /**
   * Whether values are being typed cell by cell: Tab then moves along the row, until the cursor is moved in another
   * way.
   */
  readonly entering: Signal<boolean>
  /** First and last visible row. */
  readonly window: Signal<readonly [number, number]>
  /**
   * Increases whenever the records of the list may have changed, so that values computed from them are requested
   * again.
   */
  readonly revision: Signal<number>
  /** Tag of the list when it was read; another one after it was read again. */
  readonly tag: Signal<ListTag>
  readonly engine: Engine | undefined
  setEngine(engine: Engine | undefined): void
  /** Shows totals below the columns, as soon as the engine exists. */
  showTotal(total: EngineTotal | undefined): void
  source(): RowSource
  /** Shows another list. */
  open(query: ListQuery): void
  /** Shows no rows and discards the rows that were read, until a list is opened again. */
  close(): void
  /** Reads the list again in place. */
  reload(): void
  ready(from: number, to: number): number | undefined
  load(from: number, to: number): Promise<number>
  total(): number
  rowCount(): number
  field(column: number): FieldMeta | undefined
  fields(): readonly FieldMeta[]
  ref(row: number): RowRef | undefined
  value(ref: RowRef, field: string): unknown
  view(row: number, column: string): CellView
  mayEdit(ref: RowRef, field: FieldMeta): boolean
  bounds(): Bounds | undefined
  select(cell: Cell, extend?: boolean): void
  /** Selects a cell and moves the keyboard focus to it. */
  moveTo(row: number, column: string): void
  /**
   * Focuses the current cell if the focused element has disappeared, or the last row if the row of that cell has; after
   * the list is read if it is being read.
   */
  focusAgain(): void
  /** Stages edits and draws them. */
  edit(edits: readonly CellEdit[], added?: readonly string[]): void
  addRows(rows: readonly Row[]): void
  /** Adds rows of cells, which may be invalid. */
  addCells(rows: readonly Readonly<Record<string, StagedCell>>[]): void
  undo(): void
  redo(): void
  /** Draws the changes. */
  redraw(): void
  selected(): number
  place(id: string): number | undefined
}

export function createGridModel(settings: GridSettings): GridModel {
  const stage = createStage()
  const rows = createListRows(settings.meta, stage)
  const selection = createSignal<RowSelection>(noSelection)
  const range = createSignal<CellRange | undefined>(undefined)
  const editing = createSignal<Editing | undefined>(undefined)
  const window = createSignal<readonly [number, number]>([0, 0])
  const revision = createSignal(0)
  const tag = createSignal(newListTag())
  const fieldNamed = fieldsByName(settings.meta)
  let current = settings
  const drawing = createDrawing()
  /** Whether the current cell gets the focus after the list is read. */
  let isFocusDue = false

  const model: GridModel = {
    get settings() {
      return current
    },
    setSettings(next) {
      current = next
    },
    stage,
    list: rows.list,
    selection,
    range,
    editing,
    draft: createSignal<Draft | undefined>(undefined),
    entering: createSignal(false),
    window,
    revision,
    tag,
    get engine() {
      return drawing.engine()
    },
    setEngine: drawing.setEngine,
    showTotal: drawing.showTotal,
    source: rows.source,
    open(query) {
      if (!rows.open(query)) return
      startAgain()
      // The engine makes the same request when it is ready.
      void model.load(0, 1).catch(() => undefined)
    },
    close() {
      rows.close()
      startAgain()
    },
    reload() {
      if (!rows.isOpen()) return
      revision.set(revision.get() + 1)
      rows.reset()
      tag.set(newListTag())
      const [first, last] = window.get()
      void model.load(first, Math.max(last + 1, first + 1)).then(showReloaded, () => undefined)
      // If this fails, the ticks stay.
      if (selection.get().rows.size > 0) void dropVanishedTicks().catch(() => undefined)
    },
    ready: rows.ready,
    async load(from, to) {
      const count = await rows.load(from, to)
      drawing.setCount(count)
      return count
    },
    total: rows.total,
    rowCount: rows.count,
    field: (column) => fieldNamed(current.columns[column] ?? ''),
    fields: () => current.columns.flatMap((name) => fieldNamed(name) ?? []),
    ref: rows.ref,
    value: (ref, field) => valueOf(stage, ref, field),
    view: (row, column) => cellView(model, row, column, fieldNamed),
    mayEdit: ({ base }, field) => mayEdit(settings.meta, base, field),
    bounds: () => {
      const shown = range.get()
      return shown && boundsOf(shown)
    },
    select(cell, extend = false) {
      const known = range.get()
      const next =
        extend && known !== undefined ? { anchor: known.anchor, head: cell } : { anchor: cell, head: cell }
      range.set(next)
      model.engine?.paintRange(boundsOf(next))
    },
    moveTo(row, column) {
      const place = current.columns.indexOf(column)
      // The cell is selected immediately, because the focus event of the engine may arrive after the next key.
      if (place >= 0) model.select({ row, column: place })
      model.engine?.focus(row, column)
    },
    focusAgain() {
      const head = range.get()?.head
      if (head === undefined || !isFocusLost()) return
      isFocusDue = rows.source().total() === undefined
      const row = Math.min(head.row, rows.count() - 1)
      if (isFocusDue || row < 0) return
      const name = current.columns[head.column] ?? current.meta.key
      // The range shows the focused cell.
      if (row === head.row) model.engine?.focus(row, name)
      else model.moveTo(row, name)
    },
    edit(edits, added = []) {
      stage.edit(edits, added)
      model.redraw()
    },
    addRows: (records) =>
      model.addCells(
        records.map((record) =>
          Object.fromEntries(Object.entries(record).map(([field, value]) => [field, { value }])),
        ),
      ),
    addCells(records) {
      const ids = records.map(newRowId)
      model.edit(editsOfNew(ids, records), ids)
      const at = model.total() + stage.created().length - ids.length
      const first = model.fields().find((field) => writable(field, settings.meta, undefined))
      if (first !== undefined) model.moveTo(at, first.name)
    },
    undo: () => showChanged(stage.undo()),
    redo: () => showChanged(stage.redo()),
    redraw: () => drawing.redraw(rows.count()),
    selected: () => selectedCount(selection.get(), model.total()),
    place: rows.find,
  }

  /** Discards the selection of the rows that were displayed, and shows the list from its start. */
  function startAgain(): void {
    selection.set(noSelection)
    range.set(undefined)
    editing.set(undefined)
    tag.set(newListTag())
    isFocusDue = false
    drawing.restart()
  }

  function showReloaded(count: number): void {
    model.engine?.refresh(count)
    const isDue = isFocusDue
    isFocusDue = false
    if (isDue) model.focusAgain()
  }

  /** Its code is loaded when it is needed, because the screen of a record has a model too. */
  async function dropVanishedTicks(): Promise<void> {
    const { removeVanishedTicks } = await import('./rows/vanished-ticks.ts')
    await removeVanishedTicks(model)
  }

  function showChanged(ids: readonly string[]): void {
    model.redraw()
    const place = ids[0] === undefined ? undefined : model.place(ids[0])
    if (place !== undefined) model.engine?.show(place)
  }

  return model
}

/** Returns a function that finds a field by name. */
function fieldsByName({ fields }: EntityMeta): (name: string) => FieldMeta | undefined {
  const known = new Map(fields.map((field) => [field.name, field]))
  return (name) => known.get(name)
}

function valueOf(stage: Stage, { id, base }: RowRef, field: string): unknown {
  const cell = stage.row(id)?.cells.get(field)
  return cell === undefined ? base?.[field] : cell.value
}

function mayEdit(meta: EntityMeta, base: Row | undefined, field: FieldMeta): boolean {
  const may = base === undefined ? meta.permissions.add : meta.permissions.change
  return may && writable(field, meta, base)
}

const editsOfNew = (
  ids: readonly string[],
  records: readonly Readonly<Record<string, StagedCell>>[],
): readonly CellEdit[] =>
  records.flatMap((record, index) =>
    Object.entries(record).map(([field, cell]) => ({ id: ids[index]!, base: undefined, field, cell })),
  )

const waiting: CellView = {
  text: '',
  kind: 'waiting',
  readonly: true,
  dirty: false,
  fresh: false,
  selected: false,
  alignRight: false,
}

function cellView(
  model: GridModel,
  row: number,
  column: string,
  fieldNamed: (name: string) => FieldMeta | undefined,
): CellView {
  const { meta, formats, words, rules } = model.settings
  const ref = model.ref(row)
  if (ref === undefined) return waiting
  const fresh = ref.base === undefined
  const selected = isTicked(model.selection.get(), ref.id) && !fresh
  if (column === checkColumn) {
    const text = words.tick(fresh ? '' : ref.id)
    return { ...waiting, kind: 'check', text, checked: selected, selected, fresh }
  }
  const field = fieldNamed(column)
  if (field === undefined) return waiting
  const staged = model.stage.row(ref.id)?.cells.get(column)
  const value = staged === undefined ? ref.base?.[column] : staged.value
  const fault =
    model.stage.fault(ref.id, column) ?? (column === meta.key ? model.stage.fault(ref.id, '') : undefined)
  const text = staged?.text ?? formatValue(field, value, formats)
  return {
    ...lookOf(model.settings, field, value, text, ref.base),
    mark: markOf(rules, column, (name) => model.value(ref, name)),
    readonly: !model.mayEdit(ref, field),
    dirty: staged !== undefined && !fresh,
    fault: fault === undefined ? undefined : words.fault(fault),
    fresh,
    selected,
    alignRight: field.align === 'right',
  }
}
