import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateRawSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import {
  buildWorkbook,
  type HandMadeWorkbook,
  rowsXml,
  zipOf,
} from '../../../../test/support/build-workbook.ts'
import { withTempFolder } from '../../../../test/support/temp-folder.ts'
import { messageText } from '../../../errors/messages.ts'
import { ServiceError } from '../../../errors/service-error.ts'
import { openFileTable } from './file-table.ts'
import { openWorkbook } from './open-workbook.ts'

interface Reading {
  readonly header: readonly string[]
  readonly rows: readonly unknown[]
  readonly remarks: readonly string[]
}

/** Returns the first sheet as the import of a folder would read it, or the reason of the refusal. */
async function read(content: Buffer, title = 'item'): Promise<Reading | string> {
  return withTempFolder(async (folder) => {
    const path = join(folder, 'item.xlsx')
    await writeFile(path, content)
    try {
      await using workbook = await openWorkbook(path, { decimal: '.' })
      const table = await openFileTable(workbook, (name) => name === title)
      const rows: unknown[] = []
      for await (const row of table.rows) rows.push('fault' in row ? messageText(row.fault) : row.cells)
      return { header: table.header, rows, remarks: table.remarks.map((remark) => messageText(remark)) }
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'file_refused') throw error
      return messageText({ code: 'file_refused', params: error.params })
    }
  })
}

const readHandMade = async (workbook: HandMadeWorkbook) => read(await buildWorkbook(workbook))
const readRows = (rows: string, others: Partial<HandMadeWorkbook> = {}, after = '') =>
  readHandMade({ ...others, sheets: [{ name: 'item', rows, after }] })

const formats = (...codes: readonly string[]): string =>
  `<numFmts>${codes.map((code, index) => `<numFmt numFmtId="${200 + index}" formatCode="${code}"/>`).join('')}</numFmts><cellXfs><xf numFmtId="0"/>${codes.map((_, index) => `<xf numFmtId="${200 + index}"/>`).join('')}</cellXfs>`

const header = '<row r="1"><c r="A1" t="inlineStr"><is><t>name</t></is></c></row>'

