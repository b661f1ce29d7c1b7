/** Operations of the OpenAPI document for earlier launches, workers, and previews of task results. */
import { bucketParameters } from '../../tasks/commands/createbuckets.ts'
import { queries, tasksTag } from './execute-paths.ts'
import {
  answers,
  flag,
  integer,
  listOf,
  mapOf,
  means,
  object,
  operationsOf,
  problems,
  query,
  text,
} from './schema-words.ts'
import type { Schema } from './schemas.ts'

const taskNumber = query('id', 'Number of the task.', integer, true)
const launched: Schema = { $ref: '#/components/schemas/Launched' }
const parameterRef = (name: string): Schema => ({ $ref: `#/components/parameters/${name}` })

const operation = operationsOf(tasksTag)

export const queuePaths: Readonly<Record<string, Schema>> = {
  '/execute/api/rerun/': {
    get: operation('former_task', 'Get the parameters of a task, to fill in its form', {
      parameters: [taskNumber],
      responses: {
        '200': answers(
          'Task, scenario and parameters.',
          object({
            name: text,
            scenario: text,
            parameters: { type: 'object' },
            secrets: means(listOf(text), 'Parameters that are not stored.'),
          }),
        ),
        ...problems('400', '404'),
      },
    }),
    post: operation('rerun_task', 'Launch a task again, in the same scenario with the same parameters', {
      parameters: [taskNumber, parameterRef('preferTask'), parameterRef('idempotencyKey')],
      responses: {
        '200': answers('Launched.', launched),
        '202': answers('Launched, not finished yet.', launched),
        ...problems('400', '403', '404', '409'),
      },
    }),
  },
  '/execute/api/workers/': {
    get: operation('workers', 'Check whether workers run queued tasks', {
      responses: {
        '200': answers(
          'Number of running workers, on any machine.',
          object(
            {
              alive: flag,
              workers: integer,
              waiting: integer,
              running: integer,
              unserved: means(integer, 'Waiting tasks that no running worker takes.'),
              checked: { ...text, format: 'date-time' },
              hint: means(text, 'What to do when there is none, or none takes some of the tasks.'),
            },
            ['hint'],
          ),
        ),
        ...problems(),
      },
    }),
  },
  '/execute/api/bucketnames/': {
    get: operation('bucket_names', 'Preview the names of the next buckets by templates', {
      description: 'Of the granularities whose templates are given, or of all.',
      parameters: queries(bucketParameters.properties),
      responses: {
        '200': answers('Names by granularity, from the bucket of today on.', mapOf(listOf(text))),
        ...problems('400'),
      },
    }),
  },
}
