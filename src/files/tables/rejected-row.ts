/** Defines rejected rows and formats them as text: place, field, value and reason, one line per fault. */
import { joinSentences, type Message, messageText } from '../../errors/messages.ts'
import type { Cell } from './source-table.ts'

/** Fault of a cell of a rejected row, or of the whole row. */
export interface RowFault {
  /** Name of the field; empty for a fault of the whole row. */
  readonly field: string
  /** Value of the cell; absent if there is no cell. */
  readonly value?: Cell
  readonly reason: Message
}

export interface RejectedRow {
  readonly sheet?: string
  readonly line: number
  /** Decimal separator of the table. */
  readonly decimal: '.' | ','
  readonly header: readonly string[]
  /** Positions of the columns of numbers. */
  readonly numbers: ReadonlySet<number>
  readonly cells: readonly Cell[]
  readonly faults: readonly RowFault[]
}

/** Returns lines such as `line 12, due "31/02/2026": Datetime has wrong format.` */
export function rejectedLines({ sheet, line, faults }: RejectedRow): readonly Message[] {
  const place: Message =
    sheet === undefined
      ? { code: 'place_line', params: { line } }
      : { code: 'place_row', params: { sheet, row: line } }
  return faults.map((fault) => {
    const named = subject(fault)
    const where: Message =
      named === undefined ? place : { code: 'listed', params: { before: place, after: named } }
    return { code: 'nested', params: { field: where, message: fault.reason } }
  })
}

/** Returns the same lines in English. */
export const describeRejected = (row: RejectedRow): readonly string[] =>
  rejectedLines(row).map((line) => messageText(line))

const subject = ({ field, value }: RowFault): string | undefined =>
  field === '' ? undefined : value === undefined ? field : `${field} ${shownCell(value)}`

/** Returns the reason of all messages about one field. */
export const joinReasons = ([first, ...others]: readonly Message[]): Message =>
  first === undefined ? { code: 'plain_text', params: { text: '' } } : joinSentences(first, ...others)

const longest = 100

/** Formats the cell as in the file, without characters that could disturb a terminal or start a new line. */
function shownCell(value: Cell): string {
  const text = value === null ? '' : String(value)
  const cut = text.length > longest ? `${text.slice(0, longest)}…` : text
  return JSON.stringify(cut.toWellFormed())
}

/** Header of the column with the reason of the rejection; imports skip it without a remark. */
export const reasonHeader = 'rejected because'

/** Returns the reasons of a rejected row in one line, for the file of rejected rows. */
export function rejectionReason({ line, faults }: RejectedRow): string {
  const reasons = faults
    .map(({ field, reason }) => (field === '' ? messageText(reason) : `${field}: ${messageText(reason)}`))
    .join(' ')
  return `line ${line}: ${reasons}`
}
