/** Tests the keyboard focus of a grid whose rows disappear, and edits of rows that were not read. */
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import words from '../../../words/en/grid.json' with { type: 'json' }
import type { EntityMeta, FieldMeta } from '../platform/meta/entity-meta.ts'
import { createFieldFormats } from '../platform/values/field-formats.ts'
import type { Engine } from './engine/engine-types.ts'
import { clearRange, copyRows, fillDown, setTicked, tickRows } from './grid-edits.ts'
import { createGridModel, type GridModel } from './grid-model.ts'
import { continueSeries, fillTo } from './range/fill-series.ts'
import { mostCells, readRows } from './range/range-rows.ts'
import { mostTicked } from './rows/selection.ts'
import { announce } from '../ui/live-region.tsx'

vi.mock('../ui/live-region.tsx', () => ({ announce: vi.fn<(text: string) => void>() }))

const nameField: FieldMeta = {
  name: 'name',
  type: 'text',
  label: 'name',
  help: '',
  required: true,
  read_only: false,
  editable: true,
  nullable: false,
  default: undefined,
  unique: true,
  custom: false,
  computed: false,
  followed: false,
  write_only: false,
  hidden: false,
  sortable: true,
  filterable: true,
  lookups: [],
  width: 100,
  align: 'left',
  section: 'main',
  measures: [],
  measure: null,
}

const meta: EntityMeta = {
  entity: 'input.customer',
  app: 'input',
  model: 'customer',
  label: 'customer',
  label_plural: 'customers',
  about: '',
  group: '',
  url: '/api/input/customer/',
  route: '',
  permissions: { view: true, add: true, change: true, delete: true },
  readonly: false,
  imports: true,
  workbook: true,
  natural_key_unique: true,
  required_for_put: [],
  import: null,
  key: 'name',
  natural_key: ['name'],
  tree: null,
  lastmodified: true,
  columns: [],
  list_fields: [],
  fields: [nameField, { ...nameField, name: 'source', required: false, nullable: true, unique: false }],
  actions: [],
  related: [],
  history: true,
  comments: true,
}

/** Names of the stored records. */
let stored: readonly string[]
let focused: string[]

beforeEach(() => {
  stored = ['A', 'B', 'C']
  focused = []
  vi.stubGlobal('document', { activeElement: null, cookie: '', documentElement: { lang: 'en' } })
  vi.stubGlobal('fetch', (address: string) => {
    const params = new URL(address, 'http://localhost').searchParams
    const [offset, limit] = ['offset', 'limit'].map((name) => Number(params.get(name)))
    const asked = params.get('name__in')?.split(',')
    const found = stored.filter((name) => asked?.includes(name) ?? true)
    return Promise.resolve(
      Response.json(
        found.slice(offset, offset! + limit!).map((name) => ({ name, source: `of ${name}` })),
        { headers: { 'x-total-count': String(found.length) } },
      ),
    )
  })
})

afterEach(() => vi.unstubAllGlobals())

const ignore = (): void => undefined

const engine: Engine = {
  setColumns: ignore,
  setRowHeight: ignore,
  restart: ignore,
  refresh: ignore,
  repaint: ignore,
  paintRange: ignore,
  setTotal: ignore,
  setAllChecked: ignore,
  setBusy: ignore,
  show: ignore,
  focus: (row, column) => void focused.push(`${column} ${row}`),
  showFirstColumns: ignore,
  focusHeader: ignore,
  fit: ignore,
  cell: () => undefined,
  page: () => 10,
  destroy: ignore,
}

/** Returns a grid of the stored records, of which the first ones are read. */
async function open(): Promise<GridModel> {
  const model = createGridModel({
    scenario: 'default',
    meta,
    formats: createFieldFormats('en'),
    columns: ['name', 'source'],
    rules: [],
    words: { fault: String, truth: String, tick: String, hrefOf: () => undefined },
  })
  model.setEngine(engine)
  model.open({ url: meta.url, params: [], ordering: '' })
  await model.load(0, 1)
  return model
}

/** Returns a grid of three records with the cursor in the second of two new rows. */
async function openWithNewRows(): Promise<GridModel> {
  const model = await open()
  model.addRows([{ name: 'D' }, { name: 'E' }])
  model.select({ row: 4, column: 0 })
  focused = []
  return model
}

