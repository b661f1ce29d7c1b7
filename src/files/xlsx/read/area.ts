/** Rectangles of cells. */

/** Rows count from 1, columns from 0; both ends are included. */
export interface Area {
  readonly firstRow: number
  readonly lastRow: number
  readonly firstColumn: number
  readonly lastColumn: number
}

/** Returns the position of a column by its letters, counted from 0; -1 if there are no letters. */
export function columnOf(reference: string): number {
  let column = 0
  for (let at = 0; at < reference.length; at += 1) {
    const code = reference.charCodeAt(at) & 0xdf
    if (code < 65 || code > 90) break
    column = column * 26 + code - 64
  }
  return column - 1
}

/** Parses `A1:F20` or `$A$1:$F$20`; returns undefined for anything else. */
export function areaOf(text: string): Area | undefined {
  const match = /^\$?([A-Za-z]{1,3})\$?(\d{1,7})(?::\$?([A-Za-z]{1,3})\$?(\d{1,7}))?$/.exec(text.trim())
  if (match === null) return undefined
  const [, left = '', top = '', right = left, bottom = top] = match
  return {
    firstRow: Number(top),
    lastRow: Number(bottom),
    firstColumn: columnOf(left),
    lastColumn: columnOf(right),
  }
}
