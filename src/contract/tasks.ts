/** Endpoints of tasks: launching them, following them and reading their results. */
import { weekdays } from '../model/weekdays.ts'
import {
  answers,
  answersIn,
  anyFile,
  defineEndpoints,
  needed,
  optional,
  otherwise,
  pageLimit,
} from './endpoint.ts'
import {
  either,
  flag,
  integer,
  limited,
  listOf,
  mapOf,
  means,
  moment,
  nullable,
  object,
  oneOf,
  record,
  text,
  utc,
} from './schemas.ts'
import { tasksTag as tag } from './tags.ts'

export const launched = object({ taskid: means(integer, 'Number of the task.'), message: text })
export const task = object({
  name: text,
  submitted: moment,
  started: nullable(text),
  finished: nullable(text),
  arguments: means(nullable(text), 'As on a command line, without secrets.'),
  status: means(text, '`Waiting`, `NN%` while it runs, `Done`, `Failed` or `Canceled`.'),
  message: means(nullable(text), 'Result, reason of the failure, or what the task waits for, in English.'),
  detail: means(nullable(text), 'The message in your language, as far as it is translated.'),
  user: nullable(text),
  logfile: nullable(text),
  scenario: text,
  progress: limited(integer, { minimum: 0, maximum: 100 }),
  step: means(nullable(text), 'Present step of the task.'),
  parent: means(nullable(integer), 'Number of the group task of which it is a step.'),
})
export const tasks = means(mapOf(task), 'Records of tasks by their numbers.')

/** Headers of the request that launches a task. */
export const launchHeaders = ['preferTask', 'idempotencyKey'] as const
/** Responses of a launch. */
export const launchAnswers = {
  200: answers('Launched.', launched),
  202: answers('Launched, not finished yet.', launched),
}
/** Responses of a download that a client may request in parts. */
export const partialAnswers = (mediaType: string) => ({
  206: answersIn(mediaType, 'The part in the header Range.'),
  416: { description: 'The range cannot be satisfied.' },
})

const query = { id: needed('Number of the task.', integer) }

const listedTask = object({
  name: text,
  group: text,
  title: text,
  about: means(text, 'Short description, for forms.'),
  help: means(text, 'Help text of the command, in English.'),
  url: text,
  parameters: means(
    record,
    'JSON Schema, titles and descriptions in your language. `x-labels` contains labels of values; with `x-set`, the text lists some of them, separated by commas. `x-options` names the source of the choices of a parameter: scenarios (that the user may open), freescenarios, allscenarios, entities, fixtures, files, exportedfiles, exports, schedules.',
  ),
  positional: means(listOf(text), 'Positional parameters of the command line.'),
  secrets: means(listOf(text), 'Parameters that must not stand in a URL.'),
  destructive: means(flag, 'Whether to ask for confirmation, whatever the arguments are.'),
  destroys: means(
    listOf(
      object({
        with: means(nullable(text), 'Parameter that causes it; null: always.'),
        names: means(nullable(text), 'Parameter that names the scenario.'),
        otherwise: means(
          nullable(text),
          'Scenario if that parameter is not set; null: the scenario of the task.',
        ),
      }),
    ),
    'Conditions under which the task deletes data, and of which scenario, so that a client asks for confirmation. The first that applies counts.',
  ),
})

const start = object({
  start: means(moment, 'In the time zone of the installation.'),
  local: means(moment, 'In the time zone of the group.'),
  utc,
})

