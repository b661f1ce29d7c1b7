/** Defines the kinds of cell values of a spreadsheet according to their cell formats, for reading and writing. */

/**
 * `general` is a number without a format, `text` is text whatever it looks like, `moment` is a date with a time,
 * `span` is a duration.
 */
export type CellKind = 'general' | 'text' | 'boolean' | 'moment' | 'date' | 'time' | 'span'

/** Maximum number of characters in a cell. */
export const longestCell = 32_767

/** Maximum number of rows of a sheet. */
export const mostRows = 1_048_576

/** Returns the letters of a column, counted from 0: A, B, …, Z, AA. */
export function columnLetters(index: number): string {
  let letters = ''
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  }
  return letters
}

/** Returns the mark at the end of a text that was cut to fit into a cell. */
export const cutMark = (length: number): string => `… [${length} characters, cut to fit into a cell]`

/** Returns whether a text was cut when it was written. */
export const wasCut = (text: string): boolean =>
  text.length === longestCell && / \[\d+ characters, cut to fit into a cell\]$/.test(text)
