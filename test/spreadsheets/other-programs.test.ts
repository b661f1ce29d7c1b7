/**
 * Tests the exchange of workbooks with other programs: openpyxl and LibreOffice open our workbooks with unchanged
 * cells, and we import theirs. If a program is missing, the suite reports it.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DataContext } from '../../src/data/context.ts'
import { loadLabels } from '../../src/words/load-labels.ts'
import { type ApiServer, startApiServer } from '../support/api.ts'
import { storeEverything } from '../support/entity-suite.ts'
import { runProgram } from '../support/programs.ts'
import { withTempFolder } from '../support/temp-folder.ts'
import { exportTo, importFrom, sheetsOf } from '../support/workbook-import.ts'

/** A Python with openpyxl: the Python of the system, for which packages are installed, or the one in the path. */
const python = ['/usr/bin/python3', 'python3'].find(
  (candidate) => spawnSync(candidate, ['-c', 'import openpyxl'], { stdio: 'ignore' }).status === 0,
)
const office = ['soffice', 'libreoffice', '/usr/lib/libreoffice/program/soffice'].find((candidate) =>
  candidate.startsWith('/') ? existsSync(candidate) : spawnSync('which', [candidate]).status === 0,
)

if (python === undefined)
  console.warn('openpyxl is missing (apt-get install python3-openpyxl): workbooks are not checked with it.')
if (office === undefined)
  console.warn(
    'LibreOffice is missing (apt-get install libreoffice-calc-nogui): workbooks are not checked with it.',
  )

let server: ApiServer
let context: DataContext

beforeAll(async () => {
  server = await startApiServer()
  await storeEverything(server)
  await server.api.post('/api/input/item/', [
    {
      name: '=HYPERLINK("http://x")',
      description: '+1-2\ttab\nline <&> "quoted" _x0041_ \u{1f600} ünï',
      cost: 0.1,
    },
    { name: '00123', description: "'apostrophe", cost: 12345.678 },
    { name: 'TRUE', description: '@SUM(1)', cost: 1e-7 },
  ])
  context = server.service.dataContext({ scenario: 'default', actor: { userId: null, channel: 'import' } })
})
afterAll(() => server[Symbol.asyncDispose]())

/** Prints every cell as JSON: dates and durations in our notation. */
const dump = `
import sys, json, datetime, openpyxl
from openpyxl.utils.escape import unescape
def value(cell):
    v = cell.value
    if cell.data_type == 'f': raise SystemExit('a formula in ' + cell.coordinate)
    if isinstance(v, datetime.datetime): return (v + datetime.timedelta(microseconds=500)).isoformat(timespec='milliseconds').replace('.000', '')
    if isinstance(v, datetime.time): return v.isoformat(timespec='milliseconds').replace('.000', '')
    if isinstance(v, datetime.timedelta):
        ms = round(v.total_seconds() * 1000)
        days, rest = divmod(ms, 86400000)
        s, f = divmod(rest, 1000)
        return (str(days) + ' ' if days else '') + '%02d:%02d:%02d' % (s // 3600, s // 60 % 60, s % 60) + ('.%03d' % f if f else '')
    # openpyxl leaves it to its user to put escaped characters back.
    return unescape(v) if isinstance(v, str) else v
book = openpyxl.load_workbook(sys.argv[1])
print(json.dumps({s.title: [[value(c) for c in row] for row in s.iter_rows()] for s in book.worksheets}))
`

/** Returns the rows for comparison: without blank cells at their ends. */
function trimmed(sheets: Readonly<Record<string, readonly (readonly unknown[])[]>>): unknown {
  return Object.fromEntries(
    Object.entries(sheets).map(([title, rows]) => [
      title,
      rows.map((cells) => cells.slice(0, cells.findLastIndex((cell) => cell !== null && cell !== '') + 1)),
    ]),
  )
}

const totals = (
  sheets: readonly { readonly created: number; readonly updated: number; readonly rejected: number }[],
) =>
  sheets
    .map(({ created, updated, rejected }) => created + updated + rejected)
    .reduce((sum, count) => sum + count, 0)

