/**
 * Parses the XML of a sheet into rows as it arrives: values of cells by column, without blank rows. Also collects
 * facts for the remarks of the import.
 */
import type { Message } from '../../../errors/messages.ts'
import { type BrokenRow, type Cell, mostColumns, type TableRow } from '../../tables/source-table.ts'
import { columnLetters } from '../cell-kinds.ts'
import { type Area, areaOf, columnOf } from './area.ts'
import { refusedFile } from './archive.ts'
import { type CellReading, CellTrouble, cellValue } from './cell-value.ts'
import { longestCell } from '../cell-kinds.ts'
import { attributeOf, attributesOf, type XmlHandler } from './xml-scanner.ts'

export type SheetRow = TableRow | (BrokenRow & { readonly cells: readonly Cell[] })

/** The part of the sheet that is read. */
export interface ReadArea extends Area {
  /** Whether the rows directly below belong to the area, because filters are seldom extended when rows are added. */
  readonly grows: boolean
}

/** Maximum number of merged areas that a remark names. */
export const mostMergedNamed = 5

export class SheetScan implements XmlHandler {
  readonly #reading: CellReading
  readonly #area: ReadArea | undefined
  #ready: SheetRow[] = []
  #row = 0
  #column = -1
  #cells: Cell[] = []
  #fault: Message | undefined
  #type = 'n'
  #style = 0
  #formula = false
  #text = ''
  #taking = false
  #phonetic = false
  #inData = false
  /** Number of cells of the header, once its row is complete. */
  #width: number | undefined
  #lastRow = 0
  /** Number of the first row that is not blank. */
  headerRow = 0
  /** Number of rows below the area that are not blank. */
  rowsBelow = 0
  /** Whether cells to the left or right of the area are not blank. */
  cellsBeside = false
  /** The first merged areas, as many as remarks name and one more. */
  readonly merged: string[] = []
  /** Area of the filter, which is at the end of the sheet. */
  filter: Area | undefined

  constructor(reading: CellReading, area: ReadArea | undefined) {
    this.#reading = reading
    this.#area = area
  }

  /** Returns the rows that were completed since the last call. */
  take(): readonly SheetRow[] {
    const rows = this.#ready
    this.#ready = []
    return rows
  }

  open(name: string, tag: string): void {
    if (!this.#inData) {
      this.#openBeside(name, tag)
      return
    }
    switch (name) {
      case 'c':
        this.#openCell(tag)
        break
      case 'v':
        this.#taking = true
        break
      case 't':
        this.#taking = !this.#phonetic
        break
      case 'row':
        this.#openRow(tag)
        break
      case 'f':
        this.#formula = true
        break
      case 'rPh':
        this.#phonetic = true
        break
      default:
    }
  }

  text(piece: string): void {
    if (this.#taking && this.#text.length <= longestCell) this.#text += piece
  }

  close(name: string): void {
    if (!this.#inData) return
    switch (name) {
      case 'c':
        this.#closeCell()
        break
      case 'v':
      case 't':
        this.#taking = false
        break
      case 'row':
        this.#closeRow()
        break
      case 'rPh':
        this.#phonetic = false
        break
      case 'sheetData':
        this.#inData = false
        break
      default:
    }
  }

  #openBeside(name: string, tag: string): void {
    if (name === 'sheetData') this.#inData = true
    else if (name === 'mergeCell') this.#noteMerged(attributesOf(tag).get('ref') ?? '')
    else if (name === 'autoFilter') this.filter = areaOf(attributesOf(tag).get('ref') ?? '')
  }

  #noteMerged(reference: string): void {
    if (this.merged.length > mostMergedNamed) return
    const area = areaOf(reference)
    if (area === undefined || area.lastRow <= this.headerRow) return
    if (area.firstRow !== area.lastRow || area.firstColumn !== area.lastColumn) this.merged.push(reference)
  }

  #openRow(tag: string): void {
    const given = attributeOf(tag, ' r=')
    this.#row = given === undefined ? this.#row + 1 : Number(given)
    if (!Number.isSafeInteger(this.#row) || this.#row < 1)
      throw new Error(`a row has the number "${given?.slice(0, 20)}"`)
    this.#column = -1
    this.#cells = []
    this.#fault = undefined
  }

  #openCell(tag: string): void {
    const reference = attributeOf(tag, ' r=')
    this.#column = reference === undefined ? this.#column + 1 : columnOf(reference)
    if (this.#column < 0 || this.#column >= mostColumns) {
      throw refusedFile({ code: 'cell_beyond_sheet', params: { row: this.#row, column: this.#column + 1 } })
    }
    this.#type = attributeOf(tag, ' t=') ?? 'n'
    this.#style = Number(attributeOf(tag, ' s=') ?? 0)
    this.#formula = false
    this.#text = ''
  }

  #closeCell(): void {
    if (this.#text === '' && !this.#formula) return
    const raw = { type: this.#type, style: this.#style, text: this.#text, formula: this.#formula }
    const value = cellValue(raw, this.#reading)
    if (value === null || value === '') return
    const area = this.#area
    const position = this.#column - (area?.firstColumn ?? 0)
    if (area !== undefined && (position < 0 || this.#column > area.lastColumn)) {
      this.cellsBeside ||= this.#row >= area.firstRow && this.#row <= area.lastRow
      return
    }
    const { cell, fault } = value instanceof CellTrouble ? value : { cell: value }
    if (fault !== undefined) {
      const params = { cell: `${columnLetters(this.#column)}${this.#row}`, fault }
      this.#fault ??= { code: 'cell_at', params }
    }
    this.#put(position, cell)
  }

  /** Stores a cell. Of the cells beyond the header, with which the row is faulty, only the first one is kept. */
  #put(position: number, cell: Cell): void {
    const width = this.#width ?? position
    if (position > width && this.#cells.length > width) return
    const place = Math.min(position, width)
    for (let blank = this.#cells.length; blank < place; blank += 1) this.#cells.push(null)
    this.#cells[place] = cell
  }

  #closeRow(): void {
    if (this.#cells.length === 0 || this.#row < (this.#area?.firstRow ?? 0)) return
    if (!this.#belongs(this.#row)) {
      this.rowsBelow += 1
      return
    }
    this.#lastRow = this.#row
    this.headerRow ||= this.#row
    this.#width ??= this.#cells.length
    const row = { line: this.#row, cells: this.#cells }
    this.#ready.push(this.#fault === undefined ? row : { ...row, fault: this.#fault })
  }

  #belongs(row: number): boolean {
    const area = this.#area
    if (area === undefined || row <= area.lastRow) return true
    return area.grows && row === Math.max(this.#lastRow, area.lastRow) + 1
  }
}
