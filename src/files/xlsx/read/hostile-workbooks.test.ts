/**
 * Workbooks that no program writes: parts that cost much more to read than to send, and random damage. Each is read
 * or refused with a reason; reading ends, and never fails in any other way.
 */
import { messageText } from '../../../errors/messages.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { assert, asyncProperty, constantFrom, integer, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  buildWorkbook,
  type HandMadeWorkbook,
  rowsXml,
  zipOf,
} from '../../../../test/support/build-workbook.ts'
import { withTempFolder } from '../../../../test/support/temp-folder.ts'
import { ServiceError } from '../../../errors/service-error.ts'
import { openWorkbook } from './open-workbook.ts'

interface Reading {
  readonly rows: readonly unknown[]
  readonly remarks: readonly string[]
}

/** Reads all sheets to their end, or returns the reason of the refusal. Throws any other error. */
async function read(content: Buffer): Promise<Reading | string> {
  return withTempFolder(async (folder) => {
    const path = join(folder, 'item.xlsx')
    await writeFile(path, content)
    const rows: unknown[] = []
    const remarks: string[] = []
    try {
      await using workbook = await openWorkbook(path, { decimal: '.' })
      for (const title of workbook.sheets) {
        const table = await workbook.open(title)
        for await (const row of table?.rows ?? [])
          rows.push('fault' in row ? messageText(row.fault) : row.cells)
        remarks.push(...(table?.remarks ?? []).map((remark) => messageText(remark)))
      }
      return { rows, remarks }
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'file_refused') throw error
      return error.message
    }
  })
}

const header = rowsXml([['name', 'cost']])
const readSheet = async (rows: string, others: Partial<HandMadeWorkbook> = {}, after = '') =>
  read(await buildWorkbook({ ...others, sheets: [{ name: 'item', rows, after }] }))

const relation = (id: number): string => `<Relationship Id="r${id}" Type="x/table" Target="../tables/t.xml"/>`

/** Number of characters just below the limit of a tag. */
const longTag = 60_000

describe('parts that cost much more to read than to send', () => {
  it('are refused if they are tables, thousands of relations to a large one', async () => {
    const table = `<table ref="A1:B1">${'<a/>'.repeat(100_000)}</table>`
    const parts = {
      'xl/worksheets/_rels/sheet1.xml.rels': `<Relationships>${Array.from({ length: 5_000 }, (_, id) => relation(id)).join('')}</Relationships>`,
      'xl/tables/t.xml': table,
    }
    expect(await readSheet(header, { parts })).toEqual({ rows: [], remarks: [] })
    const tooLarge = { ...parts, 'xl/tables/t.xml': table.padEnd(33 * 2 ** 20) }
    expect(await readSheet(header, { parts: tooLarge })).toBe(
      'the tables of the sheet "xl/worksheets/sheet1.xml" are too large.',
    )
  })

  it.each([['['], ['_'], ['&quot;'], ['\\\\']])('end if they are format codes of %s', async (sign) => {
    const code = sign.repeat(Math.floor(longTag / sign.length))
    const formats = Array.from(
      { length: 20 },
      (_, id) => `<numFmt numFmtId="${200 + id}" formatCode="${code}"/>`,
    )
    const styles = `<numFmts>${formats.join('')}</numFmts><cellXfs><xf numFmtId="200"/></cellXfs>`
    expect(await readSheet(`${header}<row><c s="0"><v>1</v></c></row>`, { styles })).toEqual({
      rows: [[1]],
      remarks: [],
    })
  })

  it('end if they are tags of blanks', async () => {
    const tag = `<row\tspans = "1"${' '.repeat(longTag)}/>`
    expect(await readSheet(header + tag.repeat(20))).toEqual({ rows: [], remarks: [] })
  })

  it('keep only the cells of the header and one more', async () => {
    const wide = '<row><c r="XFD1"><v>1</v></c><c r="XFC1"><v>2</v></c></row>'
    const reading = await readSheet(header + wide.repeat(5_000))
    expect(Object(reading).rows).toHaveLength(5_000)
    expect(Object(reading).rows[0]).toEqual([null, null, 1])
  })

  it('name a few of a million merged areas', async () => {
    const merged = `<mergeCells>${'<mergeCell ref="A5:B9"/>'.repeat(200_000)}</mergeCells>`
    const named = Array.from({ length: 5 }, () => 'A5:B9').join(', ')
    expect(await readSheet(header, {}, merged)).toEqual({
      rows: [],
      remarks: [`Of merged cells only the first holds the value, the others are blank: ${named}, ….`],
    })
  })

  it('are refused if they are more cell formats than programs write', async () => {
    expect(await readSheet(header, { styles: `<cellXfs>${'<xf/>'.repeat(100_001)}</cellXfs>` })).toBe(
      'it has more than 100,000 cell formats.',
    )
  })
})