describe('cells', () => {
  it.each([
    ['shared text', '<c r="A2" t="s"><v>0</v></c>', 'plain'],
    ['rich text without its phonetic reading', '<c r="A2" t="s"><v>1</v></c>', '東京 tower'],
    [
      'inline text with blanks',
      '<c r="A2" t="inlineStr"><is><t xml:space="preserve"> a </t></is></c>',
      ' a ',
    ],
    ['text of a formula', '<c r="A2" t="str"><f>A1&amp;"x"</f><v>namex</v></c>', 'namex'],
    ['number of a formula', '<c r="A2"><f>1+1</f><v>2</v></c>', 2],
    [
      'escaped characters',
      '<c r="A2" t="inlineStr"><is><t>a_x000D_&#10;_x005F_x0041_ &lt;&amp;&#x41;</t></is></c>',
      'a\r\n_x0041_ <&A',
    ],
    ['CDATA', '<c r="A2" t="inlineStr"><is><t><![CDATA[<b>]]></t></is></c>', '<b>'],
    ['true', '<c r="A2" t="b"><v>1</v></c>', true],
    ['false', '<c r="A2" t="b"><v>0</v></c>', false],
    ['number as written by Excel', '<c r="A2"><v>1.1000000000000001</v></c>', 1.1],
    ['number with an exponent', '<c r="A2"><v>1E-3</v></c>', 0.001],
    [
      'date as text of the strict edition',
      '<c r="A2" t="d"><v>2026-01-05T08:00:00Z</v></c>',
      '2026-01-05T08:00:00',
    ],
  ])('holds %s', async (_what, cell, value) => {
    const strings =
      '<si><t>plain</t></si><si><r><t>東京</t></r><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><r><t xml:space="preserve"> tower</t></r></si>'
    expect(await readRows(`${header}<row r="2">${cell}</row>`, { strings })).toMatchObject({
      rows: [[value]],
    })
  })

  it.each([
    ['yyyy-mm-dd', 46_027, '2026-01-05T00:00:00'],
    ['d/m/yy h:mm', 46_027.354_166_666_664, '2026-01-05T08:30:00'],
    ['[$-409]d\\-mmm\\-yy', 61, '1900-03-01T00:00:00'],
    ['yyyy-mm-dd', 1, '1900-01-01T00:00:00'],
    ['yyyy-mm-dd', 2_958_465, '9999-12-31T00:00:00'],
    ['[h]:mm:ss', 1.083_333_333_333_333_3, '1 02:00:00'],
    ['[hh]:mm', 0.25, '06:00:00'],
    ['[mm]:ss', 0.5, '12:00:00'],
    ['h:mm', 0.333_333_333_333_333_3, '08:00:00'],
    ['h:mm AM/PM', 0.75, '18:00:00'],
    ['mm:ss.0', 0.000_005_787_037_037, '00:00:00.500'],
    ['0.00E+00', 46_027, 46_027],
    ['#,##0.00 &quot;days&quot;', 3, 3],
    ['General', 46_027, 46_027],
    ['[Red]0', 5, 5],
    ['@', 5, 5],
  ])('in the format %s with %d', async (code, number, value) => {
    const cell = `<row r="2"><c r="A2" s="1"><v>${number}</v></c></row>`
    expect(await readRows(header + cell, { styles: formats(code) })).toMatchObject({ rows: [[value]] })
  })

  it('count from 1904 in workbooks that say so', async () => {
    const properties = '<workbookPr date1904="1"/>'
    const cell = '<row r="2"><c r="A2" s="1"><v>44565.5</v></c></row>'
    const reading = await readRows(header + cell, { styles: formats('yyyy-mm-dd hh:mm'), properties })
    expect(reading).toMatchObject({ rows: [['2026-01-05T12:00:00']] })
  })

  it.each([
    ['<c r="A2" t="e"><v>#N/A</v></c>', 'cell A2 holds the error #N/A'],
    [
      '<c r="A2"><f>SUM(B1:B9)</f></c>',
      'cell A2 holds a formula without a result; open the file in a spreadsheet program and save it',
    ],
    ['<c r="A2" t="s"><v>7</v></c>', 'cell A2 refers to the text 7, which the file does not hold'],
    ['<c r="A2"><v>many</v></c>', 'cell A2 holds "many", which is not a number'],
    [
      '<c r="A2" s="1"><v>-5</v></c>',
      'cell A2 holds the number -5, which is no date that a spreadsheet knows',
    ],
    [
      `<c r="A2" t="inlineStr"><is><t>${'x'.repeat(10 * 2 ** 20)}</t></is></c>`,
      'cell A2 holds more than 32,767 characters, which no cell can',
    ],
  ])('reject their row (%#)', async (cell, fault) => {
    expect(
      await readRows(`${header}<row r="2">${cell}</row>`, { styles: formats('yyyy-mm-dd') }),
    ).toMatchObject({ rows: [fault] })
  })
})