describe('the focus of a button that disappears', () => {
  it('goes to the last row if the row of the current cell is discarded', async () => {
    const model = await openWithNewRows()
    model.stage.drop(model.stage.created())
    model.redraw()
    model.focusAgain()
    expect(focused).toEqual(['name 2'])
    expect(model.range.get()?.head).toEqual({ row: 2, column: 0 })
  })

  it('goes to the current cell after the list with the saved rows is read', async () => {
    const model = await openWithNewRows()
    stored = ['A', 'B', 'C', 'D', 'E']
    model.stage.clear()
    model.reload()
    model.focusAgain()
    expect(focused).toEqual([])
    await expect.poll(() => focused).toEqual(['name 4'])
  })

  it('stays where the user has moved it meanwhile', async () => {
    const model = await openWithNewRows()
    model.stage.clear()
    model.reload()
    model.focusAgain()
    vi.stubGlobal('document', { activeElement: {}, body: {}, cookie: '', documentElement: { lang: 'en' } })
    await vi.waitFor(() => expect(model.list.get()).toMatchObject({ total: 3, loading: false }))
    await new Promise((resolve) => setTimeout(resolve))
    expect(focused).toEqual([])
  })

  it('goes nowhere in a list that has become empty', async () => {
    const model = await openWithNewRows()
    stored = []
    model.stage.clear()
    model.reload()
    model.focusAgain()
    await vi.waitFor(() => expect(model.list.get()).toMatchObject({ total: 0, loading: false }))
    await new Promise((resolve) => setTimeout(resolve))
    expect(focused).toEqual([])
  })
})

const sourcesOf = (model: GridModel, ...ids: readonly string[]) =>
  ids.map((id) => model.stage.row(id)?.cells.get('source')?.value)

describe('copies of rows', () => {
  it('have the unsaved values of the rows, and those saved after the rows were ticked', async () => {
    const model = await open()
    setTicked(model, { top: 0, bottom: 1 }, true)
    const ticked = [...model.selection.get().rows.values()]
    model.edit([{ id: 'A', base: ticked[0], field: 'source', cell: { value: 'edited' } }])
    model.source().replace([{ name: 'B', source: 'saved' }])
    copyRows(model, ticked)
    const values = model.stage.created().map((id) => model.stage.row(id)?.cells.get('source')?.value)
    expect(values).toEqual(['edited', 'saved'])
  })
})

it('announces the cells that a fill changes, without those that have the value already', async () => {
  await i18next.init({ lng: 'en', resources: { en: { grid: words } } })
  const model = await open()
  await model.load(0, 3)
  const [first, second] = [model.ref(0), model.ref(1)]
  model.edit([{ id: 'B', base: second?.base, field: 'source', cell: { value: first?.base?.['source'] } }])
  const range = { top: 0, bottom: 2, left: 1, right: 1 }
  fillDown(model, range)
  expect(announce).toHaveBeenLastCalledWith('1 cell changed')
  expect(model.stage.summary().cells).toBe(2)
  fillDown(model, range)
  expect(announce).toHaveBeenLastCalledWith('0 cells changed')
  model.undo()
  expect(model.stage.summary().cells).toBe(1)
})

describe('while the list is read again', () => {
  it('keys move between its rows, and edits wait for them', async () => {
    const model = await open()
    model.reload()
    expect([model.total(), model.rowCount()]).toEqual([3, 3])
    clearRange(model, { top: 1, bottom: 2, left: 1, right: 1 })
    await model.stage.settled()
    expect(model.stage.rows().map(({ id }) => id)).toEqual(['B', 'C'])
  })

  it('rows are found again by their place', async () => {
    const model = await open()
    model.addRows([{ name: 'E' }])
    stored = ['A', 'B', 'C', 'D']
    model.reload()
    const rows = await readRows(model, { top: 2, bottom: 4 })
    expect(rows.map(({ id }) => id)).toEqual(['C', 'D', ...model.stage.created()])
  })
})

