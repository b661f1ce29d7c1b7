/** What cells of a spreadsheet hold, as formats of cells tell it: the same words for reading and writing. */

/**
 * `general` are numbers without a format, `text` is text whatever it looks like, `moment` a date with a time,
 * `span` a length of time.
 */
export type CellKind = 'general' | 'text' | 'boolean' | 'moment' | 'date' | 'time' | 'span'

/** Characters that one cell can hold. */
export const longestCell = 32_767

/** Rows and columns that a sheet can have. */
export const mostRows = 1_048_576
export const mostColumns = 16_384

/** Letters of a column, counted from 0: A, B, …, Z, AA. */
export function columnLetters(index: number): string {
  let letters = ''
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  }
  return letters
}

/** What stands at the end of a text that was cut to fit into a cell. */
export const cutMark = (length: number): string => `… [${length} characters, cut to fit into a cell]`

/** Whether a text was cut when it was written. */
export const wasCut = (text: string): boolean =>
  text.length === longestCell && / \[\d+ characters, cut to fit into a cell\]$/.test(text)
