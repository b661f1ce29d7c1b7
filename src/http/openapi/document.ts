/** Generates the OpenAPI 3.1 document from the model and the task definitions. */
import { contract } from '../../contract/contract.ts'
import {
  filesTag,
  planTag,
  proposalsTag,
  screensTag,
  serviceTag,
  sessionTag,
  tasksTag,
} from '../../contract/tags.ts'
import { actionOfMethod } from '../../auth/rights/policies.ts'
import { visibleFields } from '../../data/record-sql.ts'
import type { Entity } from '../../model/entity.ts'
import { keyField } from '../../model/entity.ts'
import type { Model } from '../../model/model.ts'
import {
  addProblems,
  bulkParameters,
  changedSinceParameter,
  changeParameters,
  conditionalReadProblems,
  deleteParameters,
  detailDeleteProblems,
  detailProblems,
  detailWriteParameters,
  listParameters,
  parameters,
  postParameters,
  readProblems,
  responses,
  securitySchemes,
  sharedSchemas,
  writeProblems,
} from './components.ts'
import { exceptionReport } from '../../planning/exceptions/exceptions.ts'
import { contractPaths } from './contract-paths.ts'
import { listResponse } from './list-response.ts'
import { reportOperation, reportPaths, reportSchemas } from './report-paths.ts'
import {
  filterParameters,
  filterSchema,
  inputNames,
  inputSchemas,
  recordSchema,
  type Schema,
} from './schemas.ts'
import { type DescribedTask, ownParameters, taskPaths, taskSchemas } from './task-paths.ts'

const schemaRef = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: Schema): Schema => ({ 'application/json': { schema } })
const listOf = (items: Schema): Schema => ({ type: 'array', items })
const counts = schemaRef('Counts')
const countsInstead =
  'Counts with `Prefer: return=minimal`, `Prefer: handling=lenient` or `dryrun=1`, and for NDJSON of more than a megabyte.'
const gone: Schema = {
  '200': {
    description: 'With `dryrun=1`: the numbers of records that would be deleted.',
    content: json(schemaRef('DeletedCounts')),
  },
  '204': { description: 'Deleted.' },
}

const tagDescriptions: Readonly<Record<string, string>> = {
  auth: 'Groups of users and their rights.',
  common: 'Users, scenarios, parameters, time buckets, comments and messages.',
  input: 'What is planned with: items, locations, operations, resources, orders.',
  output: 'Results of plans, and reports on them.',
  execute: 'Records of tasks, schedules and data exports.',
  [planTag]: 'What would become of the plan: trials, promises of dates, remedies.',
  [proposalsTag]: 'Changes that are reviewed before they are applied.',
  [screensTag]: 'What the web UI shows beside records.',
  [sessionTag]: 'Signing in and out, and the account of the user.',
  [tasksTag]: 'Launching tasks and following them.',
  [filesTag]: 'Files of the data, log and export folders.',
  [serviceTag]: 'State of the service.',
}

/** Returns the document for a model and its tasks. `basePath` is the prefix of all paths. */
export function openApiDocument(model: Model, tasks: readonly DescribedTask[], basePath = ''): Schema {
  const operations = contractPaths(contract, { parameters: ownParameters })
  const apps = [...new Set(model.entities.map(({ app }) => app))]
  return {
    openapi: '3.1.0',
    info: {
      title: 'Planning service',
      version: '1',
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'Records of every entity can be listed, filtered, created, updated and deleted. A scenario other than ' +
        'the production scenario is named by a prefix: `/scenario1/api/…`.',
    },
    servers: [
      { url: basePath === '' ? '/' : basePath, description: 'Production scenario' },
      {
        url: `${basePath}/{scenario}`,
        description: 'Another scenario',
        variables: { scenario: { default: 'scenario1' } },
      },
    ],
    security: Object.keys(securitySchemes).map((name) => ({ [name]: [] })),
    tags: [...apps, planTag, proposalsTag, screensTag, sessionTag, tasksTag, filesTag, serviceTag].map(
      (name) => ({
        name,
        description: tagDescriptions[name] ?? `Records of the app ${name}.`,
      }),
    ),
    paths: {
      ...Object.fromEntries(model.entities.flatMap((entity) => entityPaths(model, entity))),
      ...reportPaths(model),
      ...taskPaths(tasks),
      ...operations,
      '/api/exceptions/': { get: listExceptions(model), ...operations['/api/exceptions/'] },
    },
    components: {
      securitySchemes,
      parameters,
      responses,
      schemas: {
        ...sharedSchemas,
        ...taskSchemas(tasks),
        ...reportSchemas(model),
        ...Object.fromEntries(
          model.entities.flatMap((entity) => [
            [entity.name, recordSchema(model, entity)],
            ...(entity.readOnly ? [] : Object.entries(inputSchemas(model, entity))),
          ]),
        ),
      },
    },
  }
}

/** Returns the operation that lists exceptions, which are a report with a path of its own. */
const listExceptions = (model: Model): Schema => ({
  ...reportOperation(model, exceptionReport),
  operationId: 'list_exceptions',
  tags: [planTag],
  summary: 'List the exceptions of the stored plan, largest effect first',
})

function entityPaths(model: Model, entity: Entity): readonly (readonly [string, Schema])[] {
  const path = `/api/${entity.app}/${entity.model}/`
  const key = keyField(entity)
  const keyParameter: Schema = {
    name: 'key',
    in: 'path',
    required: true,
    description: `${key.help} Characters that a URL cannot hold are escaped.`,
    schema: filterSchema(model, key),
  }
  return [
    [path, listOperations(model, entity)],
    ...(isFollowed(entity) ? [[`${path}deleted/`, { get: deletedOperation(entity) }] as const] : []),
    [`${path}{key}/`, { parameters: [keyParameter], ...detailOperations(entity) }],
  ]
}

