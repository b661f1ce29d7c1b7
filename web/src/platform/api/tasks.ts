/** Reads tasks and their runs, and launches, cancels and repeats them. */
import { queryOptions } from '@tanstack/react-query'
import { getJson, sendJson } from './client.ts'
import { productionScenario, scenarioPath, withQuery } from './paths.ts'
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
})

const taskShape = object({
  name: text,
  group: text,
  title: text,
  /** Description of one or two sentences. */
  about: text,
  url: text,
  parameters: object({
    properties: otherwise(table(parameterShape), {}),
    required: otherwise(list(text), []),
  }),
  positional: otherwise(list(text), []),
  secrets: list(text),
  /** Whether the task deletes data with any arguments. */
  destructive: boolean,
  /**
   * Parameters with which the task deletes data, and the scenario whose data it deletes; the first entry that applies
   * counts.
   */
  destroys: list(object({ with: nullable(text), names: nullable(text), otherwise: nullable(text) })),
})

export type Task = Shaped<typeof taskShape>
export type TaskParameter = Shaped<typeof parameterShape>

const runShape = object({
  name: text,
  submitted: text,
  started: nullable(text),
  finished: nullable(text),
  arguments: nullable(text),
  /** `Waiting`, `NN%`, `Done`, `Failed` or `Canceled`. */
  status: text,
  message: nullable(text),
  user: nullable(text),
  logfile: nullable(text),
  scenario: text,
  progress: number,
  step: nullable(text),
  parent: nullable(number),
})

/** One launch of a task. */
export interface Run extends Shaped<typeof runShape> {
  readonly id: number
}

/** Returns runs from the service's object by id, newest first. */
export function runsOf(value: unknown): readonly Run[] {
  return Object.entries(table(runShape)(value))
    .map(([id, run]): Run => Object.assign(run, { id: Number(id) }))
    .toSorted((a, b) => b.id - a.id)
}

export const isRunning = ({ status }: Pick<Run, 'status'>): boolean => status.endsWith('%')
export const hasEnded = ({ finished }: Pick<Run, 'finished'>): boolean => finished !== null

/** Query for the tasks that the user may launch in a scenario. */
export const tasksQuery = (scenario: string) =>
  queryOptions({
    queryKey: ['tasks', scenario],
    queryFn: ({ signal }) => getJson(scenarioPath(scenario, '/execute/api/'), list(taskShape), { signal }),
    staleTime: 300_000,
  })

export interface RunFilter {
  readonly status?: string | undefined
  readonly name?: string | undefined
  readonly parent?: number | undefined
  readonly schedule?: string | undefined
  readonly limit?: number | undefined
}

export const runsKey = (scenario: string) => ['runs', scenario] as const

export const runsQuery = (scenario: string, filter: RunFilter = {}) =>
  queryOptions({
    queryKey: [...runsKey(scenario), filter],
    queryFn: async ({ signal }) =>
      runsOf(
        await getJson(withQuery(scenarioPath(scenario, '/execute/api/status/'), { ...filter }), anything, {
          signal,
        }),
      ),
    staleTime: 5_000,
  })

/** Query for the latest runs, at most as many as a screen lists. */
export const latestRunsQuery = (scenario: string, status: string | undefined) =>
  runsQuery(scenario, { status, limit: 50 })

export const runQuery = (scenario: string, id: number) =>
  queryOptions({
    queryKey: ['run', id],
    queryFn: async ({ signal }) => {
      const path = withQuery(scenarioPath(scenario, '/execute/api/status/'), { id })
      return runsOf(await getJson(path, anything, { signal }))[0]!
    },
    staleTime: 2_000,
  })

/** Arguments by name; the task uses its default for undefined values. */
export type TaskArguments = Readonly<Record<string, unknown>>

/** Queues a task and returns the id of the run. */
export async function launchTask(scenario: string, name: string, args: TaskArguments): Promise<number> {
  const path = scenarioPath(scenario, `/execute/api/${name}/`)
  const { taskid } = await sendJson('POST', path, args, object({ taskid: number }))
  return taskid
}

/** Requests the cancellation of a run. */
export const cancelRun = (scenario: string, id: number): Promise<unknown> =>
  sendJson('POST', withQuery(scenarioPath(scenario, '/execute/api/cancel/'), { id }), undefined, anything)

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
