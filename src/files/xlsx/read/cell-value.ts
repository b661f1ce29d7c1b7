/** Computes the value of a cell from its type, its number format and its text. */
import type { Cell } from '../../tables/source-table.ts'
import { type CellKind, longestCell, wasCut } from '../cell-kinds.ts'
import { type Epoch, serialMoment, serialSpan } from '../serials.ts'
import { asCellText, type SharedStrings } from './shared-strings.ts'

export interface CellReading {
  readonly strings: SharedStrings
  readonly formats: readonly CellKind[]
  readonly epoch: Epoch
}

export interface RawCell {
  /** Attribute `t` of the cell: `s`, `str`, `inlineStr`, `b`, `e`, `d` or `n`. */
  readonly type: string
  readonly style: number
  readonly text: string
  readonly formula: boolean
}

/** Fault of a cell; the message is preceded by the address of the cell. */
export class CellTrouble {
  readonly fault: string
  /** Value to show in the file of rejected rows. */
  readonly cell: Cell

  constructor(fault: string, cell: Cell) {
    this.fault = fault
    this.cell = cell
  }
}

export function cellValue(raw: RawCell, reading: CellReading): Cell | CellTrouble {
  const { type, text } = raw
  switch (type) {
    case 's':
      return sharedValue(text, reading.strings)
    case 'str':
    case 'inlineStr':
      return textValue(asCellText(text))
    case 'b':
      return text.trim() === '' ? null : text.trim() === '1' || text.trim() === 'true'
    case 'e':
      return new CellTrouble(`holds the error ${text.slice(0, 20)}`, text)
    case 'd':
      return text.replace(/^T/, '').replace(/Z$/, '')
    default:
      return numberValue(raw, reading)
  }
}

function sharedValue(text: string, strings: SharedStrings): Cell | CellTrouble {
  const found = strings.at(text.trim() === '' ? Number.NaN : Number(text))
  return found === undefined
    ? new CellTrouble(`refers to the text ${text.slice(0, 20)}, which the file does not hold`, null)
    : textValue(found)
}

function textValue(text: string): Cell | CellTrouble {
  if (text.length > longestCell) {
    return new CellTrouble('holds more than 32,767 characters, which no cell can', text.slice(0, longestCell))
  }
  return wasCut(text) ? new CellTrouble('holds a text that was cut when it was exported', text) : text
}

function numberValue({ text, style, formula }: RawCell, { formats, epoch }: CellReading): Cell | CellTrouble {
  if (text === '') {
    return formula
      ? new CellTrouble(
          'holds a formula without a result; open the file in a spreadsheet program and save it',
          null,
        )
      : null
  }
  const number = Number(text)
  if (!Number.isFinite(number))
    return new CellTrouble(`holds "${text.slice(0, 50)}", which is no number`, text)
  switch (formats[style] ?? 'general') {
    case 'moment':
    case 'date':
      return momentValue(number, epoch)
    case 'time':
      // Formats without a date are used for times of day, for durations, and to hide the date.
      return number < longestSpan ? serialSpan(number) : momentValue(number, epoch)
    case 'span':
      return serialSpan(number)
    default:
      return number
  }
}

/** In days. A longer value with a format of hours and minutes is a date of which only the time is shown. */
const longestSpan = 1000

const momentValue = (number: number, epoch: Epoch): Cell | CellTrouble =>
  serialMoment(number, epoch) ??
  new CellTrouble(`holds the number ${number}, which is no date that a spreadsheet knows`, number)
