/** Previews the first lines of a text file that is not a table. */
import { decodeText } from '../csv/decode.ts'
import type { Folder } from '../folders/folder.ts'
import { openSourceFile } from '../import/source-file.ts'

export interface LinesPreview {
  readonly lines: readonly string[]
  readonly more: boolean
}

/** Maximum number of characters of a line; `longest` limits the text that is read. */
const longestLine = 500
const longest = 256 * 1024

/** Returns the first lines of a file. Throws `file_refused` for bytes that are not valid text. */
export async function previewLines(
  folder: Folder,
  { name, gzip }: { readonly name: string; readonly gzip: boolean },
  {
    rows,
    charset,
    signal,
  }: { readonly rows: number; readonly charset: string; readonly signal: AbortSignal },
): Promise<LinesPreview> {
  await using source = await openSourceFile(folder, { name, gzip, workbook: false, signal })
  let text = ''
  let whole = true
  for await (const piece of decodeText(source.bytes(), charset).text) {
    text += piece
    if (text.length > longest || text.split('\n').length > rows + 1) {
      whole = false
      break
    }
  }
  const lines = text.split(/\r?\n/)
  if (whole && lines.at(-1) === '') lines.pop()
  return {
    lines: lines
      .slice(0, rows)
      .map((line) => (line.length > longestLine ? `${line.slice(0, longestLine)}…` : line)),
    more: !whole || lines.length > rows,
  }
}
