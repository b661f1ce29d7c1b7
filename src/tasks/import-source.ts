/**
 * The single file of an import whose entity is given as an argument instead of by the file name: a file uploaded for
 * this import, or a file of the folder whose name is no entity.
 */
import { messageText, type MessageTexts } from '../errors/messages.ts'
import { type Static, Type } from '../contract/type.ts'
import { delimiterNames, type UploadOutcome } from '../contract/imports.ts'
import { invalidParameter } from '../errors/parameter-errors.ts'
import { isCharset } from '../files/csv/decode.ts'
import { deleteFile } from '../files/folders/delete-files.ts'
import { type Folder, folderOf } from '../files/folders/folder.ts'
import type { FolderReport, DescribedFile } from '../files/import/folder-import.ts'
import { isLoadable } from '../files/fixtures/load-fixture.ts'
import { describedFile } from '../files/uploads/described-file.ts'
import {
  findUpload,
  keepOutcome,
  unknownUpload,
  type Upload,
  uploadStore,
} from '../files/uploads/upload-store.ts'
import { remarkWithLabel } from '../files/tables/import-table.ts'
import type { Entity } from '../model/entity.ts'
import type { Labels } from '../model/labels/labels.ts'
import type { Model } from '../model/model.ts'
import type { TaskCaller } from './definition.ts'

export const translatedParameters = {
  upload: Type.Optional(
    Type.String({
      minLength: 1,
      title: 'Upload',
      'x-form': false,
      'x-hint': 'Number of a file uploaded for this import, instead of the folder.',
      description:
        'Import one file that you have uploaded for this import, by the number returned by its upload, instead of the folder.',
    }),
  ),
  entity: Type.Optional(
    Type.String({
      minLength: 1,
      'x-options': 'entities',
      title: 'Entity of the file',
      description: 'Entity of the single file, such as input.demand, whatever its name.',
    }),
  ),
  columns: Type.Optional(
    Type.Array(Type.String(), {
      minItems: 1,
      title: 'Columns of the file',
      'x-form': false,
      'x-places': true,
      description:
        'Fields of the columns of the single file, by position, overriding the header; empty to skip a column. Default: by the header.',
    }),
  ),
  sheet: Type.Optional(
    Type.String({
      minLength: 1,
      title: 'Sheet',
      description: 'Title of the sheet to read if the single file is a workbook.',
    }),
  ),
  charset: Type.Optional(
    Type.String({
      minLength: 1,
      title: 'Encoding',
      description:
        'Encoding of text files without a byte order mark, such as windows-1252. Default: CSV_CHARSET.',
    }),
  ),
  delimiter: Type.Optional(
    Type.Enum(['comma', 'semicolon', 'tab'], {
      title: 'Delimiter',
      'x-hint': 'Delimiter of the columns of the single file. Default: detected.',
      'x-labels': { comma: 'Comma', semicolon: 'Semicolon', tab: 'Tab' },
      description: 'Delimiter of the columns of the single file. Default: detected from the file.',
    }),
  ),
}

interface Given extends Partial<Static<ReturnType<typeof Type.Object<typeof translatedParameters>>>> {
  readonly files?: readonly string[]
}

export interface ImportSource {
  readonly folder: Folder
  /** Folder for files with rejected rows. */
  readonly errors: Folder
  readonly described?: DescribedFile
  readonly upload?: Upload
}

/**
 * Returns the folder and, if an entity is given, the single file to import. Throws `invalid_parameter` for
 * incompatible arguments, and `unknown_upload`.
 */
