/** Downloads rows as a CSV file. */
import { saveAs } from '../files/save-as.ts'

type Cell = string | number | null | undefined

/** Escapes values that a spreadsheet would interpret as formulas. */
function quoted(cell: Cell): string {
  const text = String(cell ?? '')
  const safe = typeof cell === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const toCsv = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('')

export function saveRows(name: string, rows: readonly (readonly Cell[])[]): void {
  // Includes the byte order mark by which spreadsheets detect UTF-8.
  saveAs(new Blob(['\uFEFF', toCsv(rows)], { type: 'text/csv;charset=utf-8' }), name)
}
