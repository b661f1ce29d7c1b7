/** Tools that change something at once: only for keys that were made for it. */
import { isTaskWord } from '../../extensions/task-words.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { executePaths } from '../openapi/execute-paths.ts'
import { screenPaths } from '../openapi/screen-paths.ts'
import { maxWaitSeconds } from '../execute/launch.ts'
import { entityInput } from './record-tools.ts'
import { askJson, asSchema, inputOf, operationTool, scenarioPrefix, type Tool, textOf } from './tool.ts'

const saveEdits = operationTool(screenPaths, {
  name: 'write_records_directly',
  title: 'Write records directly, without a review',
  needs: 'write',
  method: 'POST',
  path: '/api/batch/{app}/{entity}/',
  note: 'This changes data at once. Prefer propose_changes unless you were told to write.',
})

const { app: _app, ...batchInput } = asSchema(saveEdits.input['properties'])

export const workTools: readonly Tool[] = [
  operationTool(executePaths, {
    name: 'list_tasks',
    title: 'List tasks that can be run',
    needs: 'tasks',
    method: 'GET',
    path: '/execute/api/',
  }),
  operationTool(executePaths, {
    name: 'read_task_status',
    title: 'Read the status of tasks',
    needs: 'tasks',
    method: 'GET',
    path: '/execute/api/status/',
  }),
  {
    name: 'run_task',
    title: 'Run a task',
    description:
      'Launches a task, such as runplan, which makes the plan anew; list_tasks names them with their parameters. It works on ' +
      'the data at once. Answers the task as it is when it ends, or after the wait.',
    needs: 'tasks',
    input: inputOf(
      {
        task: { type: 'string', pattern: '^[a-z][a-z0-9_]{0,99}$', description: 'Name of the task.' },
        parameters: { type: 'object', description: 'Parameters of the task by name.' },
        wait: {
          type: 'integer',
          minimum: 0,
          maximum: maxWaitSeconds,
          default: 30,
          description: 'Seconds to wait for its end.',
        },
      },
      ['task'],
    ),
    run: (asker, args) => {
      const name = textOf(args['task'])
      if (isTaskWord(name)) throw new ServiceError('unknown_task', { name })
      return askJson(asker, {
        method: 'POST',
        path: `${scenarioPrefix(args)}/execute/api/${name}/`,
        body: args['parameters'] ?? {},
        prefer: `wait=${Number(args['wait'] ?? 30)}`,
      })
    },
  },
  {
    ...saveEdits,
    input: inputOf({ ...batchInput, ...entityInput }, ['entity']),
    run: (asker, { entity: name, ...rest }) => {
      const [app = '', entity = ''] = textOf(name).split('.')
      return saveEdits.run(asker, { ...rest, app, entity })
    },
  },
]
