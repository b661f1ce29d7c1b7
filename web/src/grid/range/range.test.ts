/** Tests cell ranges and the clipboard format of spreadsheets. */
import { describe, expect, it } from 'vitest'
import type { EntityMeta, FieldMeta } from '../../platform/meta/entity-meta.ts'
import { createFieldFormats } from '../../platform/values/field-formats.ts'
import { boundsOf, moved } from './cell-range.ts'
import { type PasteRow, planPaste } from './plan-paste.ts'
import { formatTsv, parseTsv } from './tsv.ts'

describe('cells on the clipboard', () => {
  it('are read as spreadsheets write them', () => {
    expect(parseTsv('a\tb\r\nc\td\r\n')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
    expect(parseTsv('"two\nlines"\t"a ""quote"""\nx')).toEqual([['two\nlines', 'a "quote"'], ['x']])
    expect(parseTsv('5"\t"open')).toEqual([['5"', '"open']])
    expect(parseTsv('a\t')).toEqual([['a', '']])
  })

  it('come back as they went', () => {
    const cells = [
      ['a\tb', 'c"d', 'e\nf'],
      ['', 'x', ''],
    ]
    expect(parseTsv(formatTsv(cells))).toEqual(cells)
  })
})

describe('moving', () => {
  const extent = { rows: 100, columns: 5, page: 20 }
  it('stays within the list', () => {
    expect(moved({ row: 0, column: 0 }, 'ArrowUp', false, extent)).toEqual({ row: 0, column: 0 })
    expect(moved({ row: 90, column: 2 }, 'PageDown', false, extent)).toEqual({ row: 99, column: 2 })
    expect(moved({ row: 3, column: 2 }, 'End', true, extent)).toEqual({ row: 99, column: 4 })
    expect(moved({ row: 3, column: 2 }, 'x', false, extent)).toBeUndefined()
    expect(boundsOf({ anchor: { row: 5, column: 3 }, head: { row: 2, column: 4 } })).toEqual({
      top: 2,
      bottom: 5,
      left: 3,
      right: 4,
    })
  })
})

const field = (name: string, type: FieldMeta['type'], editable = true): FieldMeta => ({
  name,
  type,
  label: name,
  help: '',
  required: name === 'name',
  read_only: !editable,
  editable,
  nullable: name !== 'name',
  default: undefined,
  unique: false,
  custom: false,
  computed: !editable,
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
})

const byId = (rows: readonly PasteRow[]): ReadonlyMap<string, PasteRow> =>
  new Map(rows.map((row) => [row.id, row]))

describe('a paste', () => {
  const fields = [field('name', 'text'), field('quantity', 'number'), field('delay', 'duration', false)]
  const meta: EntityMeta = {
    entity: 'input.demand',
    app: 'input',
    model: 'demand',
    label: 'order',
    label_plural: 'orders',
    about: '',
    group: '',
    url: '',
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
    fields,
    actions: [],
    related: [],
    history: true,
    comments: true,
  }
  const target = (rows: number, mayAdd = true) => ({
    meta,
    fields,
    formats: createFieldFormats('en'),
    mayAdd,
    mayChange: true,
    rows: Array.from({ length: rows }, (_, index) => ({
      id: `A${index}`,
      base: { name: `A${index}`, quantity: 1 },
    })),
  })

  it('of a single line is of values, also if they are names of fields', async () => {
    const plan = await planPaste([['Quantity']], { ...target(1), fields: [field('item', 'text')] })
    expect(plan).toMatchObject({ headers: false, changedRows: 1, faults: [] })
    expect(plan.edits).toMatchObject([{ id: 'A0', field: 'item', cell: { value: 'Quantity' } }])
  })

  it('changes what is there and makes what is not', async () => {
    const plan = await planPaste(
      [
        ['A0', '5', '2d'],
        ['B', 'many', ''],
      ],
      target(1),
    )
    expect(plan.changedRows).toBe(1)
    expect(plan.added).toHaveLength(1)
    expect(plan.faults.map(({ fault }) => fault.code)).toEqual(['number'])
    expect(plan.skipped.map(({ name }) => name)).toEqual(['delay'])
    expect(plan.edits.map(({ id, field }) => `${id.replaceAll('\u0000', '')} ${field}`)).toEqual([
      'A0 quantity',
      expect.stringMatching(/^new-\d+ name$/),
      expect.stringMatching(/quantity$/),
    ])
  })

  it('makes nothing without the right to', async () => {
    const plan = await planPaste(
      [
        ['A0', '5'],
        ['B', '6'],
      ],
      target(1, false),
    )
    expect(plan).toMatchObject({ lost: 1, added: [] })
  })

  it('goes where the first line says', async () => {
    const plan = await planPaste(
      [
        ['Quantity', 'Name'],
        ['7', 'A0'],
      ],
      target(1),
    )
    expect(plan).toMatchObject({ headers: true, changedCells: 1 })
    expect(plan.edits[0]).toMatchObject({ field: 'quantity', cell: { value: 7 } })
  })

  it('goes to the records whose keys it names, whatever their place, and makes the others', async () => {
    const { rows, ...rest } = target(3)
    const plan = await planPaste(
      [
        ['Name', 'Quantity'],
        ['A2', '7'],
        ['B', '8'],
        ['A0', '9'],
      ],
      { ...rest, rows: rows.slice(0, 1), find: () => Promise.resolve(byId(rows)) },
    )
    expect(plan).toMatchObject({ changedRows: 2, skipped: [], keyField: { name: 'name' } })
    expect(plan.added).toHaveLength(1)
    expect(plan.edits.map(({ id, field, cell }) => [id, field, cell?.value])).toEqual([
      ['A2', 'quantity', 7],
      [plan.added[0], 'name', 'B'],
      [plan.added[0], 'quantity', 8],
      ['A0', 'quantity', 9],
    ])
  })

  it('finds the records of generated keys, makes rows without a key, and skips unknown keys', async () => {
    const { rows, ...rest } = target(3)
    const id = field('id', 'identity')
    const stored = [7, 8, 9].map((key) => ({ id: String(key), base: { id: key, quantity: 1 } }))
    const sought: string[] = []
    const plan = await planPaste(
      [
        ['Id', 'Quantity'],
        ['9', '70'],
        ['', '80'],
        ['12', '90'],
        ['', ''],
        ['7', '100'],
      ],
      {
        ...rest,
        meta: { ...meta, key: 'id', fields: [id, ...fields] },
        rows,
        find: (keys) => {
          sought.push(...keys)
          return Promise.resolve(byId(stored))
        },
      },
    )
    expect(sought).toEqual(['9', '12', '7'])
    expect(plan).toMatchObject({ changedRows: 2, unmatched: 1, lost: 0, skipped: [], generatedKey: true })
    expect(plan.added).toHaveLength(1)
    expect(plan.edits.map(({ id, field, cell }) => [id, field, cell?.value])).toEqual([
      ['9', 'quantity', 70],
      [plan.added[0], 'quantity', 80],
      ['7', 'quantity', 100],
    ])
  })

  it('uses the last of several rows with the same key, and no row without a key', async () => {
    const { rows, ...rest } = target(1)
    const unsaved = { id: '\u0000new-x', base: undefined }
    const plan = await planPaste(
      [
        ['Name', 'Quantity'],
        ['A0', '7'],
        ['B', '8'],
        [' ', '9'],
        ['C', '10'],
        ['A0', '11'],
        ['B', '12'],
        ['C', '13'],
      ],
      { ...rest, rows, find: () => Promise.resolve(new Map([...byId(rows), ['C', unsaved]])) },
    )
    expect(plan).toMatchObject({ changedRows: 2, repeated: 3, unmatched: 1, generatedKey: false })
    expect(plan.added).toHaveLength(1)
    expect(
      plan.edits.filter(({ field }) => field === 'quantity').map(({ id, cell }) => [id, cell?.value]),
    ).toEqual([
      ['A0', 11],
      [plan.added[0], 12],
      [unsaved.id, 13],
    ])
  })

  it('leaves the screen alive while it judges 1,000 × 20 cells', async () => {
    const wide = Array.from({ length: 20 }, (_, index) => field(`f${index}`, 'number'))
    const cells = Array.from({ length: 1000 }, () => wide.map((_, index) => String(index)))
    const longest: number[] = []
    let last = performance.now()
    const timer = setInterval(() => {
      longest.push(performance.now() - last)
      last = performance.now()
    })
    const plan = await planPaste(cells, { ...target(1000), fields: wide })
    clearInterval(timer)
    expect(plan.edits).toHaveLength(20_000)
    expect(longest.length).toBeGreaterThan(3)
  })
})
