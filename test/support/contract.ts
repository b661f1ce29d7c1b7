/** Validates real responses against the schemas of the contract. */
import { type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { contract } from '../../src/contract/contract.ts'
import type { Endpoint, Endpoints } from '../../src/contract/endpoint.ts'

const endpoints: Endpoints = contract

/** Endpoints by method and pattern of their path; a scenario may precede the path. */
const patterns = Object.entries(endpoints).map(([name, endpoint]) => {
  const [method, path = ''] = name.split(' ')
  const pattern = path.replaceAll(/\{\w+\}/g, '[^/]+').replace(/\/$/, '/?')
  return { name, method, endpoint, isOf: new RegExp(`^(?:/(?!api/)[^/]+)?${pattern}$`) }
})

/** Returns the endpoint of a request and its name; an endpoint without parameters has precedence. */
function endpointOf(method: string, path: string): { name: string; endpoint: Endpoint } | undefined {
  const [plain = ''] = path.split('?')
  const asked = method === 'HEAD' ? 'GET' : method
  return patterns
    .filter((each) => each.method === asked && each.isOf.test(plain))
    .toSorted((one, other) => one.name.split('{').length - other.name.split('{').length)[0]
}

/** Schemas of responses in which members that the contract does not name are errors. */
const closedSchemas = new Map<unknown, TSchema>()

function closedSchema(schema: unknown): TSchema {
  const known = closedSchemas.get(schema)
  if (known !== undefined) return known
  const closed = Type.Unsafe(Object(close(schema)))
  closedSchemas.set(schema, closed)
  return closed
}

function close(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(close)
  if (typeof schema !== 'object' || schema === null) return schema
  const { properties, ...rest }: { readonly properties?: unknown } = schema
  const others = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, close(value)]))
  if (properties === undefined) return others
  const members = Object.entries(Object(properties)).map(([name, value]) => [name, close(value)])
  return { additionalProperties: false, ...others, properties: Object.fromEntries(members) }
}

/**
 * Throws if the JSON of a response is not what the contract says of the endpoint and the status. Responses of other
 * paths, and errors in the common format, are not validated.
 */
export function requireContract(
  method: string,
  path: string,
  response: { status: number; json: unknown },
): void {
  const found = endpointOf(method, path)
  if (found === undefined || method === 'HEAD') return
  const { answers } = found.endpoint
  const { status, json } = response
  const answer = Object.hasOwn(answers, status) ? answers[status] : undefined
  if (answer === undefined) {
    if (status >= 400 || status === 304) return
    throw new Error(`${found.name}: the contract has no response ${status}`)
  }
  if (answer.schema === undefined) return
  const [fault] = Value.Errors(closedSchema(answer.schema), json)
  if (fault === undefined) return
  const text = JSON.stringify(json).slice(0, 2_000)
  throw new Error(
    `${found.name} ${status}: ${fault.instancePath} ${fault.message} ${JSON.stringify(fault.params)} in ${text}`,
  )
}
