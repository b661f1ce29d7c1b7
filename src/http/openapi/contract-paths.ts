/** Operations of the OpenAPI document for the endpoints of the contract. */
import type {
  Access,
  Endpoint,
  Endpoints,
  ErrorStatus,
  Parameter,
  Response,
} from '../../contract/endpoint.ts'
import {
  absenceProblems,
  changeProblems,
  commonProblems,
  problems,
  scenarioProblems,
  signedInProblems,
} from './components.ts'
import type { Schema } from './schemas.ts'

/** Returns the items of the paths, with an operation for each endpoint. */
export function contractPaths(
  endpoints: Endpoints,
  { parameters = {} }: { readonly parameters?: Readonly<Record<string, readonly Schema[]>> } = {},
): Readonly<Record<string, Schema>> {
  const paths: Record<string, Schema> = {}
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const [method = '', path = ''] = name.split(' ')
    const inPath = Object.entries(endpoint.path ?? {}).map(([id, { description, schema }]) => ({
      name: id,
      in: 'path',
      required: true,
      description,
      schema: { ...schema },
    }))
    const operation = operationOf(method, endpoint, parameters[endpoint.id])
    paths[path] = { ...paths[path], ...given('parameters', inPath), [method.toLowerCase()]: operation }
  }
  return paths
}

/** Returns a property, unless its list is empty. */
const given = (name: string, list: readonly Schema[]): Schema => (list.length === 0 ? {} : { [name]: list })

/** @param more query parameters that the declaration of a task has */
function operationOf(method: string, endpoint: Endpoint, more: readonly Schema[] = []): Schema {
  const { id, tag, summary, description, access, headers = [], answers } = endpoint
  const declared = Object.entries(endpoint.query ?? {}).map(([name, parameter]) => query(name, parameter))
  const shared = headers.map((name) => ({ $ref: `#/components/parameters/${name}` }))
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    ...security(access),
    ...given('parameters', [...declared, ...more, ...shared]),
    ...bodyOf(endpoint),
    responses: {
      ...problemsOf(method, endpoint),
      ...Object.fromEntries(Object.entries(answers).map(([status, answer]) => [status, present(answer)])),
    },
  }
}

function security({ everybody, token, key }: Access = {}): Schema {
  if (everybody === true) return { security: [] }
  if (token === true) return { security: [{}, { bearer: [] }] }
  return key === true ? { security: [{ bearer: [] }] } : {}
}

function bodyOf({ body, takesForms, form }: Endpoint): Schema {
  if (form !== undefined) return takes(form, 'multipart/form-data')
  if (body === undefined) return {}
  return takes(
    body,
    'application/json',
    ...(takesForms === true ? ['application/x-www-form-urlencoded'] : []),
  )
}

const takes = (schema: object, ...types: readonly string[]): Schema => ({
  requestBody: {
    required: true,
    content: Object.fromEntries(types.map((type) => [type, { schema: { ...schema } }])),
  },
})

/** Returns a query parameter; a list is separated by commas, as on a command line. */
export function query(
  name: string,
  { description, schema, presence }: Omit<Parameter, 'schema'> & { readonly schema: object },
): Schema {
  const isList = 'type' in schema && schema.type === 'array'
  return {
    name,
    in: 'query',
    description,
    ...(presence === 'required' ? { required: true } : {}),
    schema: { ...schema },
    ...(isList ? { style: 'form', explode: false } : {}),
  }
}

function present({
  description,
  schema,
  mediaType = 'application/json',
  alsoIn = [],
  headers,
}: Response): Schema {
  if (schema === undefined && mediaType === 'application/json') return { description }
  const others = alsoIn.map((type) => [type, { schema: { type: 'string' } }])
  const isText = /^text\/|ndjson$/.test(mediaType)
  const content = {
    [mediaType]: { schema: schema ?? { type: 'string', ...(isText ? {} : { format: 'binary' }) } },
    ...Object.fromEntries(others),
  }
  return { description, ...(headers === undefined ? {} : { headers }), content }
}

/** Returns true if the scenario of the URL matters, which must exist then. */
const isInScenario = ({ everybody, token, key, ofUser }: Access = {}): boolean =>
  everybody !== true && token !== true && key !== true && ofUser !== true

/** Returns the error responses that follow from the declaration of an endpoint. */
export function derivedProblems(method: string, { access, path, headers = [] }: Endpoint): Schema {
  return {
    ...commonProblems,
    ...(access?.everybody === true ? {} : signedInProblems),
    ...(path === undefined ? {} : absenceProblems),
    ...(isInScenario(access) ? scenarioProblems : {}),
    ...(method === 'GET' ? {} : changeProblems),
    ...(headers.includes('idempotencyKey') ? problems('409', '422') : {}),
  }
}

/** Returns the error responses of an endpoint: the declared ones, and those that follow from its declaration. */
export const problemsOf = (method: string, endpoint: Endpoint): Schema => ({
  ...derivedProblems(method, endpoint),
  ...problems(...declaredErrors(endpoint)),
})

export const declaredErrors = ({ errors = [] }: Endpoint): readonly ErrorStatus[] => errors
