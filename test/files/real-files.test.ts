/**
 * Tests files as users have them: written by spreadsheet programs and systems of several countries, and imported
 * unchanged.
 */
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import type { FolderImport } from '../../src/files/import/folder-import.ts'
import { loadLabels } from '../../src/words/load-labels.ts'
import { buildWorkbook } from '../support/build-workbook.ts'
import { openImports } from '../support/folder-import.ts'
import { rowsOf, write } from '../support/records.ts'

const { test, context, folder } = await openImports({ empty: ['item', 'calendar', 'operation'] })

beforeEach(async () => {
  await write(context, 'input.item', [{ name: 'bike' }])
  await write(context, 'input.location', [{ name: 'plant' }])
  await write(context, 'input.calendar', [{ name: 'shifts' }])
})

const conventions = async (
  language: string,
  others: Partial<FolderImport['conventions']> = {},
): Promise<Partial<FolderImport>> => ({
  conventions: {
    labels: await loadLabels(language),
    loadLabels,
    decimal: language === 'en' ? '.' : ',',
    charset: 'utf-8',
    dateStyle: 'YYYY-MM-DD',
    ...others,
  },
})

/** Imports one file, of which every row must be accepted. Returns the records of a table. */
async function taken(
  name: string,
  content: string | Buffer,
  table: string,
  options: Partial<FolderImport> = {},
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  await folder.put(name, content)
  const { report, log } = await folder.import(options)
  const [outcome] = report.outcomes
  expect(outcome?.kind === 'table' ? outcome.report.rejected : log).toBe(0)
  return rowsOf(context, table, table === 'calendarbucket' ? '"id"' : '"name"')
}

