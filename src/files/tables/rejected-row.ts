/** A row that was not imported, and the same in words: place, field, value and reason, one line per fault. */
import type { Cell } from './source-table.ts'

/** What is wrong with a cell of a rejected row, or with the row. */
export interface RowFault {
  /** Name of the field; empty when the row as a whole is meant. */
  readonly field: string
  /** What stands in the cell; absent when there is none. */
  readonly value?: Cell
  readonly reason: string
}

export interface RejectedRow {
  readonly sheet?: string
  readonly line: number
  /** Decimal separator of the table. */
  readonly decimal: '.' | ','
  readonly header: readonly string[]
  readonly cells: readonly Cell[]
  readonly faults: readonly RowFault[]
}

/** Lines such as `line 12, due "31/02/2026": Datetime has wrong format.` */
export function describeRejected({ sheet, line, faults }: RejectedRow): readonly string[] {
  const place = sheet === undefined ? `line ${line}` : `sheet "${sheet}", row ${line}`
  return faults.map((fault) => `${place}${subject(fault)}: ${fault.reason}`)
}

const subject = ({ field, value }: RowFault): string =>
  field === '' ? '' : value === undefined ? `, ${field}` : `, ${field} ${shownCell(value)}`

const longest = 100

/** The cell as people find it in the file, without what could disturb a terminal or make two lines of one. */
function shownCell(value: Cell): string {
  const text = value === null ? '' : String(value)
  const cut = text.length > longest ? `${text.slice(0, longest)}…` : text
  return JSON.stringify(cut.toWellFormed())
}

/** Header of the column that says why a row was rejected; imports pass it over in silence. */
export const reasonHeader = 'rejected because'

/** Reason of a rejected row in one line, for the file of rejected rows. */
export function rejectionReason({ line, faults }: RejectedRow): string {
  const reasons = faults.map(({ field, reason }) => (field === '' ? reason : `${field}: ${reason}`)).join(' ')
  return `line ${line}: ${reasons}`
}
