/** Renders cells as XML, according to the kind of their column. */
import { type CellKind, columnLetters, cutMark, longestCell } from '../cell-kinds.ts'
import { momentSerial, spanSerial, timeSerial } from '../serials.ts'
import { xmlText } from '../xml-text.ts'
import type { CellText, SheetColumn } from './sheet-source.ts'
import { styleOf } from './styles.ts'

type Render = (text: string) => string | undefined

const numberPattern = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/

const serial =
  (of: (text: string) => number | undefined): Render =>
  (text) => {
    const number = of(text)
    return number === undefined ? undefined : `><v>${number}</v></c>`
  }

/**
 * Functions that render the rest of a cell after its address and style, or return undefined for a value that does not
 * fit the kind.
 */
const renderers: Readonly<Record<Exclude<CellKind, 'text'>, Render>> = {
  general: (text) => (numberPattern.test(text) ? `><v>${text}</v></c>` : undefined),
  boolean: (text) =>
    text === 't' || text === 'true'
      ? ' t="b"><v>1</v></c>'
      : text === 'f' || text === 'false'
        ? ' t="b"><v>0</v></c>'
        : undefined,
  moment: serial(momentSerial),
  date: serial(momentSerial),
  time: serial(timeSerial),
  span: serial(spanSerial),
}

const blanks = /^\s|\s$|[\n\r\t]| {2}/

/** What to do with texts that are too long for a cell. */
export type TooLong = 'cut' | 'refuse'

/** Renders a text as an inline string, so that it never becomes a formula. */
function textCell(text: string): string {
  const space = blanks.test(text) ? ' xml:space="preserve"' : ''
  return ` t="inlineStr"><is><t${space}>${xmlText(text)}</t></is></c>`
}

/** Cuts a text to the length of a cell including the mark, without splitting a character. */
function cutText(text: string): string {
  const mark = cutMark(text.length)
  const kept = longestCell - mark.length
  const half = /[\uD800-\uDBFF]/.test(text[kept - 1] ?? '')
  return `${text.slice(0, half ? kept - 1 : kept)}${half ? '…' : ''}${mark}`
}

/** Renders a cell; its address consists of the letters of the column and the number of the row. */
export type CellRenderer = (text: CellText, row: number) => string

/**
 * Returns the renderer of a column.
 * @throws Error through `refuse`, with the address of the cell, for a text that is too long for a cell
 */
export function cellRenderer(
  column: SheetColumn,
  index: number,
  refuse: ((address: string, column: SheetColumn, length: number) => never) | undefined,
): CellRenderer {
  const letters = columnLetters(index)
  const render = column.kind === 'text' ? undefined : renderers[column.kind]
  const style = styleOf[column.kind]
  const styled = style === 0 ? '"' : `" s="${style}"`
  const asText = `" s="${styleOf.text}"`
  return (text, row) => {
    if (text === null || text === '') return ''
    const fitting = render?.(text)
    if (fitting !== undefined) return `<c r="${letters}${row}${styled}${fitting}`
    if (text.length <= longestCell) return `<c r="${letters}${row}${asText}${textCell(text)}`
    if (refuse !== undefined) refuse(`${letters}${row}`, column, text.length)
    return `<c r="${letters}${row}${asText}${textCell(cutText(text))}`
  }
}