describe('text files', () => {
  it('of a German spreadsheet program: semicolons, decimal commas, Windows encoding, its dates and words', async () => {
    const text =
      'Name;Artikel;Menge;Fälligkeitsdatum;Beschreibung;;\r\n"Auftrag 1";bike;"1,5";31.12.2026 09:00;"Größe ""L""\nmit Umbruch";;\r\nAuftrag 2;bike;2;1.2.2026;;;\r\n'
    const options = await conventions('de', { charset: 'windows-1252', dateStyle: 'DD-MM-YYYY' })
    const header = text.replace('Fälligkeitsdatum', 'due')
    const bytes = Buffer.from(header, 'latin1')
    expect(await taken('demand.csv', bytes, 'demand', options)).toMatchObject([
      { name: 'Auftrag 1', quantity: 1.5, due: '2026-12-31 09:00:00', description: 'Größe "L"\nmit Umbruch' },
      { name: 'Auftrag 2', quantity: 2, due: '2026-02-01 00:00:00' },
    ])
  })

  it('of people who write the choices as screens show them, in any case', async () => {
    const german = await conventions('de')
    for (const [status, policy] of [
      ['Open', 'All Together'],
      ['OPEN', 'alltogether'],
      ['Offen', 'all_together'],
    ] as const) {
      const text = `name;item;menge;status;policy\nC1;bike;1;${status};${policy}\n`
      expect(await taken('demand.csv', text, 'demand', german)).toMatchObject([
        { name: 'C1', status: 'open', policy: 'alltogether' },
      ])
    }
    await folder.put('demand.csv', 'name,item,status\nC1,bike,opne\n')
    const { log } = await folder.import()
    expect(log.join('\n')).toContain(
      'status "opne": "opne" is not a valid choice. Use one of: inquiry, quote, open, closed, canceled.',
    )
  })

  it('of programs that write yes and no as decimal numbers', async () => {
    const text = 'calendar,value,monday,tuesday\nshifts,1,1.0,0.0\n'
    expect(await taken('calendarbucket.csv', text, 'calendarbucket')).toMatchObject([
      { monday: true, tuesday: false },
    ])
  })

  it('in a copy format, with values that no plan takes', async () => {
    for (const [name, header, row, reason] of [
      ['demand.cpy', 'name,quantity', 'N1,-1', 'Ensure this value is greater than or equal to 0.'],
      ['demand.cpy', 'name,maxlateness', 'N1,-01:00:00', 'Ensure this value is greater than or equal to 0.'],
      ['purchaseorder.cpy', 'reference,enddate', 'N1,2300-01-01', 'on and before 2200-01-01'],
    ] as const) {
      await folder.clear()
      await folder.put(name, `${header}\n${row}\n`)
      expect((await folder.import()).log.join('\n')).toContain(reason)
    }
  })

  it('of a French one, with a byte order mark and rows that end early', async () => {
    const text =
      '\uFEFFname;item;quantity;due;description\nC1;bike;0,25;2026-12-31;été\nC2;bike;3;2026/12/31\n'
    expect(await taken('demand.csv', text, 'demand', await conventions('fr'))).toMatchObject([
      { name: 'C1', quantity: 0.25, description: 'été' },
      { name: 'C2', quantity: 3, description: null, due: '2026-12-31 00:00:00' },
    ])
  })

  it('called "Unicode text": UTF-16 with tabs, either way round', async () => {
    const text = '\uFEFFname\titem\tquantity\tdue\r\n注文 1\tbike\t1.5\t2026-12-31 9:00 PM\r\n'
    const little = Buffer.from(text, 'utf16le')
    const expected = [{ name: '注文 1', quantity: 1.5, due: '2026-12-31 21:00:00' }]
    expect(await taken('demand.csv', little, 'demand')).toMatchObject(expected)
    await folder.clear()
    expect(await taken('demand.csv', Buffer.from(little).swap16(), 'demand')).toMatchObject(expected)
  })

  it('of systems that write compact dates, 12-hour clocks and words for durations', async () => {
    const text = [
      'name,location,type,duration,duration per unit,effective start',
      'a,plant,time_per,2 h 30 min,90,20260105',
      'b,plant,fixed_time,"1 day, 2:00:00",,2026-01-05  00:00:00 AM',
      'c,plant,fixed_time,1 week,,2026-01-05T06:00:00.000+00:00',
      'd,plant,fixed_time,30 d,,2026/1/5 6:00 AM',
      '',
    ].join('\n')
    const found = await taken('operation.csv', text, 'operation')
    expect(found.map(({ effective_start: start }) => start)).toEqual([
      '2026-01-05 00:00:00',
      '2026-01-05 00:00:00',
      '2026-01-05 06:00:00',
      '2026-01-05 06:00:00',
    ])
    const { rows } = await test.database.query({
      text: `SELECT extract(epoch FROM "duration")::integer AS s FROM "default"."operation" ORDER BY "name"`,
    })
    expect(rows.map(({ s }) => s)).toEqual([9_000, 93_600, 604_800, 2_592_000])
  })

  it('with yes and no in words of several languages', async () => {
    const days = ['ja', 'WAHR', 'oui', 'Sí', 'vero', 'はい', 'não']
    const text = `calendar,value,starttime,endtime,monday,tuesday,wednesday,thursday,friday,saturday,sunday\nshifts,1,8:00 AM,5:30 PM,${days.join(',')}\n`
    expect(await taken('calendarbucket.csv', text, 'calendarbucket')).toMatchObject([
      {
        starttime: '08:00:00',
        endtime: '17:30:00',
        monday: true,
        thursday: true,
        saturday: true,
        sunday: false,
      },
    ])
  })

  it('with blank columns and rows at the end, packed and with a suffix of a download', async () => {
    const text = 'name,cost,,\r\nframe,2.5,,\r\n,,,\r\n"",,,\r\n'
    expect(await taken('item (2).csv.gz', gzipSync(text), 'item')).toMatchObject([
      { name: 'bike' },
      { name: 'frame', cost: 2.5 },
    ])
  })

  it('with dates that mean two days have these rows rejected, and only these', async () => {
    await folder.put(
      'demand.csv',
      'name,item,quantity,due\nA,bike,1,01/12/2026\nB,bike,1,2026-12-01\nC,bike,1,1 month\n',
    )
    const { report } = await folder.import()
    expect(report.outcomes[0]).toMatchObject({ report: { created: 1, rejected: 2 } })
  })
})

const textCell = (at: string, value: string): string =>
  `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`
const rowXml = (number: number, cells: string): string => `<row r="${number}">${cells}</row>`

