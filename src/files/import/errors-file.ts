/**
 * Writes the rejected rows of a file as a CSV file that can be corrected and imported: a column with the reason, then
 * the cells as they were in the file. Written row by row.
 */
import { byteOrderMark } from '../../data/read/index.ts'
import { delimiterFor } from '../csv/read-csv.ts'
import { createDraft, type Draft } from '../folders/draft.ts'
import type { Folder } from '../folders/folder.ts'
import { type RejectedRow, reasonHeader, rejectionReason } from '../tables/rejected-row.ts'
import type { Cell, SourceTable } from '../tables/source-table.ts'

export interface ErrorsFile extends AsyncDisposable {
  add(row: RejectedRow): Promise<void>
  /** Gives the file its final name. */
  publish(name: string): Promise<void>
}

const bufferLength = 64 * 1024

/** Creates the file. Disposing of it before it is published deletes it. */
export async function createErrorsFile(
  folder: Folder,
  { decimal, header, numbers }: Pick<RejectedRow, 'decimal' | 'header' | 'numbers'>,
): Promise<ErrorsFile> {
  const delimiter = delimiterFor(decimal)
  const line = (reason: string, cells: readonly Cell[]): string => {
    const texts = cells.map((cell, position) => textOf(cell, numbers.has(position) ? decimal : '.'))
    return `${[reason, ...texts].map((text) => csvCell(text, delimiter)).join(delimiter)}\n`
  }
  const draft: Draft = await createDraft(folder)
  let waiting = byteOrderMark + line(reasonHeader, header)
  const flush = async (): Promise<void> => {
    const text = waiting
    waiting = ''
    await draft.write(Buffer.from(text))
  }
  return {
    add: async (row) => {
      waiting += line(rejectionReason(row), row.cells)
      if (waiting.length > bufferLength) await flush()
    },
    publish: async (name) => {
      await flush()
      await draft.publish(name)
    },
    [Symbol.asyncDispose]: () => draft[Symbol.asyncDispose](),
  }
}

/** A number of a spreadsheet that is not in a column of numbers is text, such as a key, and keeps its point. */
function textOf(cell: Cell, decimal: SourceTable['decimal']): string {
  if (cell === null) return ''
  return typeof cell === 'number' ? String(cell).replace('.', decimal) : String(cell)
}

function csvCell(text: string, delimiter: string): string {
  const special = text.includes(delimiter) || /["\r\n]|^[\s#]|\s$/.test(text)
  return special ? `"${text.replaceAll('"', '""')}"` : text
}
