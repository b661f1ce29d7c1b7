/** Tools that change data immediately: only for keys with the permission. */
import { setTimeout as delay } from 'node:timers/promises'
import { gridEndpoints } from '../../contract/grid.ts'
import { taskEndpoints } from '../../contract/tasks.ts'
import { taskWords } from '../../extensions/task-words.ts'
import { ServiceError } from '../../errors/service-error.ts'
import { contractPaths } from '../openapi/contract-paths.ts'
import { maxWaitSeconds } from '../execute/launch.ts'
import type { Asker } from './asker.ts'
import type { Report } from './progress.ts'
import { entityInput } from './record-tools.ts'
import { askJson, asSchema, inputOf, operationTool, scenarioPrefix, type Tool, textOf } from './tool.ts'

const saveEdits = operationTool(contractPaths(gridEndpoints), {
  name: 'write_records_directly',
  title: 'Write records directly, without a review',
  needs: 'write',
  method: 'POST',
  path: '/api/batch/{app}/{entity}/',
  note:
    'This changes data at once. Prefer propose_changes unless you were told to write. The answer counts the records; ' +
    'list_records reads them, with the keys that new ones were given.',
  // A response with all records could be too long, and the call would fail although the records are stored.
  prefer: 'return=minimal',
})

const { app: _app, ...batchInput } = asSchema(saveEdits.input['properties'])

/** Interval in milliseconds between two reads of a task. */
const taskIntervalMs = 1_000

/** Reports the progress of a task until it ends or the waiting time is over; returns its last status. */
async function followTask(
  asker: Asker,
  {
    prefix,
    launched,
    wait,
    report,
  }: {
    readonly prefix: string
    readonly launched: unknown
    readonly wait: number
    readonly report: Report
  },
): Promise<unknown> {
  const end = performance.now() + wait * 1000
  const [id] = Object.keys(asSchema(launched))
  for (let answer = launched; ;) {
    const task = asSchema(asSchema(answer)[id ?? ''])
    const { finished, progress, status, message } = task
    const text = [status, message].filter((part) => typeof part === 'string').join(': ')
    report({ done: Number(progress ?? 0), total: 100, message: text })
    if (id === undefined || finished !== null || performance.now() > end) return answer
    await delay(taskIntervalMs, undefined, { signal: asker.signal })
    answer = await askJson(asker, { method: 'GET', path: `${prefix}/execute/api/status/?id=${id}` })
  }
}

const taskPaths = contractPaths(taskEndpoints)

export const workTools: readonly Tool[] = [
  operationTool(taskPaths, {
    name: 'list_tasks',
    title: 'List tasks that can be run',
    needs: 'tasks',
    method: 'GET',
    path: '/execute/api/',
  }),
  operationTool(taskPaths, {
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
    reports: true,
    run: async (asker, args, report) => {
      const name = textOf(args['task'])
      if (taskWords.has(name)) throw new ServiceError('unknown_task', { name })
      const wait = Number(args['wait'] ?? 30)
      const prefix = scenarioPrefix(args)
      const launched = await askJson(asker, {
        method: 'POST',
        path: `${prefix}/execute/api/${name}/`,
        body: args['parameters'] ?? {},
        prefer: `wait=${report === undefined ? wait : 0}`,
      })
      return report === undefined ? launched : followTask(asker, { prefix, launched, wait, report })
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