describe('workbooks', () => {
  it('with a title above the header and no filter are refused, which says where the header belongs', async () => {
    const title = '<row r="1"><c r="A1" t="inlineStr"><is><t>Order book</t></is></c></row>'
    await folder.put('demand.xlsx', await buildWorkbook({ sheets: [{ name: 'demand', rows: title }] }))
    expect((await folder.import()).log.at(-1)).toMatch(
      /names no field[^]*The first line must hold names of fields/,
    )
  })

  const formats =
    '<numFmts><numFmt numFmtId="200" formatCode="yyyy\\-mm\\-dd hh:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="200"/><xf numFmtId="9"/><xf numFmtId="46"/></cellXfs>'
  const header = rowXml(
    1,
    ['name', 'item', 'quantity', 'due'].map((title, at) => textCell(`${'ABCD'[at]}1`, title)).join(''),
  )

  it.each([
    ['1900', '', 46_387],
    ['1904', '<workbookPr date1904="1"/>', 46_387 - 1_462],
  ])('that count days from %s', async (_epoch, properties, serial) => {
    const rows = [
      header,
      rowXml(
        2,
        `${textCell('A2', 'S1')}${textCell('B2', 'bike')}<c r="C2"><v>2</v></c><c r="D2" s="1"><v>${serial}</v></c>`,
      ),
      rowXml(
        3,
        `${textCell('A3', 'S2')}${textCell('B3', 'bike')}<c r="C3"><v>3</v></c><c r="D3" s="2"><v>${serial + 0.375}</v></c>`,
      ),
    ].join('')
    const content = await buildWorkbook({ sheets: [{ name: 'Tabelle1', rows }], styles: formats, properties })
    expect(await taken('demand.xlsx', content, 'demand')).toMatchObject([
      { name: 'S1', due: '2026-12-31 00:00:00' },
      { name: 'S2', due: '2026-12-31 09:00:00' },
    ])
  })

  it('with a merged title above a filtered table, percent cells, text dates and numbers as text', async () => {
    const rows = [
      rowXml(1, textCell('A1', 'Order book')),
      rowXml(
        3,
        ['name', 'item', 'quantity', 'due', '']
          .map((title, at) => textCell(`${'ABCDE'[at]}3`, title))
          .join(''),
      ),
      rowXml(
        4,
        `${textCell('A4', 'S1')}${textCell('B4', 'bike')}<c r="C4" s="3"><v>0.5</v></c>${textCell('D4', '2026-12-31 9:00 AM')}`,
      ),
      rowXml(
        5,
        `<c r="A5"><v>4711</v></c>${textCell('B5', 'bike')}${textCell('C5', ' 12 ')}${textCell('D5', '20261231')}`,
      ),
      rowXml(6, textCell('A6', ' ')),
    ].join('')
    const after = '<autoFilter ref="A3:E5"/><mergeCells count="1"><mergeCell ref="A1:E1"/></mergeCells>'
    // The range of a filter, as spreadsheet programs write it.
    const names =
      '<definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">demand!$A$3:$E$5</definedName></definedNames>'
    const content = await buildWorkbook({ sheets: [{ name: 'demand', rows, after }], styles: formats, names })
    expect(await taken('demand.xlsx', content, 'demand')).toMatchObject([
      { name: '4711', quantity: 12, due: '2026-12-31 00:00:00' },
      { name: 'S1', quantity: 0.5, due: '2026-12-31 09:00:00' },
    ])
  })

  it('with durations as lengths of time and as text', async () => {
    const rows = [
      rowXml(
        1,
        ['name', 'location', 'duration'].map((title, at) => textCell(`${'ABC'[at]}1`, title)).join(''),
      ),
      rowXml(2, `${textCell('A2', 'a')}${textCell('B2', 'plant')}<c r="C2" s="4"><v>1.25</v></c>`),
      rowXml(3, `${textCell('A3', 'b')}${textCell('B3', 'plant')}${textCell('C3', '2 h 30 min')}`),
      rowXml(4, `${textCell('A4', 'c')}${textCell('B4', 'plant')}<c r="C4"><v>90</v></c>`),
    ].join('')
    const content = await buildWorkbook({ sheets: [{ name: 'operation', rows }], styles: formats })
    await taken('operation.xlsx', content, 'operation')
    const { rows: found } = await test.database.query({
      text: `SELECT extract(epoch FROM "duration")::integer AS s FROM "default"."operation" ORDER BY "name"`,
    })
    expect(found.map(({ s }) => s)).toEqual([108_000, 9_000, 90])
  })
})