describe.skipIf(python === undefined)('openpyxl', () => {
  it('opens what we write and finds every cell', async () => {
    await withTempFolder(async (folder) => {
      const path = join(folder, 'ours.xlsx')
      await exportTo(path, context)
      const { code, output, errors } = await runProgram(python!, ['-c', dump, path])
      expect([code, errors]).toEqual([0, ''])
      const found: Record<string, unknown[][]> = JSON.parse(output)
      expect(trimmed(found)).toEqual(trimmed(await sheetsOf(path)))
    })
  })

  it('finds bold headers that stay in view, a filter, comments and choices', async () => {
    await withTempFolder(async (folder) => {
      const path = join(folder, 'ours.xlsx')
      await exportTo(path, context)
      const script = `
import sys, json, openpyxl
s = openpyxl.load_workbook(sys.argv[1])['sales order']
print(json.dumps([s['A1'].font.bold, s.freeze_panes, s.auto_filter.ref.startswith('A1:'), all(c.comment for c in s[1]), any('quote' in d.formula1 for d in s.data_validations.dataValidation), all(d.width > 5 for d in s.column_dimensions.values())]))`
      const { output, errors } = await runProgram(python!, ['-c', script, path])
      expect(errors).toBe('')
      expect(JSON.parse(output)).toEqual([true, 'A2', true, true, true, true])
    })
  })

  it('writes what we import: nothing has changed', async () => {
    await withTempFolder(async (folder) => {
      const path = join(folder, 'ours.xlsx')
      const theirs = join(folder, 'theirs.xlsx')
      await exportTo(path, context)
      // openpyxl converts text that starts like a formula to a formula.
      const script = `
import sys, openpyxl
book = openpyxl.load_workbook(sys.argv[1])
for s in book.worksheets:
    for row in s.iter_rows():
        for c in row:
            if isinstance(c.value, str): c.data_type = 's'
book.save(sys.argv[2])`
      const { errors } = await runProgram(python!, ['-c', script, path, theirs])
      expect(errors).toBe('')
      const result = await importFrom(theirs, context)
      expect(result.told).toEqual([])
      expect(totals(result.sheets)).toBe(0)
    })
  })

  it('writes new records that we import, whatever kind its values are of', async () => {
    await withTempFolder(async (folder) => {
      const path = join(folder, 'new.xlsx')
      const script = `
import sys, datetime, openpyxl
from openpyxl.worksheet.table import Table
book = openpyxl.Workbook()
s = book.active
s.title = 'Sales Orders'
s['B2'], s['C2'], s['D2'], s['E2'], s['F2'] = 'Name', 'Quantity', 'due', 'Max lateness', 'category'
s['B3'], s['C3'], s['D3'], s['E3'], s['F3'] = 'py 1', 2.5, datetime.datetime(2026, 5, 6, 7, 8, 9), datetime.timedelta(days=3, hours=4), True
s['B4'], s['C4'], s['D4'], s['E4'], s['F4'] = 4711, 1, datetime.date(2026, 5, 6), datetime.time(8, 30), 12
s['B6'] = 'below'
s.add_table(Table(displayName='orders', ref='B2:F4'))
book.create_sheet('item').append(['name'])
h = book.create_sheet('location'); h.append(['name']); h.append(['hidden']); h.sheet_state = 'hidden'
book.save(sys.argv[1])`
      const { errors } = await runProgram(python!, ['-c', script, path])
      expect(errors).toBe('')
      const result = await importFrom(path, context)
      expect(result.told).toEqual([
        'location: left: it is hidden',
        'Sales Orders: 1 row below the table of the sheet is not read.',
      ])
      expect(await server.api.get('/api/input/demand/py%201/')).toMatchObject({
        json: { quantity: 2.5, due: '2026-05-06T07:08:09', maxlateness: '3 04:00:00', category: 'true' },
      })
      expect(await server.api.get('/api/input/demand/4711/')).toMatchObject({
        json: { due: '2026-05-06T00:00:00', maxlateness: '08:30:00', category: '12' },
      })
      expect(await server.api.get('/api/input/location/hidden/')).toMatchObject({ status: 404 })
    })
  })
})

/** Opens a file in LibreOffice, with a separate profile, and saves it in a format. */
function convert(folder: string, path: string, to: string): void {
  execFileSync(
    office!,
    [
      `-env:UserInstallation=file://${folder}/profile`,
      '--headless',
      '--convert-to',
      to,
      '--outdir',
      join(folder, 'out'),
      path,
    ],
    { stdio: 'ignore', timeout: 120_000 },
  )
}

describe.skipIf(office === undefined)('LibreOffice', () => {
  it('opens what we write and saves it as it was', async () => {
    await withTempFolder(async (folder) => {
      const path = join(folder, 'ours.xlsx')
      await exportTo(path, context, { labels: await loadLabels('fr') })
      convert(folder, path, 'xlsx:Calc MS Excel 2007 XML')
      const theirs = join(folder, 'out/ours.xlsx')
      expect(trimmed(await sheetsOf(theirs))).toEqual(trimmed(await sheetsOf(path)))
      const result = await importFrom(theirs, context, { labels: await loadLabels('fr') })
      expect(result.told).toEqual([])
      expect(totals(result.sheets)).toBe(0)
    })
  }, 180_000)

  it('writes a workbook of a CSV file that we import', async () => {
    await withTempFolder(async (folder) => {
      const path = join(folder, 'item.csv')
      await writeFile(path, 'name,cost,description\nlibre 1,2.5,"a ""b"""\nlibre 2,3,2026-01-05\n')
      convert(folder, path, 'xlsx:Calc MS Excel 2007 XML')
      expect(await readdir(join(folder, 'out'))).toEqual(['item.xlsx'])
      const result = await importFrom(join(folder, 'out/item.xlsx'), context)
      expect(result.sheets).toMatchObject([{ created: 2, rejected: 0 }])
      expect(await server.api.get('/api/input/item/libre%201/')).toMatchObject({
        json: { cost: 2.5, description: 'a "b"' },
      })
      expect((await readFile(join(folder, 'out/item.xlsx'))).length).toBeGreaterThan(0)
    })
  }, 180_000)
})
