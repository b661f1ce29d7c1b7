/** Computes the value of a cell from its type, its number format and its text. */
import type { Message } from '../../../errors/messages.ts'
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

/** Fault of a cell; the text of its message is preceded by the address of the cell. */
export class CellTrouble {
  readonly fault: Message
  /** Value to show in the file of rejected rows. */
  readonly cell: Cell

  constructor(fault: Message, cell: Cell) {
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
      return new CellTrouble({ code: 'cell_error', params: { error: text.slice(0, 20) } }, text)
    case 'd':
      return text.replace(/^T/, '').replace(/Z$/, '')
    default:
      return numberValue(raw, reading)
  }
}

function sharedValue(text: string, strings: SharedStrings): Cell | CellTrouble {
  const found = strings.at(text.trim() === '' ? Number.NaN : Number(text))
  return found === undefined
    ? new CellTrouble({ code: 'cell_text_missing', params: { number: text.slice(0, 20) } }, null)
    : textValue(found)
}

function textValue(text: string): Cell | CellTrouble {
  if (text.length > longestCell) {
    return new CellTrouble({ code: 'cell_too_long' }, text.slice(0, longestCell))
  }
  return wasCut(text) ? new CellTrouble({ code: 'cell_text_cut' }, text) : text
}

function numberValue({ text, style, formula }: RawCell, { formats, epoch }: CellReading): Cell | CellTrouble {
  if (text === '') {
    return formula ? new CellTrouble({ code: 'cell_formula_without_result' }, null) : null
  }
  const number = Number(text)
  if (!Number.isFinite(number))
    return new CellTrouble({ code: 'cell_no_number', params: { text: text.slice(0, 50) } }, text)
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
  serialMoment(number, epoch) ?? new CellTrouble({ code: 'cell_no_date', params: { number } }, number)
