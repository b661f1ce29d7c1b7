/**
 * `GET /execute/previewfromfolder/0|1|2/<filename>/`: returns the start of a file, as a table or as lines of text.
 */
import { fileEndpoints, type FilePreview } from '../../contract/files.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { loadMessages } from '../../errors/load-messages.ts'
import { previewLines } from '../../files/preview/preview-lines.ts'
import { withPreviewSlot } from '../../files/preview/preview-slots.ts'
import { type PreviewOptions, previewTable } from '../../files/preview/preview-table.ts'
import { lookAtFile } from '../../files/uploads/described-file.ts'
import { fieldFinder, findEntityByTitle } from '../../model/headers.ts'
import { fileConventions } from '../../tasks/commands/importfromfolder.ts'
import { parseQueryOf } from '../contract/parse-query.ts'
import { delimiterNamed } from './delimiter-name.ts'
import type { FileCall } from './file-call.ts'

/** Text files that are not tables. */
const noTables = /\.(?:json|sql|cpy|txt|log)(?:\.gz)?$/i

/**
 * Returns the preview; `refused` contains the reason if the file cannot be read. Throws `invalid_file_name`,
 * `unknown_file` and `overloaded`.
 */
export async function answerFilePreview({
  folder,
  name,
  query,
  exchange,
  principal,
}: FileCall): Promise<FilePreview> {
  const { service, signal } = exchange
  const { models } = service
  const { rows, sheet } = parseQueryOf(
    fileEndpoints['GET /execute/previewfromfolder/{folder}/{name}/'],
    query,
  )
  const conventions = await fileConventions(service)
  const { labels, decimal, charset } = conventions
  const found = await lookAtFile(folder, name)
  // The name determines the file format, as it does for the import.
  const file = /\.xlsx$/i.test(found.name) ? { ...found, format: 'xlsx' as const } : found
  const entity = findEntityByTitle(models.current(), file.title, labels)
  const find = entity === undefined ? undefined : fieldFinder(entity, labels)
  const about = { name: file.name, size: file.size, entity: entity?.name ?? null }
  try {
    if (noTables.test(file.name)) {
      const { lines, more } = await previewLines(folder, file, { rows, charset, signal })
      return { ...about, format: 'text', lines, more }
    }
    const options: PreviewOptions = {
      charset,
      decimal,
      rows,
      texts: await loadMessages(exchange.language),
      signal,
      ...(sheet === undefined ? {} : { sheet }),
      isField: (header) => header.trim() !== '' && find?.(header) !== undefined,
      namesEntity: (title) =>
        entity !== undefined && findEntityByTitle(models.current(), title, labels) === entity,
    }
    const table = await withPreviewSlot(principal.userId, () => previewTable(folder, file, options))
    const { delimiter, ...shown } = table
    return { ...about, ...shown, ...delimiterNamed(delimiter) }
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'file_refused') throw error
    const refused = error.detail(await loadMessages(exchange.language))
    return { ...about, format: file.format, refused }
  }
}
