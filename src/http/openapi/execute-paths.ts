/** Operations of the OpenAPI document for tasks and files. */
import { exportParameters } from '../../tasks/commands/exportworkbook.ts'
import { importParameters } from '../../tasks/commands/importworkbook.ts'
import { nextStartsParameters } from '../execute/next-starts.ts'
import {
  inPath,
  integer,
  listOf,
  moment,
  object,
  operationsOf,
  orNull,
  query,
  text,
  problems as refusals,
  type ProblemCode,
} from './schema-words.ts'
import type { Schema } from './schemas.ts'

export const tasksTag = 'tasks'
export const filesTag = 'files'

const binary: Schema = { ...text, format: 'binary' }
const content = (schema: Schema, type = 'application/json'): Schema => ({ content: { [type]: { schema } } })
const schemaRef = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })
const parameterRef = (name: string): Schema => ({ $ref: `#/components/parameters/${name}` })

/** Every operation can be rejected for lack of permission (403) or for overload (503). */
const problems = (...codes: readonly ProblemCode[]): Schema => refusals(...codes, '403', '503')

/** Returns the properties of a schema as query parameters; lists are comma-separated, as on a command line. */
export const queries = (properties: Readonly<Record<string, object>>): readonly Schema[] =>
  Object.entries(properties).map(([name, schema]) => queryOf(name, schema))

function queryOf(name: string, schema: object): Schema {
  const { description, ...rest } = { description: '', ...schema }
  const list = 'type' in rest && rest.type === 'array'
  return { ...query(name, description, rest), ...(list ? { style: 'form', explode: false } : {}) }
}

const ofTasks = operationsOf(tasksTag)
const ofFiles = operationsOf(filesTag)

const taskNumber = query('id', 'Number of the task.', integer, true)
const folder = inPath('folder', '0 = files to import, 1 = exported files, 2 = rejected rows.', {
  type: 'string',
  enum: ['0', '1', '2'],
})
const fileName = inPath('name', 'Name of the file.')

const generate: Schema = {
  ...query('generate', 'Run the export first and wait for it; only for exported files.', text),
  allowEmptyValue: true,
}

const multipart = (schema: Schema): Schema => ({
  required: true,
  ...content(schema, 'multipart/form-data'),
})
const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const partial: Schema = {
  '206': { description: 'The part in the header Range.' },
  '416': { description: 'The range cannot be satisfied.' },
}

export const executeParameters: Readonly<Record<string, Schema>> = {
  preferTask: {
    name: 'Prefer',
    in: 'header',
    description: '`wait=30` waits up to 30 seconds for the end; `respond-async` returns 202.',
    schema: text,
  },
}

export const executeSchemas: Readonly<Record<string, Schema>> = {
  Launched: object({ taskid: { ...integer, description: 'Number of the task.' }, message: text }),
  Task: object({
    name: text,
    submitted: moment,
    started: orNull('string'),
    finished: orNull('string'),
    arguments: { ...orNull('string'), description: 'As on a command line, without secrets.' },
    status: { ...text, description: '`Waiting`, `NN%` while it runs, `Done`, `Failed` or `Canceled`.' },
    message: orNull('string'),
    user: orNull('string'),
    logfile: orNull('string'),
    scenario: text,
    progress: { ...integer, minimum: 0, maximum: 100 },
    step: { ...orNull('string'), description: 'Present step of the task.' },
    parent: { type: ['integer', 'null'], description: 'Number of the group task of which it is a step.' },
  }),
  Tasks: {
    type: 'object',
    description: 'Records of tasks by their numbers.',
    additionalProperties: schemaRef('Task'),
  },
}

const file = object({
  name: text,
  size: { ...integer, description: 'Bytes.' },
  modified: moment,
  entity: { ...orNull('string'), description: 'Entity into which the file would be imported.' },
  place: {
    type: ['integer', 'null'],
    description: 'Position in an import of the folder; null if the import skips it.',
  },
})

