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
  ...query('generate', 'Run the export first, and wait for it; only for exported files.', text),
  allowEmptyValue: true,
}

const multipart = (schema: Schema): Schema => ({
  required: true,
  ...content(schema, 'multipart/form-data'),
})
const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const partial: Schema = {
  '206': { description: 'The part that the header Range asks for.' },
  '416': { description: 'There is no such part.' },
}

export const executeParameters: Readonly<Record<string, Schema>> = {
  preferTask: {
    name: 'Prefer',
    in: 'header',
    description: '`wait=30` waits so many seconds for the end; `respond-async` answers 202.',
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
    step: { ...orNull('string'), description: 'What it is doing.' },
    parent: { type: ['integer', 'null'], description: 'Number of the group whose step it is.' },
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
  entity: { ...orNull('string'), description: 'Entity into which it would be imported.' },
  place: {
    type: ['integer', 'null'],
    description: 'As the how many-th an import of the folder takes it; null: it leaves it out.',
  },
})

export const executePaths: Readonly<Record<string, Schema>> = {
  '/execute/api/': {
    get: ofTasks('tasks', 'Tasks that the user may run, with the schemas of their parameters', {
      responses: {
        '200': {
          description: 'The tasks.',
          ...content(
            listOf(
              object({
                name: text,
                group: text,
                title: text,
                about: { ...text, description: 'What it does, for forms.' },
                help: { ...text, description: 'What it does, as the command tells it; English.' },
                url: text,
                parameters: {
                  type: 'object',
                  description:
                    'JSON Schema, titles and descriptions in your language. `x-labels` says what values are called. `x-options` names what a parameter is chosen from: scenarios (that the user may open), freescenarios, allscenarios, entities, fixtures, files, exportedfiles, exports, schedules.',
                },
                positional: {
                  ...listOf(text),
                  description: 'Parameters that a command line takes by place.',
                },
                secrets: { ...listOf(text), description: 'Parameters that must not stand in a URL.' },
                destructive: {
                  type: 'boolean',
                  description: 'Whether a yes should be asked for, whatever the arguments are.',
                },
                destroys: {
                  ...listOf(
                    object({
                      with: {
                        ...orNull('string'),
                        description: 'Parameter that makes it so; null: it always does.',
                      },
                      names: { ...orNull('string'), description: 'Parameter that names the scenario.' },
                      otherwise: {
                        ...orNull('string'),
                        description: 'Scenario where that names none; null: the one it runs in.',
                      },
                    }),
                  ),
                  description:
                    'When it loses data, and of which scenario, so that a yes is asked for. The first that applies counts.',
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
    get: ofTasks('task_status', 'What has become of tasks', {
      parameters: [
        query('id', 'Numbers, repeated or separated by commas. Without them: the latest tasks.', text),
        query('limit', 'Tasks to answer at most.', { ...integer, minimum: 1, maximum: 1000, default: 20 }),
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
        '200': { description: 'It was waiting and is canceled.', ...content(schemaRef('Launched')) },
        '202': { description: 'It was asked to stop.', ...content(schemaRef('Launched')) },
        ...problems('400', '404', '409'),
      },
    }),
  },
  '/execute/api/log/': {
    get: ofTasks('task_log', 'The log of a task, whole or in part', {
      parameters: [taskNumber],
      responses: {
        '200': { description: 'The log.', ...content(text, 'text/plain') },
        ...partial,
        ...problems('400', '404'),
      },
    }),
  },
  '/execute/api/events/': {
    get: ofTasks('task_events', 'Changes of tasks as server-sent events', {
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
    get: ofTasks('fixtures', 'Datasets that `loaddata` loads', {
      responses: {
        '200': { description: 'The datasets.', ...content(listOf({ type: 'object' })) },
        ...problems(),
      },
    }),
  },
  '/execute/api/exports/': {
    get: ofTasks('exports', 'What the user can export with `exporttofolder`', {
      responses: {
        '200': {
          description: 'Those that are made by default come first.',
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
    get: ofTasks('next_starts', 'When a group starts next', {
      parameters: queries(nextStartsParameters.properties),
      responses: {
        '200': {
          description: 'The starts in their order; none when it does not start by itself.',
          ...content(
            object({
              tz: text,
              starts: listOf(
                object({
                  start: { ...moment, description: 'On the clock of the installation.' },
                  local: { ...moment, description: 'On the clock of the group.' },
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
    get: ofTasks('download_result', 'The file that a task has made, else its log', {
      parameters: [inPath('id', 'Number of the task.', integer)],
      responses: {
        '200': { description: 'The file.', ...content(binary, 'application/octet-stream') },
        ...partial,
        ...problems('400', '404'),
      },
    }),
  },
  '/execute/exportworkbook/': {
    post: ofFiles('export_workbook', 'Planning data as a workbook', {
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
        '202': { description: 'Launched, not ended yet.', ...content(schemaRef('Launched')) },
        ...problems('400', '404', '409', '413', '415'),
      },
    }),
  },
  '/execute/uploadtofolder/{folder}/': {
    parameters: [folder],
    get: ofFiles('list_files', 'The files of a folder', {
      responses: {
        '200': {
          description: 'The files.',
          headers: { 'X-Free-Space': { description: 'Bytes that fit in besides.', schema: integer } },
          ...content(listOf(file)),
        },
        ...problems('404'),
      },
    }),
    post: ofFiles('upload_files', 'Put files into a folder, several at once', {
      description:
        'The name of the form field is the name of the file when it has a dot, else the one that the client gives. ' +
        'A file appears under its name when the whole request is there.',
      requestBody: multipart({ type: 'object', additionalProperties: binary }),
      responses: {
        '200': {
          description: 'All were stored.',
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
    get: ofFiles('download_all', 'All files of a folder as a zip archive', {
      parameters: [generate],
      responses: {
        '200': { description: 'The archive.', ...content(binary, 'application/zip') },
        '202': { description: 'The export goes on.', ...content(schemaRef('Launched')) },
        ...problems('400', '404'),
      },
    }),
  },
  '/execute/downloadfromfolder/{folder}/{name}/': {
    parameters: [folder, fileName],
    get: ofFiles('download_file', 'A file of a folder, whole or in part', {
      parameters: [generate],
      responses: {
        '200': { description: 'The file.', ...content(binary, 'application/octet-stream') },
        '202': { description: 'The export goes on.', ...content(schemaRef('Launched')) },
        '304': { description: 'It has not changed.' },
        ...partial,
        ...problems('400', '404'),
      },
    }),
  },
  '/execute/deletefromfolder/{folder}/{name}/': {
    parameters: [folder, fileName],
    delete: ofFiles('delete_file', 'Delete a file of a folder; `AllFiles` deletes all', {
      responses: {
        '200': { description: 'What was deleted.', ...content(object({ deleted: listOf(text) })) },
        ...problems('400', '404'),
      },
    }),
  },
}