describe('rows', () => {
  it('are what holds anything, blank rows left out and cells without an address in their order', async () => {
    const rows =
      '<row><c t="inlineStr"><is><t>name</t></is></c><c t="inlineStr"><is><t>cost</t></is></c></row><row/><row><c s="0"/><c><v>1</v></c></row>'
    expect(await readRows(rows)).toEqual({ header: ['name', 'cost'], rows: [[null, 1]], remarks: [] })
  })

  it('with a format and nothing else are none, two hundred thousand of them', async () => {
    const blank = Array.from(
      { length: 200_000 },
      (_, index) => `<row r="${index + 3}"><c r="A${index + 3}" s="1"/><c r="B${index + 3}" s="1"/></row>`,
    )
    expect(await readRows(`${header}<row r="2"><c r="A2"><v>1</v></c></row>${blank.join('')}`)).toMatchObject(
      { rows: [[1]] },
    )
  })

  it('begin below blank ones', async () => {
    const rows =
      '<row r="5"><c r="A5" t="inlineStr"><is><t>name</t></is></c></row><row r="6"><c r="A6"><v>1</v></c></row>'
    expect(await readRows(rows)).toEqual({ header: ['name'], rows: [[1]], remarks: [] })
  })

  it('may have names with prefixes', async () => {
    const sheet =
      '<x:worksheet xmlns:x="http://purl.oclc.org/ooxml/spreadsheetml/main"><x:sheetData><x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>name</x:t></x:is></x:c></x:row>\n<x:row r="2"><x:c\n r = "A2"\n t="str" ><x:v>it\'s > 1</x:v></x:c></x:row></x:sheetData></x:worksheet>'
    expect(await readRows('', { parts: { 'xl/worksheets/sheet1.xml': sheet } })).toMatchObject({
      rows: [["it's > 1"]],
    })
  })

  it('may be in UTF-16', async () => {
    const sheet = `\ufeff<?xml version="1.0" encoding="UTF-16"?><worksheet><sheetData>${rowsXml([['name'], ['Köln']])}</sheetData></worksheet>`
    expect(
      await readRows('', { parts: { 'xl/worksheets/sheet1.xml': Buffer.from(sheet, 'utf16le') } }),
    ).toMatchObject({ rows: [['Köln']] })
  })
})

describe('the area that is read', () => {
  const data = rowsXml([
    ['a title', null, null],
    [null, 'name', 'cost'],
    [null, 'bolt', 1],
    [null, 'nut', 2],
    [null, 'Total', 3],
    [null, null, null],
    [null, 'a note', null],
  ])

  it('is that of the table, without its totals', async () => {
    const tables = ['<table ref="B2:C5" totalsRowCount="1"/>']
    expect(await readHandMade({ sheets: [{ name: 'item', rows: data, tables }] })).toEqual({
      header: ['name', 'cost'],
      rows: [
        ['bolt', 1],
        ['nut', 2],
      ],
      remarks: ['2 rows below the table of the sheet are not read.'],
    })
  })

  it('is that of the filter, and the rows right below it', async () => {
    const names = `<definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">'item'!$B$2:$C$3</definedName></definedNames>`
    expect(await readRows(data, { names })).toEqual({
      header: ['name', 'cost'],
      rows: [
        ['bolt', 1],
        ['nut', 2],
        ['Total', 3],
      ],
      remarks: ['1 row below the filter of the sheet is not read.'],
    })
  })

  it('says what lies beside it', async () => {
    const tables = ['<table ref="B2:B4"/>', '<table ref="C2:C4"/>']
    expect(await readHandMade({ sheets: [{ name: 'item', rows: data, tables }] })).toMatchObject({
      header: ['name'],
      remarks: [
        'The sheet has 2 tables; only the first one is read.',
        '2 rows below the table of the sheet are not read.',
        'Cells beside the table of the sheet are not read.',
      ],
    })
  })

  it('has merged cells of which only the first holds the value', async () => {
    const rows = rowsXml([['name'], ['bolt'], [null], ['nut']])
    expect(await readRows(rows, {}, '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>')).toEqual({
      header: ['name'],
      rows: [['bolt'], ['nut']],
      remarks: ['Of merged cells only the first holds the value, the others are blank: A2:A3.'],
    })
  })
})

const sheet = (name: string, attributes = '') => ({ name, attributes, rows: rowsXml([['name'], [name]]) })

describe('the sheet that is read', () => {
  it('is the one named as the entity, else the first; never a hidden one', async () => {
    expect(await readHandMade({ sheets: [sheet('Notes'), sheet('item')] })).toEqual({
      header: ['name'],
      rows: [['item']],
      remarks: ['Only the sheet "item" is read, not "Notes".'],
    })
    expect(
      await readHandMade({ sheets: [sheet('item', 'state="hidden"'), sheet('Data', 'state="visible"')] }),
    ).toEqual({
      header: ['name'],
      rows: [['Data']],
      remarks: ['Hidden sheets are not read: "item".'],
    })
    expect(await readHandMade({ sheets: [sheet('item', 'state="veryHidden"')] })).toBe(
      'all of its sheets are hidden, and hidden sheets are not read.',
    )
  })

  it('must hold something', async () => {
    expect(await readRows('<row r="1"><c r="A1" s="1"/></row>')).toBe(
      'the sheet "item" is blank: its first row must hold names of fields.',
    )
  })
})

