/** Aligns the cells of a table of text. */

/** Returns the width of each column, in characters: that of its longest cell. */
export const columnWidths = (lines: readonly (readonly string[])[]): readonly number[] =>
  (lines[0] ?? []).map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)))

/** Returns a line; cells without a width, such as the last one, are not padded. */
export const alignedLine = (cells: readonly string[], widths: readonly number[]): string =>
  cells
    .map((cell, at) => cell.padEnd(widths[at] ?? 0))
    .join('  ')
    .trimEnd()