/** Returns true if the change log contains the changed records of the entity. */
const isFollowed = ({ schema, query, readOnly }: Entity): boolean =>
  schema === 'scenario' && query === undefined && !readOnly

function deletedOperation(entity: Entity): Schema {
  return operation(entity, {
    verb: 'deleted',
    summary: `Keys of the ${entity.labelPlural} that were deleted since a cursor`,
    parameters: [{ ...parameters['changedSince'], required: true }],
    responses: {
      '200': { description: 'Keys.', content: json(listOf({ type: 'string' })) },
      ...readProblems,
      '410': { $ref: '#/components/responses/Expired' },
    },
  })
}

interface Operation {
  readonly verb: string
  readonly summary: string
  readonly parameters: readonly Schema[]
  readonly responses: Schema
  readonly body?: Schema
}

const operation = (entity: Entity, { verb, summary, body, ...rest }: Operation): Schema => ({
  operationId: `${verb}_${entity.app}_${entity.model}`,
  tags: [entity.app],
  summary,
  ...rest,
  ...(body === undefined ? {} : { requestBody: { required: true, content: body } }),
})

function listOperations(model: Model, entity: Entity): Schema {
  const record = schemaRef(entity.name)
  const { post, put, patch } = inputNames(entity)
  const plural = entity.labelPlural
  const filters = filterParameters(
    model,
    visibleFields(entity).filter(({ type, virtual }) => type !== 'json' && !virtual),
  )
  const list = operation(entity, {
    verb: 'list',
    summary: `List ${plural}`,
    parameters: [
      ...listParameters(entity),
      ...(isFollowed(entity) ? [changedSinceParameter] : []),
      ...filters,
    ],
    responses: {
      '200': listResponse(plural, record),
      ...conditionalReadProblems,
      ...(isFollowed(entity) ? { '410': { $ref: '#/components/responses/Expired' } } : {}),
    },
  })
  if (entity.readOnly) return { get: list }
  const oneOrMany = { oneOf: [schemaRef(post), listOf(schemaRef(post))] }
  const stored = { oneOf: [record, listOf(record)] }
  const lists = { oneOf: [listOf(record), counts] }
  const listsOrMatches = { oneOf: [listOf(record), counts, schemaRef('MatchedCounts')] }
  const ordered = 'Stored, in the order of the request'
  return possible(entity, {
    get: list,
    post: operation(entity, {
      verb: 'save',
      summary: `Add ${plural}, or update those whose key exists`,
      parameters: postParameters,
      body: { ...json(oneOrMany), 'application/x-ndjson': { schema: { type: 'string' } } },
      responses: {
        '200': { description: countsInstead, content: json(counts) },
        '201': { description: 'Stored.', content: json(stored) },
        ...addProblems,
      },
    }),
    put: operation(entity, {
      verb: 'replace_many',
      summary: `Replace several ${plural}`,
      parameters: bulkParameters,
      body: json(listOf(schemaRef(put))),
      responses: {
        '200': { description: `${ordered}. ${countsInstead}`, content: json(lists) },
        ...writeProblems,
      },
    }),
    patch: operation(entity, {
      verb: 'change_many',
      summary: `Change several ${plural}: each of a list, or all that match a filter alike`,
      parameters: changeParameters,
      body: json({ oneOf: [listOf(schemaRef(post)), schemaRef(patch)] }),
      responses: {
        '200': {
          description: `${ordered}; with a filter, the numbers of records. ${countsInstead}`,
          content: json(listsOrMatches),
        },
        ...writeProblems,
      },
    }),
    delete: operation(entity, {
      verb: 'delete_many',
      summary: `Delete the ${plural} that match a filter; at least one must stay`,
      parameters: deleteParameters,
      responses: { ...gone, ...readProblems },
    }),
  })
}

/** Removes operations that the API never allows for the entity. */
function possible(entity: Entity, operations: Schema): Schema {
  const isPossible = (method: string): boolean => {
    const action = actionOfMethod[method.toUpperCase()]
    return action === undefined || !entity.never.includes(action)
  }
  return Object.fromEntries(Object.entries(operations).filter(([method]) => isPossible(method)))
}

function detailOperations(entity: Entity): Schema {
  const record = json(schemaRef(entity.name))
  const { put, patch } = inputNames(entity)
  const { label } = entity
  const get = operation(entity, {
    verb: 'get',
    summary: `Read one ${label}`,
    parameters: [],
    responses: { '200': { description: 'The record.', content: record }, ...conditionalReadProblems },
  })
  if (entity.readOnly) return { get }
  const stored = {
    '200': {
      description: 'The record as stored; its counts with `Prefer: return=minimal` or `dryrun=1`.',
      content: json({ oneOf: [schemaRef(entity.name), counts] }),
    },
    ...detailProblems,
  }
  const shared = { parameters: detailWriteParameters, responses: stored }
  return possible(entity, {
    get,
    put: operation(entity, {
      verb: 'replace',
      summary: `Replace one ${label}`,
      body: json(schemaRef(put)),
      ...shared,
    }),
    patch: operation(entity, {
      verb: 'change',
      summary: `Change one ${label}`,
      body: json(schemaRef(patch)),
      ...shared,
    }),
    delete: operation(entity, {
      verb: 'delete',
      summary: `Delete one ${label}`,
      parameters: detailWriteParameters,
      responses: { ...gone, ...detailDeleteProblems },
    }),
  })
}
