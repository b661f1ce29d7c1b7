/** Operations of the OpenAPI document for importing one file step by step, and for previewing files. */
import { delimiterNames } from '../../tasks/import-source.ts'
import { filesTag } from './execute-paths.ts'
import {
  answers,
  anything,
  appAndEntity,
  flag,
  inPath,
  integer,
  listOf,
  mapOf,
  means,
  object,
  operationsOf,
  orNull,
  problems,
  query,
  text,
} from './schema-words.ts'
import type { Schema } from './schemas.ts'

const upload = inPath('upload', 'What the upload answered as `id`.')
const binary: Schema = { ...text, format: 'binary' }
const rows = (least: number): Schema =>
  query('rows', 'Rows to show at most.', { ...integer, minimum: least, maximum: 200, default: 50 })

const table = {
  format: { ...text, enum: ['csv', 'xlsx'] },
  packed: means(flag, 'Packed with gzip.'),
  charset: text,
  decimal: text,
  sheets: listOf(text),
  sheet: means(text, 'The sheet that is read.'),
  headerLine: integer,
  rows: listOf(
    object({ line: integer, cells: listOf(anything), fault: means(text, 'Why the row cannot be read.') }, [
      'fault',
    ]),
  ),
  more: flag,
  changeset: means(orNull('integer'), 'The entry of the audit, by which it can be undone.'),
  proposal: means(orNull('integer'), 'The proposal that it was saved as instead of being stored.'),
  remarks: listOf(text),
  refused: means(text, 'Why it cannot be read as it is; then there are no rows.'),
}
const delimiter: Schema = { ...text, enum: Object.keys(delimiterNames) }
const maybe = Object.keys(table).filter((name) => name !== 'format')

const preview = object(
  {
    id: text,
    name: text,
    size: means(integer, 'Bytes.'),
    entity: text,
    ...table,
    delimiter,
    columns: listOf(
      object({
        header: text,
        field: means(orNull('string'), 'The field that the header names.'),
        written: means(flag, 'Whether an import writes it, or finds the record by it.'),
      }),
    ),
    problem: means(orNull('string'), 'Why an import could do nothing with these columns.'),
  },
  [...maybe, 'delimiter', 'columns', 'problem'],
)

const outcome = object({
  task: integer,
  file: text,
  dryrun: flag,
  stored: means(flag, 'Whether anything was written.'),
  refused: means(orNull('string'), 'Why the file was refused as a whole.'),
  created: integer,
  updated: integer,
  unchanged: integer,
  rejected: integer,
  purged: means(mapOf(integer), 'Records that went first, by entity.'),
  remarks: listOf(text),
  faults: means(
    listOf(
      object({
        sheet: orNull('string'),
        line: integer,
        field: means(text, 'Empty when the row as a whole is meant.'),
        value: orNull('string'),
        reason: text,
      }),
    ),
    'Of the first hundred rejected rows.',
  ),
})

const operation = operationsOf(filesTag)

export const importPaths: Readonly<Record<string, Schema>> = {
  '/api/import/{app}/{entity}/': {
    parameters: appAndEntity,
    post: operation('import_upload', 'Upload one file to look at it and to import it', {
      description:
        'It is kept for its user, for a day after it was last used or until it was imported. The task importfromfolder ' +
        'imports it: `upload` is the `id`, `entity` the entity, `columns` the fields by position; with `dryrun` it only ' +
        'counts. Takes the right to that task and to add or to change records.',
      requestBody: {
        required: true,
        content: { 'multipart/form-data': { schema: object({ file: binary }) } },
      },
      responses: {
        '201': answers(
          'Kept.',
          object({ id: text, name: text, size: integer, expires: { ...text, format: 'date-time' } }),
        ),
        ...problems('400', '403', '404'),
      },
    }),
  },
  '/api/import/{app}/{entity}/{upload}/': {
    parameters: [...appAndEntity, upload],
    get: operation('import_preview', 'What an uploaded file is, what its columns mean, and its first rows', {
      parameters: [
        rows(0),
        query('charset', 'Encoding, for files without a byte order mark.'),
        query('delimiter', 'What parts the columns.', delimiter),
        query('sheet', 'Title of the sheet of a workbook.'),
        query(
          'columns',
          'Fields by position, separated by commas, of which `problem` tells. Default: those that are found.',
        ),
      ],
      responses: { '200': answers('The file.', preview), ...problems('400', '403', '404') },
    }),
    delete: operation(
      'import_remove',
      'Let go of an uploaded file, of what an import said of it and of its rejected rows',
      {
        responses: { '204': { description: 'It is gone.' }, ...problems('403', '404') },
      },
    ),
  },
  '/api/import/{app}/{entity}/{upload}/outcome/': {
    parameters: [...appAndEntity, upload],
    get: operation('import_outcome', 'What the last import or dry run of an uploaded file said', {
      responses: { '200': answers('Counts and faults.', outcome), ...problems('403', '404') },
    }),
  },
  '/api/import/{app}/{entity}/{upload}/rejected/': {
    parameters: [...appAndEntity, upload],
    get: operation(
      'import_rejected',
      'The rows that the last import rejected, as CSV with the reason in the first column',
      {
        responses: {
          '200': { description: 'The rows.', content: { 'text/csv': { schema: binary } } },
          ...problems('403', '404'),
        },
      },
    ),
  },
  '/execute/previewfromfolder/{folder}/{name}/': {
    parameters: [
      inPath('folder', '0 = to be imported, 1 = exported, 2 = rejected rows.', {
        ...integer,
        enum: [0, 1, 2],
      }),
      inPath('name', 'Name of the file.'),
    ],
    get: operation('preview_file', 'How a file of a folder begins', {
      parameters: [rows(1), query('sheet', 'Title of the sheet of a workbook.')],
      responses: {
        '200': answers(
          'The header and the first rows of a table, the first lines of other text.',
          object(
            {
              name: text,
              size: integer,
              entity: orNull('string'),
              ...table,
              format: { ...text, enum: ['csv', 'xlsx', 'text'] },
              delimiter,
              language: text,
              header: listOf(text),
              lines: listOf(text),
            },
            [...maybe, 'delimiter', 'language', 'header', 'lines'],
          ),
        ),
        ...problems('400', '403', '404'),
      },
    }),
  },
}
