/**
 * Renders one sheet as XML, piece by piece: a bold, frozen header with a filter, and rows as they arrive. A full
 * sheet ends, and the remaining rows continue in another sheet.
 */
import { columnLetters, mostRows } from '../cell-kinds.ts'
import { xmlAttribute, xmlText } from '../xml-text.ts'
import { type CellRenderer, cellRenderer } from './cell-xml.ts'
import type { CellText, SheetColumn } from './sheet-source.ts'
import { styleOf } from './styles.ts'

/** Rows to write; each sheet takes as many as it can hold. */
export class RowFeed {
  readonly #batches: AsyncIterator<readonly (readonly CellText[])[]>
  #batch: readonly (readonly CellText[])[] = []
  #at = 0
  #done = false

  constructor(rows: AsyncIterable<readonly (readonly CellText[])[]>) {
    this.#batches = rows[Symbol.asyncIterator]()
  }

  /** Returns at most that many of the next rows; none at the end. */
  async take(most: number): Promise<readonly (readonly CellText[])[]> {
    while (!this.#done && this.#at >= this.#batch.length) {
      const next = await this.#batches.next()
      this.#done = next.done === true
      this.#batch = next.done === true ? [] : next.value
      this.#at = 0
    }
    const rows = this.#batch.slice(this.#at, this.#at + most)
    this.#at += rows.length
    return rows
  }

  /** Returns whether there is another row. */
  async more(): Promise<boolean> {
    const [row] = await this.take(1)
    if (row === undefined) return false
    this.#at -= 1
    return true
  }

  async close(): Promise<void> {
    await this.#batches.return?.()
  }
}

export interface SheetLimits {
  /** Maximum number of rows of a sheet, including the header. */
  readonly rows: number
  /** Number of characters after which a sheet ends, so that its part of the archive stays below 4 GB. */
  readonly characters: number
}

export const sheetLimits: SheetLimits = { rows: mostRows, characters: 1_300_000_000 }

/** Number of rows of a sheet, known after it is written. */
export interface WrittenSheet {
  rows: number
}

const rowsPerPiece = 200

export interface SheetOptions {
  readonly limits: SheetLimits
  /** Whether the sheet is selected; the first one is. */
  readonly selected: boolean
  readonly refuse: ((address: string, column: SheetColumn, length: number) => never) | undefined
}

/** Yields the XML of a sheet. Afterward `written` contains the number of its rows, including the header. */
export async function* sheetXml(
  columns: readonly SheetColumn[],
  feed: RowFeed,
  written: WrittenSheet,
  { limits, selected, refuse }: SheetOptions,
): AsyncGenerator<string> {
  const cells = columns.map((column, index) => cellRenderer(column, index, refuse))
  const headers = columns.map((column, index) => headerCell(column, index))
  yield `${opening(columns, selected)}<sheetData><row r="1">${headers.join('')}</row>`
  written.rows = 1
  for (let length = 0; written.rows < limits.rows && length < limits.characters;) {
    const rows = await feed.take(Math.min(rowsPerPiece, limits.rows - written.rows))
    if (rows.length === 0) break
    const piece = rowsXml(rows, cells, written.rows + 1)
    written.rows += rows.length
    length += piece.length
    yield piece
  }
  yield `</sheetData>${closing(columns, written.rows)}`
}

function rowsXml(
  rows: readonly (readonly CellText[])[],
  cells: readonly CellRenderer[],
  first: number,
): string {
  let xml = ''
  let number = first
  for (const row of rows) {
    xml += `<row r="${number}">`
    for (let index = 0; index < cells.length; index += 1) xml += cells[index]!(row[index] ?? null, number)
    xml += '</row>'
    number += 1
  }
  return xml
}

const headerCell = ({ header }: SheetColumn, index: number): string =>
  `<c r="${columnLetters(index)}1" s="${styleOf.header}" t="inlineStr"><is><t>${xmlText(header)}</t></is></c>`

const kindWidths: Readonly<Record<SheetColumn['kind'], number>> = {
  general: 11,
  text: 18,
  boolean: 8,
  moment: 20,
  date: 12,
  time: 10,
  span: 12,
}

/** East Asian characters are twice as wide. */
const roomOf = (text: string): number =>
  Array.from(text).reduce((room, letter) => room + (letter > '\u2e7f' ? 2 : 1), 0)

const widthOf = ({ kind, header, width }: SheetColumn): number =>
  width ?? Math.min(60, Math.max(kindWidths[kind], roomOf(header) + 4))

function opening(columns: readonly SheetColumn[], selected: boolean): string {
  const widths = columns
    .map((column, index) => {
      const style = styleOf[column.kind]
      return `<col min="${index + 1}" max="${index + 1}" width="${widthOf(column)}"${style === 0 ? '' : ` style="${style}"`} customWidth="1"/>`
    })
    .join('')
  const tab = selected ? ' tabSelected="1"' : ''
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheetViews><sheetView${tab} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>${widths === '' ? '' : `<cols>${widths}</cols>`}`
}

/**
 * Renders what follows the rows: the filter, the choice lists, the setting that hides warnings about numbers stored
 * as text, and the comments.
 */
function closing(columns: readonly SheetColumn[], rows: number): string {
  const area = `A1:${columnLetters(Math.max(0, columns.length - 1))}${rows}`
  const lists = columns.flatMap(({ choices }, index) => {
    const list = choices === undefined ? '' : choices.join(',')
    // Longer lists do not fit, and values with a comma would be split.
    if (list === '' || list.length > 255 || choices!.some((choice) => choice.includes(','))) return []
    const letters = columnLetters(index)
    const range = `${letters}2:${letters}${mostRows}`
    return [
      `<dataValidation type="list" allowBlank="1" sqref="${range}"><formula1>"${xmlText(list).replaceAll('"', '""')}"</formula1></dataValidation>`,
    ]
  })
  const validations =
    lists.length === 0 ? '' : `<dataValidations count="${lists.length}">${lists.join('')}</dataValidations>`
  const comments = columns.some(({ note }) => note !== undefined) ? '<legacyDrawing r:id="rId2"/>' : ''
  const filter = columns.length === 0 ? '' : `<autoFilter ref="${area}"/>`
  return `${filter}${validations}<ignoredErrors><ignoredError sqref="${xmlAttribute(area)}" numberStoredAsText="1"/></ignoredErrors>${comments}</worksheet>`
}
