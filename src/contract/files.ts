/** Endpoints of the files of a scenario, and of workbooks. */
import { answers, answersIn, anyFile, defineEndpoints, needed, optional } from './endpoint.ts'
import { optionalTableProperties, previewRows, previewSheet, tableProperties } from './imports.ts'
import {
  binary,
  flag,
  integer,
  listOf,
  mapOf,
  means,
  moment,
  nullable,
  object,
  oneOf,
  text,
  type ValueOf,
} from './schemas.ts'
import { filesTag as tag } from './tags.ts'
import { launchAnswers, launched, launchHeaders, partialAnswers } from './tasks.ts'

const access = { permissions: ['execute.manage_files'] } as const
const folder = {
  folder: needed('0 = files to import, 1 = exported files, 2 = rejected rows.', oneOf(['0', '1', '2'])),
}
const path = { ...folder, name: needed('Name of the file.', text) }
const query = {
  generate: optional('Run the export first and wait for it; only for exported files.', text),
}
const running = answers('The export is still running.', launched)

const imported = object({
  at: moment,
  task: means(nullable(integer), 'Number of the task; null for an import that was no task.'),
  rejected: means(integer, 'Number of rejected rows.'),
  changed: means(flag, 'Whether the file has changed since.'),
})

const file = object({
  name: text,
  size: means(integer, 'Bytes.'),
  modified: moment,
  entity: means(nullable(text), 'Entity into which the file would be imported.'),
  place: means(nullable(integer), 'Position in an import of the folder; null if the import skips it.'),
  imported: means(
    nullable(imported),
    'Last import of the file of this name that was stored; null if there is none.',
  ),
})
export type FolderFile = ValueOf<typeof file>

const preview = object(
  {
    name: text,
    size: integer,
    entity: nullable(text),
    format: oneOf(['csv', 'xlsx', 'text']),
    ...tableProperties,
    header: listOf(text),
    lines: means(listOf(text), 'Lines of text that is not a table.'),
  },
  ['packed', ...optionalTableProperties, 'header', 'lines'],
)
export type FilePreview = ValueOf<typeof preview>

export const fileEndpoints = defineEndpoints({
  'GET /execute/uploadtofolder/{folder}/': {
    id: 'list_files',
    tag,
    summary: 'List the files of a folder',
    access,
    path: folder,
    answers: {
      200: {
        ...answers('The files.', listOf(file)),
        headers: { 'X-Free-Space': { description: 'Free bytes.', schema: integer } },
      },
    },
  },
  'POST /execute/uploadtofolder/{folder}/': {
    id: 'upload_files',
    tag,
    summary: 'Upload files to a folder',
    description:
      'The name of the form field is the name of the file if it has a dot, else the one that the client gives. ' +
      'The files get their names when the whole request has arrived.',
    access,
    path: folder,
    form: mapOf(binary),
    answers: {
      200: answers(
        'All files were stored.',
        object({ files: listOf(object({ name: text, size: integer, uploaded: flag })) }),
      ),
    },
  },
  'GET /execute/downloadfromfolder/{folder}/': {
    id: 'download_all',
    tag,
    summary: 'Download all files of a folder as a zip archive',
    access,
    path: folder,
    query,
    answers: { 200: answersIn('application/zip', 'The archive.'), 202: running },
  },
  'GET /execute/downloadfromfolder/{folder}/{name}/': {
    id: 'download_file',
    tag,
    summary: 'Download a file of a folder, completely or in part',
    access,
    path,
    query,
    answers: {
      200: answersIn(anyFile, 'The file.'),
      202: running,
      302: { description: 'The address of the file in the object store, with FILES_PRESIGNED.' },
      304: { description: 'The file has not changed.' },
      ...partialAnswers(anyFile),
    },
  },
  'GET /execute/previewfromfolder/{folder}/{name}/': {
    id: 'preview_file',
    tag,
    summary: 'Get the first rows or lines of a file of a folder',
    access,
    path,
    query: { rows: previewRows(1), sheet: previewSheet },
    answers: {
      200: answers('The header and the first rows of a table, the first lines of other text.', preview),
    },
  },
  'DELETE /execute/deletefromfolder/{folder}/{name}/': {
    id: 'delete_file',
    tag,
    summary: 'Delete a file of a folder; `AllFiles` deletes all',
    access,
    path,
    answers: { 200: answers('The deleted files.', object({ deleted: listOf(text) })) },
  },
  'POST /execute/exportworkbook/': {
    id: 'export_workbook',
    tag,
    summary: 'Export planning data as a workbook',
    takesTaskParameters: true,
    answers: {
      200: answersIn('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'The workbook.'),
    },
  },
  'POST /execute/importworkbook/': {
    id: 'import_workbook',
    tag,
    summary: 'Launch the import of a workbook',
    takesTaskParameters: true,
    headers: launchHeaders,
    form: object({ file: binary }),
    answers: launchAnswers,
  },
})