export const executePaths: Readonly<Record<string, Schema>> = {
  '/execute/api/': {
    get: ofTasks('tasks', 'List the tasks that the user may run, with the schemas of their parameters', {
      responses: {
        '200': {
          description: 'The tasks.',
          ...content(
            listOf(
              object({
                name: text,
                group: text,
                title: text,
                about: { ...text, description: 'Short description, for forms.' },
                help: { ...text, description: 'Help text of the command, in English.' },
                url: text,
                parameters: {
                  type: 'object',
                  description:
                    'JSON Schema, titles and descriptions in your language. `x-labels` contains labels of values. `x-options` names the source of the choices of a parameter: scenarios (that the user may open), freescenarios, allscenarios, entities, fixtures, files, exportedfiles, exports, schedules.',
                },
                positional: {
                  ...listOf(text),
                  description: 'Positional parameters of the command line.',
                },
                secrets: { ...listOf(text), description: 'Parameters that must not stand in a URL.' },
                destructive: {
                  type: 'boolean',
                  description: 'Whether to ask for confirmation, whatever the arguments are.',
                },
                destroys: {
                  ...listOf(
                    object({
                      with: {
                        ...orNull('string'),
                        description: 'Parameter that causes it; null: always.',
                      },
                      names: { ...orNull('string'), description: 'Parameter that names the scenario.' },
                      otherwise: {
                        ...orNull('string'),
                        description: 'Scenario if that parameter is not set; null: the scenario of the task.',
                      },
                    }),
                  ),
                  description:
                    'Conditions under which the task deletes data, and of which scenario, so that a client asks for confirmation. The first that applies counts.',
                },
              }),
            ),
          ),
        },
        ...problems(),
      },
    }),
  },
  '/execute/api/status/': {
    get: ofTasks('task_status', 'Get the status of tasks', {
      parameters: [
        query('id', 'Numbers, repeated or separated by commas. Without them: the latest tasks.', text),
        query('limit', 'Maximum number of tasks.', { ...integer, minimum: 1, maximum: 1000, default: 20 }),
        query('status', 'Only tasks in this state.', text),
        query('name', 'Only runs of this task.', text),
        query('parent', 'Only the steps of the group with this number.', integer),
        query('schedule', 'Only runs of this group.', text),
      ],
      responses: {
        '200': { description: 'The tasks.', ...content(schemaRef('Tasks')) },
        ...problems('400', '404'),
      },
    }),
  },
  '/execute/api/cancel/': {
    post: ofTasks('cancel_task', 'Cancel a task', {
      parameters: [taskNumber],
      responses: {
        '200': { description: 'The waiting task is canceled.', ...content(schemaRef('Launched')) },
        '202': { description: 'The running task was asked to stop.', ...content(schemaRef('Launched')) },
        ...problems('400', '404', '409'),
      },
    }),
  },
  '/execute/api/log/': {
    get: ofTasks('task_log', 'Get the log of a task, completely or in part', {
      parameters: [taskNumber],
      responses: {
        '200': { description: 'The log.', ...content(text, 'text/plain') },
        ...partial,
        ...problems('400', '404'),
      },
    }),
  },
  '/execute/api/events/': {
    get: ofTasks('task_events', 'Stream changes of tasks as server-sent events', {
      description:
        'Events `task` hold records by number. With `id` they are of that task alone, with events `log` for the ' +
        'lines of its log, and end with it. The header `Last-Event-ID` goes on where a stream ended.',
      parameters: [
        query('id', 'Number of a task.', integer),
        query('scope', '`all`: of every scenario that the user may open.', { ...text, enum: ['all'] }),
      ],
      responses: {
        '200': { description: 'The events.', ...content(text, 'text/event-stream') },
        ...problems('400', '404'),
      },
    }),
  },
  '/execute/api/fixtures/': {
    get: ofTasks('fixtures', 'List the datasets that `loaddata` can load', {
      responses: {
        '200': { description: 'The datasets.', ...content(listOf({ type: 'object' })) },
        ...problems(),
      },
    }),
  },
  '/execute/api/exports/': {
    get: ofTasks('exports', 'List the exports that the user may run with `exporttofolder`', {
      responses: {
        '200': {
          description: 'Default exports come first.',
          ...content(
            listOf(
              object({
                name: text,
                title: text,
                kind: { ...text, enum: ['entity', 'report', 'dataexport', 'extension'] },
                default: { type: 'boolean' },
              }),
            ),
          ),
        },
        ...problems(),
      },
    }),
  },
  '/execute/api/scheduletasks/next/': {
    get: ofTasks('next_starts', 'List the next starts of a group', {
      parameters: queries(nextStartsParameters.properties),
      responses: {
        '200': {
          description: 'The starts in sequence; empty if the group has no schedule.',
          ...content(
            object({
              tz: text,
              starts: listOf(
                object({
                  start: { ...moment, description: 'In the time zone of the installation.' },
                  local: { ...moment, description: 'In the time zone of the group.' },
                  utc: { ...text, format: 'date-time' },
                }),
              ),
            }),
          ),
        },
        ...problems('400'),
      },
    }),
  },
  '/execute/logdownload/{id}/': {
    get: ofTasks('download_result', 'Download the file that a task has written, else its log', {
      parameters: [inPath('id', 'Number of the task.', integer)],
      responses: {
        '200': { description: 'The file.', ...content(binary, 'application/octet-stream') },
        ...partial,
        ...problems('400', '404'),
      },
    }),
  },
  '/execute/exportworkbook/': {
    post: ofFiles('export_workbook', 'Export planning data as a workbook', {
      parameters: queries(exportParameters),
      responses: {
        '200': { description: 'The workbook.', ...content(binary, workbook) },
        ...problems('400'),
      },
    }),
  },
  '/execute/importworkbook/': {
    post: ofFiles('import_workbook', 'Launch the import of a workbook', {
      parameters: [...queries(importParameters), parameterRef('preferTask'), parameterRef('idempotencyKey')],
      requestBody: multipart(object({ file: binary })),
      responses: {
        '200': { description: 'Launched.', ...content(schemaRef('Launched')) },
        '202': { description: 'Launched, not finished yet.', ...content(schemaRef('Launched')) },
        ...problems('400', '404', '409', '413', '415'),
      },
    }),
  },
  '/execute/uploadtofolder/{folder}/': {
    parameters: [folder],
    get: ofFiles('list_files', 'List the files of a folder', {
      responses: {
        '200': {
          description: 'The files.',
          headers: { 'X-Free-Space': { description: 'Free bytes.', schema: integer } },
          ...content(listOf(file)),
        },
        ...problems('404'),
      },
    }),
    post: ofFiles('upload_files', 'Upload files to a folder', {
      description:
        'The name of the form field is the name of the file when it has a dot, else the one that the client gives. ' +
        'A file appears under its name when the whole request is there.',
      requestBody: multipart({ type: 'object', additionalProperties: binary }),
      responses: {
        '200': {
          description: 'All files were stored.',
          ...content(
            object({ files: listOf(object({ name: text, size: integer, uploaded: { type: 'boolean' } })) }),
          ),
        },
        ...problems('400', '404', '413', '415'),
      },
    }),
  },
  '/execute/downloadfromfolder/{folder}/': {
    parameters: [folder],
    get: ofFiles('download_all', 'Download all files of a folder as a zip archive', {
      parameters: [generate],
      responses: {
        '200': { description: 'The archive.', ...content(binary, 'application/zip') },
        '202': { description: 'The export is still running.', ...content(schemaRef('Launched')) },
        ...problems('400', '404'),
      },
    }),
  },
  '/execute/downloadfromfolder/{folder}/{name}/': {
    parameters: [folder, fileName],
    get: ofFiles('download_file', 'Download a file of a folder, completely or in part', {
      parameters: [generate],
      responses: {
        '200': { description: 'The file.', ...content(binary, 'application/octet-stream') },
        '202': { description: 'The export is still running.', ...content(schemaRef('Launched')) },
        '304': { description: 'The file has not changed.' },
        ...partial,
        ...problems('400', '404'),
      },
    }),
  },
  '/execute/deletefromfolder/{folder}/{name}/': {
    parameters: [folder, fileName],
    delete: ofFiles('delete_file', 'Delete a file of a folder; `AllFiles` deletes all', {
      responses: {
        '200': { description: 'The deleted files.', ...content(object({ deleted: listOf(text) })) },
        ...problems('400', '404'),
      },
    }),
  },
}
