/**
 * State of an open grid: rows, unsaved edits, selection and the current cell. The engine draws it, and the components
 * around the grid subscribe to it.
 */
import type { GridSettings } from './grid-settings.ts'
import { asApiError } from '../platform/api/api-error.ts'
import type { CellView, Engine, EngineTotal } from './engine/engine-types.ts'
import { lookOf } from './looks/look-of.ts'
import { type FieldMeta, keyOf, type Row } from '../platform/meta/entity-meta.ts'
import { boundsOf, type Bounds, type Cell, type CellRange } from './range/cell-range.ts'
import { writable } from './range/plan-paste.ts'
import { markOf } from './rules/color-rules.ts'
import { createRowSource, type ListQuery, type RowSource } from './rows/row-source.ts'
import { isTicked, noSelection, type RowSelection, selectedCount } from './rows/selection.ts'
import { type CellEdit, createStage, isNewId, newRowId, type Stage } from './stage/stage.ts'
import { createSignal, type Signal } from './state/signal.ts'
import { formatValue } from '../platform/values/format-value.ts'

/** Name of the check box column. */
export const checkColumn = '#check'

export interface RowRef {
  readonly id: string
  /** The record as read; undefined for a new record. */
  readonly base: Row | undefined
}

export interface Editing extends Cell {
  readonly field: FieldMeta
  readonly ref: RowRef
  /** Initial text that was typed; undefined to edit the existing value. */
  readonly typed?: string
}

export interface ListState {
  readonly total: number | undefined
  readonly loading: boolean
  readonly error: unknown
}

export interface GridModel {
  readonly settings: GridSettings
  setSettings(settings: GridSettings): void
  readonly stage: Stage
  readonly list: Signal<ListState>
  readonly selection: Signal<RowSelection>
  readonly range: Signal<CellRange | undefined>
  readonly editing: Signal<Editing | undefined>
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
  /** Stages edits and draws them. */
  edit(edits: readonly CellEdit[], added?: readonly string[]): void
  addRows(rows: readonly Row[]): void
  undo(): void
  redo(): void
  /** Draws the changes. */
  redraw(): void
  selected(): number
  place(id: string): number | undefined
}