/** Pieces that break XML, references and numbers. */
const pieces = [
  '<',
  '>',
  '&',
  '"',
  "'",
  '</row>',
  '<c/>',
  '<![CDATA[',
  ']]>',
  '<?x',
  '\0',
  '\ud800',
  '\t',
  '=',
  '&#0;',
  '&#xD800;',
  '&#x110000;',
  '&lol;',
  '<!DOCTYPE x [<!ENTITY a "b">]>',
  '_xD800_',
  '_x0000_',
  '-1',
  '99999999999999999999',
  '1e309',
  'NaN',
  'XFD1048576',
  'ZZZZ1',
  'A0',
  ' t="s"',
  ' s="-5"',
  ' r="A1"',
  '../../../etc/passwd',
  'xl/workbook.xml',
  'constructor',
  '__proto__',
] as const

const sheet = `${rowsXml([
  ['name', 'cost', 'due'],
  ['bolt', 1, 46_027],
])}<row r="3"><c r="A3" t="s"><v>0</v></c><c r="C3" s="1"><v>46027.5</v></c></row>`

const xml: Readonly<Record<string, string>> = {
  '_rels/.rels':
    '<Relationships><Relationship Id="r1" Type="x/officeDocument" Target="xl/workbook.xml"/><Relationship Id="r2" Type="x/core-properties" Target="core.xml"/></Relationships>',
  'core.xml': '<p><language>fr</language></p>',
  'xl/workbook.xml':
    '<workbook xmlns:r="x"><workbookPr date1904="0"/><sheets><sheet name="item" sheetId="1" r:id="r1"/></sheets><definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0">item!$A$1:$C$3</definedName></definedNames></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="sheet.xml"/><Relationship Id="r2" Type="x/sharedStrings" Target="strings.xml"/><Relationship Id="r3" Type="x/styles" Target="styles.xml"/></Relationships>',
  'xl/_rels/sheet.xml.rels':
    '<Relationships><Relationship Id="r1" Type="x/table" Target="table.xml"/></Relationships>',
  'xl/sheet.xml': `<worksheet><sheetData>${sheet}</sheetData><mergeCells><mergeCell ref="A2:B3"/></mergeCells></worksheet>`,
  'xl/strings.xml': '<sst><si><t>shared</t></si></sst>',
  'xl/styles.xml':
    '<styleSheet><numFmts><numFmt numFmtId="200" formatCode="yyyy-mm-dd"/></numFmts><cellXfs><xf/><xf numFmtId="200"/></cellXfs></styleSheet>',
  'xl/table.xml': '<table ref="A1:C3"/>',
}

const options = { numRuns: 60, seed: 20_261_123 }
const fraction = integer({ min: 0, max: 9_999 }).map((number) => number / 10_000)

describe('random damage', () => {
  it('of the workbook itself is none', async () => {
    const reading = await read(await zipOf(xml))
    expect(reading).toMatchObject({
      rows: [
        ['bolt', 1, 46_027],
        ['shared', null, '2026-01-05T12:00:00'],
      ],
    })
  })

  it('in the XML of a part is read or refused', async () => {
    const damage = record({
      part: constantFrom(...Object.keys(xml)),
      at: fraction,
      piece: constantFrom(...pieces),
      cut: integer({ min: 0, max: 30 }),
    })
    await assert(
      asyncProperty(damage, async ({ part, at, piece, cut }) => {
        const text = xml[part] ?? ''
        const from = Math.floor(at * text.length)
        const damaged = text.slice(0, from) + piece + text.slice(from + cut)
        await read(await zipOf({ ...xml, [part]: damaged }))
      }),
      options,
    )
  })

  it('in the bytes of the archive is read or refused', async () => {
    const sound = await zipOf(xml)
    const directory = sound.indexOf(Buffer.from('504b0102', 'hex'))
    const damage = record({
      at: fraction,
      value: constantFrom(0, 1, 0xff_ff, 0x7f_ff_ff_ff, 0xff_ff_ff_ff, 0xff_ff_ff_fe),
      size: constantFrom(1, 2, 4),
      cut: fraction,
      kind: constantFrom('value', 'directory', 'cut', 'hole'),
    })
    await assert(
      asyncProperty(damage, async ({ at, value, size, cut, kind }) => {
        const from = kind === 'directory' ? directory : 0
        const place = Math.min(from + Math.floor(at * (sound.length - from)), sound.length - size)
        if (kind === 'cut') await read(sound.subarray(0, place))
        else if (kind === 'hole') {
          const rest = sound.subarray(place + 1 + Math.floor(cut * 50))
          await read(Buffer.concat([sound.subarray(0, place), rest]))
        } else {
          const bytes = Buffer.from(sound)
          bytes.writeUIntLE(value % 256 ** size, place, size)
          await read(bytes)
        }
      }),
      options,
    )
  })
})