export const taskEndpoints = defineEndpoints({
  'GET /execute/api/': {
    id: 'tasks',
    tag,
    summary: 'List the tasks that the user may run, with the schemas of their parameters',
    answers: { 200: answers('The tasks.', listOf(listedTask)) },
  },
  'GET /execute/api/status/': {
    id: 'task_status',
    tag,
    summary: 'Get the status of tasks',
    query: {
      id: optional('Numbers, repeated or separated by commas. Without them: the latest tasks.', text),
      limit: pageLimit(1000, 20),
      status: optional('Only tasks in this state.', text),
      name: optional('Only runs of this task.', text),
      parent: optional('Only the steps of the group with this number.', integer),
      schedule: optional('Only runs of this group.', text),
    },
    answers: { 200: answers('The tasks.', tasks) },
  },
  'POST /execute/api/cancel/': {
    id: 'cancel_task',
    tag,
    summary: 'Cancel a task',
    query,
    answers: {
      200: answers('The waiting task is canceled.', launched),
      202: answers('The running task was asked to stop.', launched),
    },
  },
  'GET /execute/api/log/': {
    id: 'task_log',
    tag,
    summary: 'Get the log of a task, completely or in part',
    query,
    answers: { 200: answersIn('text/plain', 'The log.'), ...partialAnswers('text/plain') },
  },
  'GET /execute/api/events/': {
    id: 'task_events',
    tag,
    summary: 'Stream changes of tasks as server-sent events',
    description:
      'Events `task` hold records by number. With `id` they are of that task alone, with events `log` for the ' +
      'lines of its log, and end with it. The header `Last-Event-ID` or the parameter `after` continues where a stream ended.',
    query: {
      id: optional('Number of a task.', integer),
      scope: optional('`all`: of every scenario that the user may open.', oneOf(['all'])),
      after: optional('Id of the last event that was received, if there is no header `Last-Event-ID`.', text),
    },
    answers: { 200: answersIn('text/event-stream', 'The events.') },
  },
  'GET /execute/api/fixtures/': {
    id: 'fixtures',
    tag,
    summary: 'List the datasets that `loaddata` can load',
    answers: {
      200: answers(
        'The datasets.',
        listOf(
          object({ name: text, title: text, description: text, reference_date: text }, [
            'description',
            'reference_date',
          ]),
        ),
      ),
    },
  },
  'GET /execute/api/exports/': {
    id: 'exports',
    tag,
    summary: 'List the exports that the user may run with `exporttofolder`',
    answers: {
      200: answers(
        'Default exports come first.',
        listOf(
          object({
            name: text,
            title: text,
            kind: oneOf(['entity', 'report', 'dataexport', 'extension']),
            default: flag,
          }),
        ),
      ),
    },
  },
  'GET /execute/api/rerun/': {
    id: 'former_task',
    tag,
    summary: 'Get the parameters of a task, to fill in its form',
    query,
    answers: {
      200: answers(
        'Task, scenario and parameters.',
        object({
          name: text,
          scenario: text,
          parameters: record,
          secrets: means(listOf(text), 'Parameters that are not stored.'),
        }),
      ),
    },
  },
  'POST /execute/api/rerun/': {
    id: 'rerun_task',
    tag,
    summary: 'Launch a task again, in the same scenario with the same parameters',
    query,
    headers: launchHeaders,
    answers: launchAnswers,
  },
  'GET /execute/api/workers/': {
    id: 'workers',
    tag,
    summary: 'Check whether workers run queued tasks',
    answers: {
      200: answers(
        'Number of running workers, on any machine.',
        object(
          {
            alive: flag,
            workers: integer,
            waiting: integer,
            running: integer,
            unserved: means(integer, 'Waiting tasks that no running worker takes.'),
            checked: utc,
            hint: means(text, 'What to do if there is no worker, or none takes some of the tasks.'),
          },
          ['hint'],
        ),
      ),
    },
  },
  'GET /execute/api/bucketnames/': {
    id: 'bucket_names',
    tag,
    summary: 'Preview the names of the next buckets by templates',
    description: 'Of the granularities whose templates are given, or of all.',
    takesTaskParameters: true,
    answers: {
      200: answers('Names by granularity, from the bucket of today on.', mapOf(listOf(text))),
    },
  },
  'GET /execute/api/scheduletasks/next/': {
    id: 'next_starts',
    tag,
    summary: 'List the next starts of a group',
    query: {
      schedule: optional('Name of a group; the other parameters take precedence over its record.', text),
      starttimes: optional(
        'Times of day, separated by commas: `06:00,18:30`.',
        limited(listOf(text), { maxItems: 288 }),
      ),
      days: optional(
        'Days of the week, separated by commas. Default: those of the group, else all.',
        listOf(oneOf(weekdays)),
      ),
      tz: optional(
        'IANA name of the zone of the times. Default: that of the group, else that of the installation.',
        text,
      ),
      enabled: optional('Whether the group starts by itself. Default: as the group, else yes.', flag),
      count: otherwise('Maximum number of starts.', limited(integer, { minimum: 1, maximum: 100 }), 5),
    },
    answers: {
      200: answers(
        'The starts in sequence; empty if the group has no schedule.',
        object({ tz: text, starts: listOf(start) }),
      ),
    },
  },
  'POST /execute/api/{task}/': {
    id: 'launch_task',
    tag,
    summary: 'Launch a task',
    description: 'The operations `launch_<task>` describe the parameters of each task.',
    path: { task: needed('Name of the task.', text) },
    takesTaskParameters: true,
    headers: launchHeaders,
    body: record,
    answers: {
      200: answers('Launched, or with `Prefer: wait=` finished.', either(launched, tasks)),
      202: answers('Launched, not finished yet.', either(launched, tasks)),
    },
  },
  'GET /execute/logdownload/{id}/': {
    id: 'download_result',
    tag,
    summary: 'Download the file that a task has written, else its log',
    path: { id: needed('Number of the task.', text) },
    answers: { 200: answersIn(anyFile, 'The file.'), ...partialAnswers(anyFile) },
  },
})
