/** Endpoints for importing one file step by step, and the schemas of file previews. */
import {
  answers,
  answersIn,
  defineEndpoints,
  done,
  entityPath,
  needed,
  optional,
  otherwise,
} from './endpoint.ts'
import {
  anything,
  binary,
  flag,
  integer,
  limited,
  listOf,
  mapOf,
  means,
  nullable,
  object,
  oneKeyOf,
  oneOf,
  scalar,
  text,
  utc,
  type ValueOf,
} from './schemas.ts'
import { filesTag as tag } from './tags.ts'

/** Characters between the columns of a file, by their names in requests and on command lines. */
export const delimiterNames = { comma: ',', semicolon: ';', tab: '\t' } as const
export const delimiter = oneKeyOf(delimiterNames)

/** The query parameter of previews with the maximum number of rows. */
export const previewRows = (minimum: number) =>
  otherwise('Maximum number of rows.', limited(integer, { minimum, maximum: 200 }), 50)
/** The query parameter of previews of workbooks. */
export const previewSheet = optional('Title of the sheet of a workbook.', text)

const row = object(
  { line: integer, cells: listOf(scalar), fault: means(text, 'Why the row cannot be read.') },
  ['fault'],
)
export type PreviewRow = ValueOf<typeof row>

/** Properties of a previewed table. They are missing if `refused` has the reason why the file cannot be read. */
export const tableProperties = {
  packed: means(flag, 'Compressed with gzip.'),
  charset: text,
  decimal: oneOf(['.', ',']),
  delimiter,
  sheets: means(listOf(text), 'Visible sheets of a workbook.'),
  sheet: means(text, 'The sheet that is read.'),
  language: means(text, 'Language of the headers of a workbook.'),
  headerLine: integer,
  rows: listOf(row),
  more: means(flag, 'Whether there are more rows.'),
  remarks: listOf(text),
  refused: means(text, 'Why the file cannot be read.'),
}

/** Those that a preview may leave out. */
export const optionalTableProperties = [
  'charset',
  'decimal',
  'delimiter',
  'sheets',
  'sheet',
  'language',
  'headerLine',
  'rows',
  'more',
  'remarks',
  'refused',
] as const

const preview = object(
  {
    id: text,
    name: text,
    size: means(integer, 'Bytes.'),
    entity: text,
    format: oneOf(['csv', 'xlsx']),
    ...tableProperties,
    columns: listOf(
      object({
        header: text,
        field: means(nullable(text), 'The field of the header.'),
        written: means(flag, 'Whether an import writes it, or finds the record by it.'),
      }),
    ),
    problem: means(nullable(text), 'Why an import would reject these columns.'),
  },
  [...optionalTableProperties, 'columns', 'problem'],
)
export type ImportPreview = ValueOf<typeof preview>

const outcome = object({
  task: integer,
  file: text,
  dryrun: flag,
  stored: means(flag, 'Whether the import wrote anything.'),
  refused: means(nullable(text), 'Why the whole file was refused.'),
  created: integer,
  updated: integer,
  unchanged: integer,
  rejected: integer,
  newer: means(
    integer,
    'Number of rows that overwrite changes made after the file was exported, or are rejected because they would.',
  ),
  newer_rejected: means(flag, 'Whether these rows are rejected; otherwise they overwrite the changes.'),
  purged: means(mapOf(integer), 'Number of records deleted before the import, by entity.'),
  changeset: means(nullable(integer), 'Change set by which the import can be undone.'),
  proposal: means(nullable(integer), 'Proposal as which the import was saved.'),
  remarks: listOf(text),
  sample: means(
    listOf(object({ key: text, fields: listOf(object({ field: text, before: anything, after: anything })) })),
    'The first records that a dry run has changed, with the old and the new values; empty without the right to view them.',
  ),
  faults: means(
    listOf(
      object({
        sheet: nullable(text),
        line: integer,
        field: means(text, 'Empty if the whole row is rejected.'),
        value: nullable(text),
        reason: text,
      }),
    ),
    'Of the first hundred rejected rows.',
  ),
})
/** Result of the import of an uploaded file. */
export type UploadOutcome = ValueOf<typeof outcome>

const path = { ...entityPath, upload: needed('The `id` in the response of the upload.', text) }

export const importEndpoints = defineEndpoints({
  'POST /api/import/{app}/{entity}/': {
    id: 'import_upload',
    tag,
    summary: 'Upload one file for preview and import',
    description:
      'The service keeps the file for its user, for a day after its last use or until it was imported. The task ' +
      'importfromfolder imports it: `upload` is the `id`, `entity` the entity, `columns` the fields by position; with ' +
      '`dryrun` it only counts. Requires the right to that task and to add or to change records.',
    path: entityPath,
    form: object({ file: binary }),
    answers: {
      201: answers('The stored file.', object({ id: text, name: text, size: integer, expires: utc })),
    },
  },
  'GET /api/import/{app}/{entity}/{upload}/': {
    id: 'import_preview',
    tag,
    summary: 'Get the format, the columns and the first rows of an uploaded file',
    path,
    query: {
      rows: previewRows(0),
      charset: optional('Encoding, for files without a byte order mark.', text),
      delimiter: optional('Delimiter of the columns.', delimiter),
      sheet: previewSheet,
      columns: optional(
        'Fields by position, for which `problem` is determined. Default: those of the headers.',
        listOf(text),
      ),
    },
    answers: { 200: answers('The preview.', preview) },
  },
  'DELETE /api/import/{app}/{entity}/{upload}/': {
    id: 'import_remove',
    tag,
    summary: 'Delete an uploaded file, the result of its import and its rejected rows',
    path,
    answers: done('Deleted.'),
  },
  'GET /api/import/{app}/{entity}/{upload}/outcome/': {
    id: 'import_outcome',
    tag,
    summary: 'Get the result of the last import or dry run of an uploaded file',
    path,
    answers: { 200: answers('Counts and faults.', outcome) },
  },
  'GET /api/import/{app}/{entity}/{upload}/rejected/': {
    id: 'import_rejected',
    tag,
    summary: 'Download the rows that the last import rejected, as CSV with the reason in the first column',
    path,
    answers: { 200: answersIn('text/csv', 'The rows.') },
  },
})
