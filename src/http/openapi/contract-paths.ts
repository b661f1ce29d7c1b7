/** Operations of the OpenAPI document for the endpoints of the contract. */
import type { Endpoint, Endpoints, Parameter, Response } from '../../contract/endpoint.ts'
import { inPath, problems, query, takes } from './schema-words.ts'
import type { Schema } from './schemas.ts'

/** Returns the items of the paths, with an operation for each endpoint. */
export function contractPaths(endpoints: Endpoints): Readonly<Record<string, Schema>> {
  const paths: Record<string, Schema> = {}
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const [method = '', path = ''] = name.split(' ')
    const parameters = parametersOf(endpoint.path, ([id, { description, schema }]) =>
      inPath(id, description, { ...schema }),
    )
    paths[path] = { ...paths[path], ...parameters, [method.toLowerCase()]: operationOf(endpoint) }
  }
  return paths
}

function parametersOf(
  declared: Endpoint['query'] = {},
  present: (entry: readonly [string, Parameter]) => Schema,
): Schema {
  const parameters = Object.entries(declared).map(present)
  return parameters.length === 0 ? {} : { parameters }
}

function operationOf(endpoint: Endpoint): Schema {
  const { id, tag, summary, description, body, answers, errors } = endpoint
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    ...parametersOf(endpoint.query, ([name, parameter]) =>
      query(name, parameter.description, { ...parameter.schema }, parameter.presence === 'required'),
    ),
    ...(body === undefined ? {} : { requestBody: takes({ ...body }) }),
    responses: {
      ...problems(...errors),
      ...Object.fromEntries(Object.entries(answers).map(([status, answer]) => [status, present(answer)])),
    },
  }
}

function present({ description, schema, mediaType = 'application/json', alsoIn = [] }: Response): Schema {
  if (schema === undefined && mediaType === 'application/json') return { description }
  const others = alsoIn.map((type) => [type, { schema: { type: 'string' } }])
  const content = { [mediaType]: { schema: schema ?? { type: 'string' } }, ...Object.fromEntries(others) }
  return { description, content }
}