const plain = (): Promise<Buffer> =>
  buildWorkbook({ sheets: [{ name: 'item', rows: rowsXml([['name'], ['x']]) }] })
const compound = (text: string): Buffer =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(2000),
    Buffer.from(text, 'utf16le'),
    Buffer.alloc(500),
  ])

describe('what is refused', () => {
  it.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['nothing at all', () => Buffer.alloc(0), 'it is empty.'],
    [
      'a text file',
      () => Buffer.from('name,cost\nbolt,1\n'),
      'it is a text file and no workbook; perhaps its name should end with .csv.',
    ],
    [
      'a web page',
      () => Buffer.from('\n<html><table></table></html>'),
      'it is a web page and no workbook. Save it as .xlsx.',
    ],
    [
      'an XML file',
      () => Buffer.from('<?xml version="1.0"?><Workbook/>'),
      'it is an XML file and no workbook. Save it as .xlsx.',
    ],
    [
      'bytes',
      () => Buffer.from([1, 0, 2, 0, 3]),
      'it is no workbook: it is not the archive that a file .xlsx is.',
    ],
    ['gzip', () => gzipSync('x'), 'it is a gzip file and no workbook.'],
    [
      'the old format renamed',
      () => compound('Workbook'),
      'it is a workbook of the old format .xls, whatever its name says. Save it as .xlsx.',
    ],
    [
      'a workbook with a password',
      () => compound('EncryptedPackage'),
      'it is protected by a password. Save it without one.',
    ],
    [
      'half of a workbook',
      async () => (await plain()).subarray(0, 600),
      'it is cut short: the end of the archive is missing. Upload it again.',
    ],
    ['an archive of something else', () => zipOf({ 'a.txt': 'a' }), 'it is a zip archive and no workbook.'],
    [
      'OpenDocument',
      () => zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet' }),
      'it is a document of the format OpenDocument (.ods). Save it as .xlsx.',
    ],
    [
      'a binary workbook',
      () =>
        zipOf({
          '_rels/.rels':
            '<Relationships><Relationship Id="r" Type="x/officeDocument" Target="xl/workbook.bin"/></Relationships>',
          'xl/workbook.bin': 'x',
        }),
      'it is a binary workbook (.xlsb). Save it as .xlsx.',
    ],
  ])('%s', async (_what, content, reason) => {
    expect(await read(await content())).toBe(reason)
  })

  const sheetPart = 'xl/worksheets/sheet1.xml'
  it.each<[string, string | Buffer | null, string]>([
    ['is missing', null, `the part "${sheetPart}" of the workbook is missing.`],
    [
      'is cut',
      '<worksheet><sheetData><row r="1">',
      `the part "${sheetPart}" of the workbook is damaged: it ends before its elements do.`,
    ],
    ['is blank', '', `the part "${sheetPart}" of the workbook is damaged: it holds no element.`],
    [
      'defines entities',
      '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><worksheet>&b;</worksheet>',
      `the part "${sheetPart}" of the workbook is damaged: it has a DOCTYPE, which spreadsheets do not have.`,
    ],
    [
      'refers to a file',
      '<worksheet><sheetData><row r="1"><c t="str"><v>&xxe;</v></c></row></sheetData></worksheet>',
      `the part "${sheetPart}" of the workbook is damaged: the entity "&xxe;" is unknown.`,
    ],
    [
      'is no text',
      Buffer.concat([Buffer.from('<worksheet>'), Buffer.from([0xc3, 0x28])]),
      `the part "${sheetPart}" of the workbook is damaged: it is not text in its encoding.`,
    ],
    [
      'has a column beyond the last',
      '<worksheet><sheetData><row r="1"><c r="XFE1" t="str"><v>x</v></c></row></sheetData></worksheet>',
      'row 1 has a cell in column 16385; a sheet has at most 16,384.',
    ],
    [
      'has an error in its header',
      '<worksheet><sheetData><row r="1"><c r="A1" t="e"><v>#REF!</v></c></row></sheetData></worksheet>',
      'sheet "item": cell A1 holds the error #REF!, in the row of the headers.',
    ],
    [
      'has a tag without an end',
      `<worksheet><sheetData x="${'.'.repeat(100_000)}`,
      `the part "${sheetPart}" of the workbook is damaged: a tag is too long.`,
    ],
  ])('a sheet that %s', async (_what, part, reason) => {
    expect(await readRows('', { parts: { [sheetPart]: part } })).toBe(reason)
  })

  it('an archive whose parts swell beyond reason, before it is unpacked', async () => {
    const bomb = Buffer.alloc(70 * 2 ** 20, ' ')
    const size = deflateRawSync(bomb, { level: 6 }).length.toLocaleString('en')
    const begun = performance.now()
    expect(await readRows('', { parts: { [sheetPart]: bomb } })).toBe(
      `the part "${sheetPart}" would swell from ${size} to 73,400,320 bytes; no honest workbook does.`,
    )
    expect(performance.now() - begun).toBeLessThan(20_000)
  })

  it('a workbook of thousands of sheets, or with a title without end', async () => {
    const sheets = Array.from({ length: 1_001 }, (_, index) => ({ name: `s${index}`, rows: '' }))
    expect(await readHandMade({ sheets })).toBe('it has more than 1000 sheets.')
    expect(await readHandMade({ sheets: [{ name: '.'.repeat(1_000), rows: '' }] })).toBe(
      'the title of a sheet has more than 255 characters.',
    )
  })

  it('an archive whose parts share their bytes', async () => {
    const content = await buildWorkbook({
      sheets: [{ name: 'item', rows: rowsXml([['name'], ['x'.repeat(1_000)]]) }],
    })
    // All entries of the directory after the first one point at its bytes.
    const directory = content.readUInt32LE(content.length - 6)
    const size = content.length
    const nameLength = content.readUInt16LE(directory + 28)
    const length = 46 + nameLength + content.readUInt16LE(directory + 30)
    const copies = Array.from({ length: 9 }, (_, index) => {
      const copy = Buffer.from(content.subarray(directory, directory + length))
      copy.write(String(index), 46 + nameLength - 1)
      copy.writeUInt32LE(size, 20)
      return copy
    })
    const end = Buffer.from(content.subarray(-22))
    end.writeUInt32LE(Buffer.concat(copies).length, 12)
    end.writeUInt16LE(copies.length, 8)
    end.writeUInt16LE(copies.length, 10)
    const shared = Buffer.concat([content.subarray(0, directory), ...copies, end])
    expect(await read(shared)).toBe('the parts of the archive are larger than the file.')
  })

  it.each([
    ['empty texts', 60 * 2 ** 20, /texts of the workbook .* are \d+ times their packed size/],
    // The largest number that is accepted; reading them is cheap.
    ['fewer empty texts', 4 * 2 ** 20 - 200, /^\{"header":\["name"\],"rows":\[\["x"\]\]/],
  ])('a workbook of %s costs little', async (_what, size, answer) => {
    const content = await buildWorkbook({
      sheets: [{ name: 'item', rows: rowsXml([['name'], ['x']]) }],
      strings: '<si/>'.repeat(Math.floor(size / 5)),
    })
    const before = process.cpuUsage()
    const result = await read(content)
    expect(typeof result === 'string' ? result : JSON.stringify(result)).toMatch(answer)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1e6).toBeLessThan(4)
  })

  it('a part whose bytes are not those that were written', async () => {
    const content = await buildWorkbook({ sheets: [{ name: 'item', rows: rowsXml([['name'], ['x']]) }] })
    // The checksum of the sheet in the directory at the end of the file.
    const name = content.lastIndexOf(sheetPart)
    content[name - 46 + 16] = content[name - 46 + 16]! ^ 0xff
    expect(await read(content)).toBe(
      `the part "${sheetPart}" of the workbook is damaged: its checksum is wrong.`,
    )
  })
})
