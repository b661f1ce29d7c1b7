/** Creates workbooks part by part, with content that no regular program writes. */
import { writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

export interface HandMadeSheet {
  readonly name: string
  /** XML within `<sheetData>`. */
  readonly rows: string
  /** XML after the rows. */
  readonly after?: string
  /** Attributes of the sheet in the workbook. */
  readonly attributes?: string
  /** XML of tables on the sheet. */
  readonly tables?: readonly string[]
}

export interface HandMadeWorkbook {
  readonly sheets: readonly HandMadeSheet[]
  /** XML of shared strings, `<si>` elements. */
  readonly strings?: string
  /** XML of the styles, `<numFmts>` and `<cellXfs>`. */
  readonly styles?: string
  /** XML before the list of sheets. */
  readonly properties?: string
  /** XML after the list of sheets. */
  readonly names?: string
  /** Parts to add or to replace; null omits a part. */
  readonly parts?: Readonly<Record<string, string | Buffer | null>>
}

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'

const relationsXml = (entries: readonly (readonly [string, string])[]): string =>
  `<Relationships xmlns="${relations}">${entries
    .map(
      ([type, target], index) =>
        `<Relationship Id="rId${index + 1}" Type="${office}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

/** Returns the bytes of the archive. */
export async function buildWorkbook(workbook: HandMadeWorkbook): Promise<Buffer> {
  const { sheets, strings, styles, properties = '', names = '', parts = {} } = workbook
  const all: Record<string, string | Buffer | null> = {
    '_rels/.rels': relationsXml([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}">${properties}<sheets>${sheets
      .map(
        ({ name, attributes = '' }, index) =>
          `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}" ${attributes}/>`,
      )
      .join('')}</sheets>${names}</workbook>`,
    'xl/_rels/workbook.xml.rels': relationsXml([
      ...sheets.map((_, index) => ['worksheet', `worksheets/sheet${index + 1}.xml`] as const),
      ...(strings === undefined ? [] : [['sharedStrings', 'sharedStrings.xml'] as const]),
      ...(styles === undefined ? [] : [['styles', 'styles.xml'] as const]),
    ]),
  }
  for (const [index, { rows, after = '', tables = [] }] of sheets.entries()) {
    const number = index + 1
    all[`xl/worksheets/sheet${number}.xml`] =
      `<?xml version="1.0"?><worksheet xmlns="${main}" xmlns:r="${office}"><sheetData>${rows}</sheetData>${after}</worksheet>`
    if (tables.length === 0) continue
    all[`xl/worksheets/_rels/sheet${number}.xml.rels`] = relationsXml(
      tables.map((_, at) => ['table', `../tables/table${number}${at}.xml`]),
    )
    for (const [at, table] of tables.entries()) all[`xl/tables/table${number}${at}.xml`] = table
  }
  if (strings !== undefined) all['xl/sharedStrings.xml'] = `<sst xmlns="${main}">${strings}</sst>`
  if (styles !== undefined) all['xl/styles.xml'] = `<styleSheet xmlns="${main}">${styles}</styleSheet>`
  return zipOf({ ...all, ...parts })
}

/** Returns a zip archive with the given parts; omits parts that are null. */
export async function zipOf(parts: Readonly<Record<string, string | Buffer | null>>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(parts)) {
    if (content !== null) zip.addBuffer(Buffer.from(content), name)
  }
  zip.end()
  return buffer(zip.outputStream)
}

/** Returns the XML of rows with text cells, numbers and blanks, from the first row. */
export function rowsXml(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows
    .map((cells, index) => `<row r="${index + 1}">${cells.map(cellXml(index + 1)).join('')}</row>`)
    .join('')
}

const cellXml =
  (row: number) =>
  (value: string | number | null, column: number): string => {
    const address = `${String.fromCharCode(65 + column)}${row}`
    if (value === null) return ''
    if (typeof value === 'number') return `<c r="${address}"><v>${value}</v></c>`
    const text = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    return `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`
  }

export async function writeHandMade(path: string, workbook: HandMadeWorkbook): Promise<string> {
  await writeFile(path, await buildWorkbook(workbook))
  return path
}
