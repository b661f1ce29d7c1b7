import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { array, asyncProperty, assert, constantFrom, oneof, string as anyString, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Folder } from '../../src/files/folders/folder.ts'
import { createErrorsFile } from '../../src/files/import/errors-file.ts'
import { openSourceFile } from '../../src/files/import/source-file.ts'
import { openCsv } from '../../src/files/csv/read-csv.ts'
import { buildWorkbook, rowsXml } from '../support/build-workbook.ts'
import { openImports } from '../support/folder-import.ts'
import { rowsOf } from '../support/records.ts'

// Tests spreadsheets in the folder, files that change, two imports at the same time, and importing exported files.
const { context, folder } = await openImports({ empty: ['item'] })

const items = async (): Promise<readonly unknown[]> =>
  (await rowsOf(context, 'item', '"name"')).map(({ name, cost }) => [name, cost])

describe('a spreadsheet in the folder', () => {
  it('brings the sheet that is named as its entity, with rows told by sheet and number', async () => {
    const sheets = [
      { name: 'Notes', rows: rowsXml([['to do'], ['all']]) },
      {
        name: 'Items',
        rows: rowsXml([
          ['Name', 'Cost'],
          ['bike', 1.5],
          [null, null],
          ['wheel', 'cheap'],
          ['frame', null],
        ]),
      },
    ]
    await folder.put('item (1).XLSX', await buildWorkbook({ sheets }))
    const { log } = await folder.import()
    expect(log).toEqual([
      '! item (1).XLSX, sheet "Items", row 4, cost "cheap": A valid number is required.',
      'The rejected rows of item (1).XLSX are in errors/item (1).errors.csv. Correct them there and import them.',
      '! item (1).XLSX: Only the sheet "Items" is read, not "Notes".',
      'item (1).XLSX: 2 created, 0 updated, 0 unchanged, 1 rejected',
    ])
    expect(await items()).toEqual([
      ['bike', 1.5],
      ['frame', null],
    ])
    expect(await folder.read('errors/item (1).errors.csv')).toBe(
      '\uFEFFrejected because,Name,Cost\nline 4: cost: A valid number is required.,wheel,cheap\n',
    )
  })

  it('is refused when it is none', async () => {
    await folder.put('item.xlsx', 'name\nbike\n')
    const { log } = await folder.import()
    expect(log).toEqual([expect.stringMatching(/^! item\.xlsx is refused: /)])
  })
})

describe('a file that changes while it is read', () => {
  it('is refused, and nothing of it is stored', async () => {
    await folder.put('item.csv', 'name\nbike\n')
    let changed = Promise.resolve()
    const { log } = await folder.import({
      progress: (fraction) => {
        if (fraction > 0 && fraction < 1) changed = appendFile(join(folder.path, 'item.csv'), 'wheel\n')
      },
      onProcessed: 'delete',
    })
    await changed
    expect(log).toEqual([
      '! item.csv is refused: the file was changed while it was read. Import it again when it is complete.',
    ])
    expect(await items()).toEqual([])
    expect((await folder.import()).log).toEqual(['item.csv: 2 created, 0 updated, 0 unchanged, 0 rejected'])
  })
})

describe('two imports of one folder', () => {
  it('work one after the other, also for different scenarios', async () => {
    await folder.put('item.csv', 'name\nbike\n')
    const begun = Promise.withResolvers<void>()
    const second = begun.promise.then(() =>
      folder.import({ context: { ...context, scenario: 'scenario1' }, onProcessed: 'delete' }),
    )
    const said: string[] = []
    const first = folder.import({
      onProcessed: 'delete',
      progress: () => begun.resolve(),
      log: (message) => said.push(message),
    })
    const runs = await Promise.all([first, second])
    const files = runs.flatMap(({ report }) => report.outcomes.map(({ file }) => file))
    expect(files).toEqual(['item.csv'])
    expect(said).toEqual(['item.csv: 1 created, 0 updated, 0 unchanged, 0 rejected'])
  })
})

describe('rejected rows', () => {
  it('come back from their file as they went in, whatever is in them', async () => {
    const cell = oneof(
      anyString({ unit: 'binary' }).map((text) => text.toWellFormed()),
      constantFrom('#1', ' a ', '"', ';', ',', '\r\n', '=1+1', '\uFEFF'),
    )
    const rows = array(tuple(cell, cell), { minLength: 1, maxLength: 8 })
    await assert(
      asyncProperty(rows, constantFrom('.', ','), async (cells, decimal) => {
        const header = ['name', 'description']
        const layout = { decimal, header, numbers: new Set<number>() }
        const written: Folder = { kind: 'errors', path: join(folder.path, 'errors') }
        await using file = await createErrorsFile(written, layout)
        for (const [at, row] of cells.entries()) {
          await file.add({
            ...layout,
            line: at + 2,
            cells: row,
            faults: [{ field: 'name', value: row[0], reason: { code: 'is_missing' } }],
          })
        }
        await file.publish('x.errors.csv')
        const options = { name: 'x.errors.csv', gzip: false, workbook: false }
        await using source = await openSourceFile(written, options)
        const isField = (title: string): boolean => header.includes(title)
        const table = await openCsv(() => source.bytes(true), { charset: 'windows-1252', decimal, isField })()
        expect([table.header, table.decimal]).toEqual([['rejected because', ...header], decimal])
        const read: unknown[] = []
        for await (const row of table.rows) read.push(row.cells?.slice(1))
        expect(read).toEqual(cells)
      }),
      { numRuns: 60 },
    )
  })
})
