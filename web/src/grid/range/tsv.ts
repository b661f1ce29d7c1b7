/** Clipboard format of spreadsheets: tabs between cells, quotes around cells that contain tabs or line breaks. */

/** Parses rows of cells; the final line break of spreadsheets does not create a row. */
export function parseTsv(given: string): readonly (readonly string[])[] {
  const text = given.replaceAll('\r\n', '\n').replaceAll('\r', '\n').replace(/\n$/, '')
  if (!text.includes('"')) return text.split('\n').map((line) => line.split('\t'))
  const rows: string[][] = [[]]
  let at = 0
  while (at <= text.length) {
    const [cell, end] = text[at] === '"' ? quoted(text, at) : plain(text, at)
    rows.at(-1)!.push(cell)
    if (text[end] === '\n') rows.push([])
    at = end + 1
  }
  return rows
}

function plain(text: string, from: number): readonly [string, number] {
  const ends = [text.indexOf('\t', from), text.indexOf('\n', from)].filter((end) => end >= 0)
  const end = ends.length === 0 ? text.length : Math.min(...ends)
  return [text.slice(from, end), end]
}

/** Parses a quoted cell. A quote that is not closed is an ordinary character, because texts may contain inches. */
function quoted(text: string, from: number): readonly [string, number] {
  let at = from + 1
  let cell = ''
  while (at < text.length) {
    const next = text.indexOf('"', at)
    if (next < 0) break
    cell += text.slice(at, next)
    if (text[next + 1] !== '"') {
      const end = next + 1
      return end === text.length || text[end] === '\t' || text[end] === '\n' ? [cell, end] : plain(text, from)
    }
    cell += '"'
    at = next + 2
  }
  return plain(text, from)
}

/** Returns cells in the clipboard format of spreadsheets. */
export function formatTsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(escapeCell).join('\t')).join('\n')
}

const escapeCell = (cell: string): string =>
  /["\t\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
