/** Reads tasks and their runs, and launches, cancels and repeats them. */
import { queryOptions } from '@tanstack/react-query'
import { type Answer, call, type Query } from './endpoints.ts'
import { productionScenario } from '../../../../src/model/production.ts'
import {
  anything,
  boolean,
  list,
  nullable,
  number,
  object,
  otherwise,
  type Shaped,
  table,
  text,
} from './shape.ts'

/** JSON Schema of one parameter, limited to the keywords that forms support. */
const parameterShape = object({
  type: otherwise(text, ''),
  /** Label; the name if the schema has no title. */
  title: otherwise(text, ''),
  description: otherwise(text, ''),
  default: (value: unknown) => value,
  enum: otherwise(list(anything), []),
  format: otherwise(text, ''),
  minimum: nullable(number),
  maximum: nullable(number),
  minLength: nullable(number),
  maxLength: nullable(number),
  minItems: nullable(number),
  /** True for parameters that exist only for older scripts. */
  deprecated: otherwise(boolean, false),
  /** Whether forms show the parameter. Some parameters are only for programs and for dedicated screens. */
  'x-form': otherwise(boolean, true),
  /** Initial value in forms, which always send it; used if a launch without the parameter behaves differently. */
  'x-form-default': (value: unknown) => value,
  /** Source of the choices: scenarios, entities, fixtures, files … */
  'x-options': otherwise(text, ''),
  /** Labels of the values. */
  'x-labels': otherwise(table(text), {}),
  /** Whether the text lists some of the values, separated by commas; without it, all apply. */
  'x-set': otherwise(boolean, false),
})

const parametersShape = object({
  properties: otherwise(table(parameterShape), {}),
  required: otherwise(list(text), []),
})

type ListedTask = Answer<'GET /execute/api/'>[number]

export interface Task extends Omit<ListedTask, 'parameters' | 'help'> {
  readonly parameters: Shaped<typeof parametersShape>
}
export type TaskParameter = Shaped<typeof parameterShape>

type Runs = Answer<'GET /execute/api/status/'>

/** One launch of a task. */
export type Run = Runs[string] & { readonly id: number }

/** Returns runs from the service's object by id, newest first. */
export function runsOf(runs: Runs): readonly Run[] {
  return Object.entries(runs)
    .map(([id, run]): Run => Object.assign(run, { id: Number(id) }))
    .toSorted((a, b) => b.id - a.id)
}

export const isRunning = ({ status }: Pick<Run, 'status'>): boolean => status.endsWith('%')
export const hasEnded = ({ finished }: Pick<Run, 'finished'>): boolean => finished !== null

/** Query for the tasks that the user may launch in a scenario. */
export const tasksQuery = (scenario: string) =>
  queryOptions({
    queryKey: ['tasks', scenario],
    queryFn: async ({ signal }): Promise<readonly Task[]> =>
      (await call('GET /execute/api/', {}, { scenario, signal })).map((task) =>
        Object.assign(task, { parameters: parametersShape(task.parameters, task.name) }),
      ),
    staleTime: 300_000,
  })

export type RunFilter = Omit<Query<'GET /execute/api/status/'>, 'id'>

export const runsKey = (scenario: string) => ['runs', scenario] as const

export const runsQuery = (scenario: string, filter: RunFilter = {}) =>
  queryOptions({
    queryKey: [...runsKey(scenario), filter],
    queryFn: async ({ signal }) =>
      runsOf(await call('GET /execute/api/status/', { query: filter }, { scenario, signal })),
    staleTime: 5_000,
  })

/** Query for the latest runs, at most as many as a screen lists. */
export const latestRunsQuery = (scenario: string, status: string | undefined) =>
  runsQuery(scenario, { status, limit: 50 })

export const runQuery = (scenario: string, id: number) =>
  queryOptions({
    queryKey: ['run', id],
    queryFn: async ({ signal }) => {
      const query = { id: String(id) }
      return runsOf(await call('GET /execute/api/status/', { query }, { scenario, signal }))[0]!
    },
    staleTime: 2_000,
  })

/** Query for the task and the parameters of an earlier run. */
export const formerQuery = (scenario: string, id: number) =>
  queryOptions({
    queryKey: ['former', id],
    queryFn: ({ signal }) => call('GET /execute/api/rerun/', { query: { id } }, { scenario, signal }),
    staleTime: Infinity,
  })

/** Arguments by name; the task uses its default for undefined values. */
export type TaskArguments = Readonly<Record<string, unknown>>

/** Queues a task and returns the id of the run. */
export async function launchTask(scenario: string, name: string, args: TaskArguments): Promise<number> {
  const launched = await call('POST /execute/api/{task}/', { path: { task: name }, body: args }, { scenario })
  return Number(launched['taskid'])
}

/**
 * Queues a new plan with the parameters of the last plan that a run of the scenario made, with those of the task if there
 * is none; returns the id of the run.
 */
export async function planAgain(scenario: string): Promise<number> {
  const query = { name: 'runplan', status: 'Done', limit: 1 }
  const [last] = runsOf(await call('GET /execute/api/status/', { query }, { scenario }))
  if (last === undefined) return launchTask(scenario, 'runplan', {})
  const launched = await call('POST /execute/api/rerun/', { query: { id: last.id } }, { scenario })
  return launched.taskid
}

/** Requests the cancellation of a run. */
export const cancelRun = (scenario: string, id: number): Promise<unknown> =>
  call('POST /execute/api/cancel/', { query: { id } }, { scenario })

/** Returns the equivalent command line, with values quoted for a shell. */
export function commandLine(
  { name, parameters, positional, secrets }: Pick<Task, 'name' | 'parameters' | 'positional' | 'secrets'>,
  args: TaskArguments,
  scenario: string,
): string {
  const given = Object.entries(args).filter(([key]) => !secrets.includes(key))
  const flags = given
    .filter(([key]) => !positional.includes(key))
    .map(([key, value]) => {
      if (parameters.properties[key]?.type === 'boolean') return value === true ? `--${key}` : `--no-${key}`
      return `--${key}=${quoted(value)}`
    })
  const places = positional.flatMap((key) => (args[key] === undefined ? [] : [quoted(args[key])]))
  const where = scenario === productionScenario ? [] : [`--database=${scenario}`]
  return ['planctl', name, ...places, ...flags, ...where].join(' ')
}

/** Returns the equivalent request as a `curl` command. */
export function requestLine(
  { url, secrets }: Pick<Task, 'url' | 'secrets'>,
  args: TaskArguments,
  user: string,
): string {
  const body = JSON.stringify(
    Object.fromEntries(Object.entries(args).filter(([key]) => !secrets.includes(key))),
  )
  const data = body === '{}' ? ['-X POST'] : [`-H 'Content-Type: application/json'`, `-d ${quoted(body)}`]
  return ['curl', `-u ${quoted(user)}`, `${location.origin}${url}`, ...data].join(' ')
}

function quoted(value: unknown): string {
  const words = Array.isArray(value) ? value.join(',') : String(value)
  return /^[\w./:@%+,=-]+$/.test(words) ? words : `'${words.replaceAll("'", String.raw`'\''`)}'`
}