export async function importSource(caller: TaskCaller, given: Given): Promise<ImportSource> {
  const { settings, models } = caller.service
  const folder = folderOf(settings, caller.scenario, 'upload')
  const errors = folderOf(settings, caller.scenario, 'errors')
  const { upload: id, files = [], columns, sheet, charset, delimiter } = given
  if (charset !== undefined && !isCharset(charset)) {
    throw invalidParameter('charset', { code: 'no_encoding', params: { value: charset.slice(0, 100) } })
  }
  if (given.entity === undefined) {
    const name = Object.entries({ upload: id, columns, sheet, delimiter }).find(
      ([, value]) => value !== undefined,
    )?.[0]
    if (name === undefined) return { folder, errors }
    throw invalidParameter('entity', { code: 'required_with', params: { name } })
  }
  const entity = requireImported(models.current().byName.get(given.entity), given.entity)
  requireFields(entity, columns)
  const details = {
    ...(columns === undefined ? {} : { fields: columns }),
    ...(sheet === undefined ? {} : { sheet }),
    ...(delimiter === undefined ? {} : { delimiter: delimiterNames[delimiter] }),
  }
  if (id === undefined) {
    const [name, ...others] = files
    if (name === undefined || others.length > 0)
      throw invalidParameter('entity', { code: 'one_file_or_upload' })
    return { folder, errors, described: { file: await describedFile(folder, name, entity), ...details } }
  }
  if (files.length > 0) throw invalidParameter('files', { code: 'not_with_upload' })
  const store = uploadStore(settings, caller.scenario)
  const upload = await findUpload(store, caller.principal.userId, id)
  if (upload?.file === undefined) throw unknownUpload()
  const file = await describedFile(upload.folder, upload.file.name, entity)
  return { folder: upload.folder, errors: upload.rejected, described: { file, ...details }, upload }
}

function requireImported(entity: Entity | undefined, name: string): Entity {
  if (entity !== undefined && isLoadable(entity)) return entity
  const code = entity === undefined ? 'no_entity' : 'entity_not_from_files'
  throw invalidParameter('entity', { code, params: { value: name.slice(0, 100) } })
}

function requireFields(entity: Entity, columns: readonly string[] = []): void {
  const unknown = columns.find((name) => name !== '' && !entity.fieldByName.has(name))
  if (unknown !== undefined)
    throw invalidParameter('columns', {
      code: 'no_field',
      params: { value: unknown.slice(0, 100), entity: entity.name },
    })
}

/**
 * Stores the result of the import. Deletes the uploaded file only if the import wrote something; otherwise the file
 * stays, so that the import can be repeated.
 */
export async function concludeUpload(
  upload: Upload,
  {
    taskId,
    dryRun,
    proposal,
    texts,
    labels,
    model,
  }: {
    readonly taskId: number
    readonly dryRun: boolean
    readonly proposal: number | null
    /** In the language of the user who has uploaded the file. */
    readonly texts: MessageTexts
    readonly labels: Labels
    readonly model: Model
  },
  { outcomes, stored }: FolderReport,
): Promise<void> {
  const [outcome] = outcomes
  const table = outcome?.kind === 'table' ? outcome : undefined
  const written = stored && !dryRun && table !== undefined
  const { created = 0, updated = 0, unchanged = 0, rejected = 0, remarks = [] } = table?.report ?? {}
  const { newer, sample = [] } = table?.report ?? {}
  const said: UploadOutcome = {
    task: taskId,
    file: upload.file?.name ?? '',
    dryrun: dryRun,
    stored: written,
    refused: outcome?.kind === 'refused' ? messageText(outcome.reason, texts) : null,
    created,
    updated,
    unchanged,
    rejected,
    newer: newer?.total ?? 0,
    newer_rejected: newer?.rejected === true,
    remarks: remarks.map((remark) => messageText(remarkWithLabel(model, remark, labels), texts)),
    sample,
    purged: Object.fromEntries(table?.purged ?? []),
    changeset: written ? (table?.changeset ?? null) : null,
    proposal,
    faults: (table?.firstRejected ?? []).flatMap(({ sheet = null, line, faults }) =>
      faults.map(({ field, value, reason }) => ({
        sheet,
        line,
        field,
        reason: messageText(reason, texts),
        value: value === undefined || value === null ? null : String(value).slice(0, longest),
      })),
    ),
  }
  await keepOutcome(upload, said)
  if (written && upload.file !== undefined) await deleteFile(upload.folder, upload.file.name)
}

/** Maximum number of reported characters of a cell. */
const longest = 100