export function createGridModel(settings: GridSettings): GridModel {
  const stage = createStage()
  const list = createSignal<ListState>({ total: undefined, loading: true, error: undefined })
  const selection = createSignal<RowSelection>(noSelection)
  const range = createSignal<CellRange | undefined>(undefined)
  const editing = createSignal<Editing | undefined>(undefined)
  const entering = createSignal(false)
  const revision = createSignal(0)
  const window = createSignal<readonly [number, number]>([0, 0])
  const nothing: ListQuery = { url: settings.meta.url, params: [], ordering: '' }
  let source = createRowSource(settings.meta, nothing)
  /**
   * No rows are read before a list is opened, because earlier requests of the engine would read the list without its
   * filter.
   */
  let opened = false

  const fieldMap = new Map<string, FieldMeta>()
  const fieldNamed = (name: string): FieldMeta | undefined => {
    if (fieldMap.size === 0) for (const field of settings.meta.fields) fieldMap.set(field.name, field)
    return fieldMap.get(name)
  }

  let current = settings
  let engine: Engine | undefined
  let total: EngineTotal | undefined
  let drawnRows = 0
  const model: GridModel = {
    get settings() {
      return current
    },
    setSettings(next) {
      current = next
    },
    stage,
    list,
    selection,
    range,
    editing,
    entering,
    window,
    revision,
    get engine() {
      return engine
    },
    setEngine(next) {
      engine = next
      if (total !== undefined) engine?.setTotal(total)
    },
    showTotal(next) {
      total = next
      engine?.setTotal(next)
    },
    source: () => source,
    open(query) {
      const before = source.query
      if (opened && JSON.stringify(before) === JSON.stringify(query)) return
      opened = true
      source = createRowSource(settings.meta, query)
      leave({ total: undefined, loading: true, error: undefined })
      // The engine makes the same request when it is ready.
      void model.load(0, 1).catch(() => undefined)
    },
    close() {
      opened = false
      source = createRowSource(settings.meta, nothing)
      leave({ total: 0, loading: false, error: undefined })
    },
    reload() {
      if (!opened) return
      revision.set(revision.get() + 1)
      source.reset()
      list.set({ ...list.get(), loading: true, error: undefined })
      const [first, last] = window.get()
      void model.load(first, Math.max(last + 1, first + 1)).then(
        (total) => model.engine?.refresh(total),
        () => undefined,
      )
    },
    ready(from, to) {
      const total = source.total()
      if (total === undefined) return undefined
      const end = Math.min(to, total)
      // Blocks are complete: if both ends were read, the rows between were read too.
      const there = from >= total || (source.at(from) !== undefined && source.at(end - 1) !== undefined)
      return there ? total + stage.created().length : undefined
    },
    async load(from, to) {
      if (!opened) return 0
      const mine = source
      list.set({ ...list.get(), loading: true })
      try {
        await mine.load(from, to)
        if (mine === source) list.set({ total: mine.total(), loading: false, error: undefined })
      } catch (error) {
        if (mine === source) list.set({ total: mine.total(), loading: false, error: asApiError(error) })
        throw error
      }
      const rows = (mine.total() ?? 0) + stage.created().length
      drawnRows = rows
      return rows
    },
    total: () => source.total() ?? 0,
    rowCount: () => (opened ? model.total() + stage.created().length : 0),
    field: (column) => fieldNamed(model.settings.columns[column] ?? ''),
    fields: () => model.settings.columns.flatMap((name) => fieldNamed(name) ?? []),
    ref(row) {
      const total = source.total()
      if (total !== undefined && row >= total) {
        const id = stage.created()[row - total]
        return id === undefined ? undefined : { id, base: undefined }
      }
      const base = source.at(row)
      return base === undefined ? undefined : { id: keyOf(settings.meta, base), base }
    },
    value(ref, field) {
      const cell = stage.row(ref.id)?.cells.get(field)
      return cell === undefined ? ref.base?.[field] : cell.value
    },
    view: (row, column) => cellView(model, row, column, fieldNamed),
    mayEdit({ base }, field) {
      const { permissions } = settings.meta
      const may = base === undefined ? permissions.add : permissions.change
      return may && writable(field, settings.meta, base)
    },
    bounds() {
      const current = range.get()
      return current === undefined ? undefined : boundsOf(current)
    },
    select(cell, extend = false) {
      const known = range.get()
      const next =
        extend && known !== undefined ? { anchor: known.anchor, head: cell } : { anchor: cell, head: cell }
      range.set(next)
      model.engine?.paintRange(boundsOf(next))
    },
    moveTo(row, column) {
      const place = model.settings.columns.indexOf(column)
      // The cell is selected immediately, because the focus event of the engine may arrive after the next key.
      if (place >= 0) model.select({ row, column: place })
      model.engine?.focus(row, column)
    },
    edit(edits, added = []) {
      stage.edit(edits, added)
      model.redraw()
    },
    addRows(rows) {
      const ids = rows.map(newRowId)
      const edits = rows.flatMap((row, index): readonly CellEdit[] =>
        Object.entries(row).map(([field, value]) => ({
          id: ids[index]!,
          base: undefined,
          field,
          cell: { value },
        })),
      )
      model.edit(edits, ids)
      const at = model.total() + stage.created().length - ids.length
      const first = model.settings.columns.find((name) => {
        const field = fieldNamed(name)
        return field !== undefined && writable(field, settings.meta, undefined)
      })
      if (first !== undefined) model.moveTo(at, first)
    },
    undo: () => after(stage.undo()),
    redo: () => after(stage.redo()),
    redraw() {
      const rows = model.rowCount()
      // Cells are drawn from this model; rows are requested again only if their number has changed.
      if (rows === drawnRows) engine?.repaint()
      else engine?.refresh(rows)
      drawnRows = rows
    },
    selected: () => selectedCount(selection.get(), model.total()),
    place(id) {
      if (!isNewId(id)) return source.find(id)
      const index = stage.created().indexOf(id)
      return index < 0 ? undefined : model.total() + index
    },
  }

  /** Discards the displayed rows and their selection. */
  function leave(next: ListState): void {
    selection.set(noSelection)
    range.set(undefined)
    editing.set(undefined)
    list.set(next)
    engine?.paintRange(undefined)
    engine?.restart()
  }

  function after(touched: readonly string[]): void {
    model.redraw()
    const place = touched[0] === undefined ? undefined : model.place(touched[0])
    if (place !== undefined) model.engine?.show(place)
  }

  return model
}

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
