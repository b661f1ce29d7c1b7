/** Operations of the OpenAPI document that launch tasks: one per task, with the parameters of its schema. */
import { launched, launchHeaders, task, taskEndpoints, tasks as taskRecords } from '../../contract/tasks.ts'
import { tasksTag } from '../../contract/tags.ts'
import { bucketParameters } from '../../tasks/commands/createbuckets.ts'
import { exportParameters } from '../../tasks/commands/exportworkbook.ts'
import { importParameters } from '../../tasks/commands/importworkbook.ts'
import type { TaskDefinition } from '../../tasks/definition.ts'
import type { TaskListing } from '../../tasks/registry.ts'
import { problemsOf, query } from './contract-paths.ts'
import { defaultText, type Schema } from './schemas.ts'

/** A task that requests can launch. */
export interface DescribedTask extends Pick<TaskListing, 'name' | 'title'> {
  readonly definition: Pick<TaskDefinition, 'help' | 'parameters' | 'secrets'>
}

/** Returns the tasks with their definitions, without those that are restricted to the command line. */
export async function describedTasks(listings: readonly TaskListing[]): Promise<readonly DescribedTask[]> {
  const all = await Promise.all(
    listings.map(async ({ name, title, load }) => ({ name, title, definition: await load() })),
  )
  return all.filter(({ definition }) => definition.right !== 'operator')
}

/** Returns the properties of a schema as query parameters. */
const queries = (properties: Readonly<Record<string, object>>): readonly Schema[] =>
  Object.entries(properties).map(([name, schema]) =>
    query(name, { presence: 'optional', ...separated(schema) }),
  )

function separated(schema: object): { readonly description: string; readonly schema: object } {
  const { description, ...rest } = { description: '', ...schema }
  return { description, schema: rest }
}

/** Query parameters of endpoints that are those of a task. */
export const ownParameters: Readonly<Record<string, readonly Schema[]>> = {
  bucket_names: queries(bucketParameters.properties),
  export_workbook: queries(exportParameters),
  import_workbook: queries(importParameters),
}

/** Returns the schemas of tasks, and those of their parameters, by the name with which operations and steps of groups refer to them. */
export const taskSchemas = (tasks: readonly DescribedTask[]): Schema => ({
  Launched: { ...launched },
  Task: { ...task },
  Tasks: { ...taskRecords, additionalProperties: ref('schemas', 'Task') },
  ...Object.fromEntries(
    tasks.map(({ name, definition }) => [`task.${name}`, askedFor(definition.parameters)]),
  ),
})

/** Returns the schema of a request: parameters with a default are optional. */
function askedFor(parameters: TaskDefinition['parameters']): Schema {
  const { required, ...rest } = parameters
  const needed = (required ?? []).filter(
    (name) => !Object.hasOwn(parameters.properties[name] ?? {}, 'default'),
  )
  const properties = Object.fromEntries(documented(parameters))
  return { ...rest, properties, ...(needed.length === 0 ? {} : { required: needed }) }
}

/** Returns the parameters without form hints; the description contains the default. */
const documented = ({ properties }: TaskDefinition['parameters']): readonly (readonly [string, Schema])[] =>
  Object.entries(properties).map(([name, schema]) => {
    const { 'x-hint': _hint, default: standard, ...rest } = { 'x-hint': '', default: undefined, ...schema }
    if (standard === undefined) return [name, rest]
    const { description } = { description: '', ...schema }
    return [name, { ...rest, description: `${description} ${defaultText(standard)}`.trim() }]
  })

export const taskPaths = (tasks: readonly DescribedTask[]): Schema =>
  Object.fromEntries(tasks.map((task) => [`/execute/api/${task.name}/`, { post: launchOperation(task) }]))

const response = (description: string): Schema => ({
  description,
  content: {
    'application/json': { schema: { oneOf: [ref('schemas', 'Launched'), ref('schemas', 'Tasks')] } },
  },
})

const ref = (kind: string, name: string): Schema => ({ $ref: `#/components/${kind}/${name}` })

function launchOperation({ name, title, definition }: DescribedTask): Schema {
  const { help, parameters, secrets } = definition
  const properties = documented(parameters).filter(([each]) => !secrets.includes(each))
  const body = { schema: ref('schemas', `task.${name}`) }
  return {
    operationId: `launch_${name}`,
    tags: [tasksTag],
    summary: title,
    description: `${help}\n\nPass parameters in the query string, in a form, or in a JSON object; the later of these has precedence.${
      secrets.length === 0 ? '' : ` Never in the query string: ${secrets.join(', ')}.`
    }`,
    parameters: [
      // None is required here, because the body may contain the parameters instead.
      ...queries(Object.fromEntries(properties)),
      ...launchHeaders.map((header) => ref('parameters', header)),
    ],
    requestBody: { content: { 'application/json': body, 'application/x-www-form-urlencoded': body } },
    responses: {
      '200': response('Launched, or with `Prefer: wait=` finished. `Location` is the address of its status.'),
      '202': response('Launched, with `Prefer: respond-async`; or not finished yet.'),
      ...problemsOf('POST', taskEndpoints['POST /execute/api/{task}/']),
    },
  }
}
