/**
 * `GET /api/import/<app>/<entity>/<upload>/`: returns the format of an uploaded file, the fields of its columns, and
 * its first rows, in the same way as the import reads them.
 */
import { delimiterNames, type importEndpoints } from '../../../contract/imports.ts'
import { loadMessages } from '../../../errors/load-messages.ts'
import { invalidParameter } from '../../../errors/parameter-errors.ts'
import { ServiceError } from '../../../errors/service-error.ts'
import { isCharset } from '../../../files/csv/decode.ts'
import type { FileConventions } from '../../../files/import/folder-import.ts'
import { previewTable, type TablePreview } from '../../../files/preview/preview-table.ts'
import { withPreviewSlot } from '../../../files/preview/preview-slots.ts'
import { fieldsOfHeader, isWritten, mapColumns } from '../../../files/tables/columns.ts'
import { describedFile } from '../../../files/uploads/described-file.ts'
import { unknownUpload } from '../../../files/uploads/upload-store.ts'
import type { Entity } from '../../../model/entity.ts'
import { fieldFinder, findEntityByTitle } from '../../../model/headers.ts'
import type { Labels } from '../../../model/labels/labels.ts'
import { fileConventions } from '../../../tasks/commands/importfromfolder.ts'
import type { EndpointHandler } from '../../contract/routes.ts'
import { delimiterNamed } from '../../files/delimiter-name.ts'
import { parameter } from '../../request-target.ts'
import type { WordCall } from '../word-call.ts'
import { importedEntity, uploadOf } from './import-call.ts'

type Endpoints = typeof importEndpoints

/**
 * Returns the preview. If the file cannot be read, `refused` contains the reason in addition to the known properties,
 * so that the user can choose another encoding or delimiter. Throws `unknown_upload` after the file was imported.
 */
export const answerImport: EndpointHandler<Endpoints['GET /api/import/{app}/{entity}/{upload}/']> = async (
  call,
  { query: { rows, charset: given = '', delimiter, sheet } },
) => {
  const entity = await importedEntity(call)
  const upload = await uploadOf(call)
  if (upload.file === undefined) throw unknownUpload()
  const { exchange, context } = call
  const { service, signal } = exchange
  const conventions = await fileConventions(service)
  const charset = charsetOf(given, conventions)
  const file = await describedFile(upload.folder, upload.file.name, entity)
  const words = await wordsOf(call, conventions)
  const texts = await loadMessages(exchange.language)
  const about = { id: upload.id, name: file.name, size: file.size, entity: entity.name }
  try {
    const preview = () =>
      previewTable(upload.folder, file, {
        charset,
        decimal: conventions.decimal,
        rows,
        texts,
        signal,
        ...(delimiter === undefined ? {} : { delimiter: delimiterNames[delimiter] }),
        ...(sheet === undefined ? {} : { sheet }),
        isField: (header) =>
          header.trim() !== '' && words.some((each) => fieldFinder(entity, each)(header) !== undefined),
        namesEntity: (title) =>
          words.some((each) => findEntityByTitle(context.model, title, each) === entity),
      })
    const table = await withPreviewSlot(call.principal.userId, preview)
    return { ...about, ...(await presented(call, entity, table, conventions, words)) }
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'file_refused') throw error
    const refused = error.detail(texts)
    return { ...about, format: file.format, packed: file.gzip, charset, refused }
  }
}

/**
 * Returns the labels in the language of the installation, which an import recognizes, and then those in the language
 * of the user, who may have copied them from a screen.
 */
async function wordsOf(
  { exchange }: WordCall,
  { labels, loadLabels }: FileConventions,
): Promise<readonly Labels[]> {
  return exchange.language === labels.language ? [labels] : [labels, await loadLabels(exchange.language)]
}

async function presented(
  { exchange, query }: WordCall,
  entity: Entity,
  { header, delimiter, language, ...table }: TablePreview,
  conventions: FileConventions,
  words: readonly Labels[],
) {
  const all = language === undefined ? words : [await conventions.loadLabels(language), ...words]
  const readings = all.map((each) => fieldsOfHeader(entity, header, each))
  const found = header.map((_, position) => {
    const field = readings.map((fields) => fields[position]).find((one) => one !== undefined)
    return { name: field?.name ?? null, written: field !== undefined && isWritten(entity, field) }
  })
  const given = parameter(query, 'columns')
  const chosen =
    given === undefined ? found.map(({ name, written }) => (written ? (name ?? '') : '')) : given.split(',')
  return {
    ...table,
    ...delimiterNamed(delimiter),
    columns: header.map((title, position) => ({
      header: title,
      field: found[position]?.name ?? null,
      written: found[position]?.written ?? false,
    })),
    problem: await problemOf(chosen),
  }

  /** Returns the reason why an import would reject these columns; null if it would not. */
  async function problemOf(fields: readonly string[]): Promise<string | null> {
    try {
      mapColumns(
        entity,
        header,
        conventions.labels,
        { decimal: table.decimal, dateStyle: conventions.dateStyle },
        fields,
      )
      return null
    } catch (error) {
      if (error instanceof ServiceError) return error.detail(await loadMessages(exchange.language))
      throw error
    }
  }
}

function charsetOf(given: string, { charset }: FileConventions): string {
  if (given === '') return charset
  if (isCharset(given)) return given
  throw invalidParameter('charset', { code: 'unknown_encoding', params: { value: given.slice(0, 100) } })
}