describe('invalid cells', () => {
  const invalid = { value: 'x', text: 'x', fault: { code: 'number' } } as const

  it('are copied with their error by filling down, by the fill handle, and with their rows', async () => {
    const model = await open()
    await model.load(0, 3)
    const { base } = model.ref(0)!
    model.edit([{ id: 'A', base, field: 'source', cell: invalid }])
    const cellsOf = (...ids: readonly string[]) => ids.map((id) => model.stage.row(id)?.cells.get('source'))
    const range = { top: 0, bottom: 1, left: 1, right: 1 }
    fillDown(model, range)
    expect(cellsOf('A', 'B')).toEqual([invalid, invalid])
    model.undo()
    fillTo(model, { ...range, bottom: 0 }, 2)
    expect(cellsOf('A', 'B', 'C')).toEqual([invalid, invalid, invalid])
    model.undo()
    copyRows(model, [base!])
    expect(cellsOf(...model.stage.created())).toEqual([invalid])
    expect(model.stage.summary().faults).toBe(2)
  })
})

describe('edits of rows that were not read', () => {
  const all = { top: 0, bottom: 9_999, left: 1, right: 1 }

  beforeEach(() => {
    stored = Array.from({ length: 10_000 }, (_, index) => String(index))
  })

  it('fill all of them down, as one step', async () => {
    const model = await open()
    fillDown(model, all)
    await model.stage.settled()
    expect(sourcesOf(model, '0', '1', '300', '9999')).toEqual([undefined, 'of 0', 'of 0', 'of 0'])
    expect(model.stage.summary().cells).toBe(9_999)
    model.undo()
    expect(model.stage.summary().cells).toBe(0)
  })

  it('clear all of them, and continue a series in all', async () => {
    const model = await open()
    clearRange(model, all)
    await model.stage.settled()
    expect(model.stage.summary().cells).toBe(10_000)
    model.undo()
    continueSeries(model, all)
    await model.stage.settled()
    expect(sourcesOf(model, '2', '9998', '9999')).toEqual(['of 0', 'of 0', 'of 1'])
  })

  it('are refused if they are too many at once', async () => {
    const model = await open()
    clearRange(model, { ...all, bottom: mostCells })
    await model.stage.settled()
    expect(model.stage.summary().cells).toBe(0)
  })
})

describe('ticks of rows that were not read', () => {
  beforeEach(async () => {
    await i18next.init({ lng: 'en', resources: { en: { grid: words } } })
    stored = Array.from({ length: 10_000 }, (_, index) => String(index))
  })

  it('are set for all rows of a range, and removed from all', async () => {
    const model = await open()
    const span = { top: 1, bottom: 1_524 }
    await tickRows(model, span)
    const { rows } = model.selection.get()
    expect([rows.size, rows.has('0'), rows.has('1'), rows.has('1524')]).toEqual([1_524, false, true, true])
    await tickRows(model, span)
    expect(model.selection.get().rows.size).toBe(0)
  })

  it('are refused if they are too many at once', async () => {
    const model = await open()
    await tickRows(model, { top: 0, bottom: mostTicked })
    expect(model.selection.get().rows.size).toBe(0)
  })

  it('are not set in another list that was opened meanwhile', async () => {
    const model = await open()
    const ticked = tickRows(model, { top: 0, bottom: 999 })
    model.open({ url: meta.url, params: [['name__contains', '1']], ordering: '' })
    await ticked
    expect(model.selection.get().rows.size).toBe(0)
  })
})

const tickedIn = (model: GridModel): readonly string[] => [...model.selection.get().rows.keys()]

describe('ticks of records', () => {
  it('are removed if the records have disappeared when the list is read again', async () => {
    const model = await open()
    setTicked(model, { top: 0, bottom: 2 }, true)
    stored = ['A', 'C', 'D']
    model.reload()
    await expect.poll(() => tickedIn(model)).toEqual(['A', 'C'])
  })

  it('stay if the records are beyond the rows that were read again', async () => {
    stored = Array.from({ length: 500 }, (_, index) => String(1000 + index))
    const model = await open()
    await tickRows(model, { top: 0, bottom: 499 })
    stored = stored.filter((name) => !name.endsWith('9'))
    model.reload()
    await expect.poll(() => tickedIn(model)).toEqual(stored)
  })
})
