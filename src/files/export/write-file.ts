/** Writes the result of a read to a draft: rendered with a list format, and compressed if the file format requires it. */
import type { Readable } from 'node:stream'
import type { DataContext } from '../../data/context.ts'
import { createGzipWriter } from '../../data/gzip-writer.ts'
import type { FormatOptions, ReadRequest } from '../../data/read/index.ts'
import { createDraft, type Draft } from '../folders/draft.ts'
import type { Folder } from '../folders/folder.ts'
import { listFormatByName } from '../list-formats.ts'
import type { FileFormat } from './file-format.ts'

/** Compression level; the default of `gzip`. */
const compression = 6

export interface WrittenFile {
  readonly draft: Draft
  readonly rows: number
}

/** Writes the complete draft and syncs it to disk. Deletes the draft on failure. */
export async function writeFile(
  context: DataContext,
  request: ReadRequest,
  { folder, format, options }: { folder: Folder; format: FileFormat; options: FormatOptions },
): Promise<WrittenFile> {
  const list = listFormatByName.get(format.list)
  if (list === undefined) throw new Error(`There is no format "${format.list}".`)
  const draft = await createDraft(folder)
  let rows = 0
  try {
    const body = await list.open(context, request, { ...options, onRows: (count) => (rows = count) })
    await copyInto(draft, body, format.gzip)
    await draft.seal()
    return { draft, rows }
  } catch (error) {
    await draft[Symbol.asyncDispose]()
    throw error
  }
}

async function copyInto(draft: Draft, body: Buffer | Readable, gzip: boolean): Promise<void> {
  const chunks: AsyncIterable<Buffer> | readonly Buffer[] = Buffer.isBuffer(body) ? [body] : body
  if (!gzip) {
    for await (const chunk of chunks) await draft.write(chunk)
    return
  }
  const writer = createGzipWriter({ level: compression, append: (member) => draft.write(member) })
  for await (const chunk of chunks) await writer.write(chunk)
  await writer.end()
}
