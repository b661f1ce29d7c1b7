/** Aligns the cells of a table of text. */
import { oneLine, textWidth } from './text-width.ts'

/** A column of a table whose rows are objects. */
export interface TextColumn<Row> {
  readonly head: string
  readonly text: (row: Row) => string
}

/** Minimum width for the last column, which may wrap at the end of the line. */
const leastRoom = 40

/**
 * Returns the lines of a table with a head. Line ends within a cell become blanks. If the columns are wider than the
 * terminal, each row becomes a block of lines instead, with the head of the column before each value.
 * @param width columns of the terminal
 */
export function textTable<Row>(
  columns: readonly TextColumn<Row>[],
  rows: readonly Row[],
  width = Infinity,
): readonly [head: string, ...rows: string[]] {
  const heads = columns.map(({ head }) => head)
  const cells = rows.map((row) => columns.map(({ text }) => oneLine(text(row))))
  const widths = columnWidths([heads, ...cells])
  const last = widths.at(-1) ?? 0
  const needed = widths.reduce((sum, each) => sum + each + 2, 0) - 2 - last + Math.min(last, leastRoom)
  if (needed > width && rows.length > 0) return blocks(heads, cells)
  return [alignedLine(heads, widths), ...cells.map((line) => alignedLine(line, widths))]
}

/** Returns a block of lines per row, with an empty line between two. */
function blocks(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): readonly [string, ...string[]] {
  const widths = [Math.max(...heads.map(textWidth))]
  const [first = '', ...others] = rows.flatMap((cells, row) => [
    ...(row === 0 ? [] : ['']),
    ...cells.map((cell, at) => alignedLine([heads[at] ?? '', cell], widths)),
  ])
  return [first, ...others]
}

/** Returns the width of each column: that of its longest cell. */
export const columnWidths = (lines: readonly (readonly string[])[]): readonly number[] =>
  (lines[0] ?? []).map((_, at) => Math.max(...lines.map((line) => textWidth(line[at] ?? ''))))

/** Returns a line; cells without a width, such as the last one, are not padded. */
export const alignedLine = (cells: readonly string[], widths: readonly number[]): string =>
  cells
    .map((cell, at) => cell + ' '.repeat(Math.max(0, (widths[at] ?? 0) - textWidth(cell))))
    .join('  ')
    .trimEnd()
