/** Aligns the cells of a table of text. */

/** A column of a table whose rows are objects. */
export interface TextColumn<Row> {
  readonly head: string
  readonly text: (row: Row) => string
}

/** Returns the lines of a table with a head. Line ends within a cell become blanks. */
export function textTable<Row>(
  columns: readonly TextColumn<Row>[],
  rows: readonly Row[],
): readonly [head: string, ...rows: string[]] {
  const heads = columns.map(({ head }) => head)
  const cells = rows.map((row) => columns.map(({ text }) => text(row).replaceAll(/\s+/g, ' ')))
  const widths = columnWidths([heads, ...cells])
  return [alignedLine(heads, widths), ...cells.map((line) => alignedLine(line, widths))]
}

/** Returns the width of each column, in characters: that of its longest cell. */
export const columnWidths = (lines: readonly (readonly string[])[]): readonly number[] =>
  (lines[0] ?? []).map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)))

/** Returns a line; cells without a width, such as the last one, are not padded. */
export const alignedLine = (cells: readonly string[], widths: readonly number[]): string =>
  cells
    .map((cell, at) => cell.padEnd(widths[at] ?? 0))
    .join('  ')
    .trimEnd()
