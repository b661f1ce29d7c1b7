/** Validates real responses against the schemas of the contract. */
import { type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Client } from '../../src/author/client.ts'
import { contract } from '../../src/contract/contract.ts'
import type { Endpoint, Endpoints } from '../../src/contract/endpoint.ts'

const endpoints: Endpoints = contract

/** Endpoints by method and pattern of their path; a scenario may precede the path. */
const patterns = Object.entries(endpoints).map(([name, endpoint]) => {
  const [method, path = ''] = name.split(' ')
  const pattern = path.replaceAll(/\{\w+\}/g, '[^/]+').replace(/\/$/, '/?')
  return { name, method, endpoint, isOf: new RegExp(`^(?:/(?!(?:api|execute)/)[^/]+)?${pattern}$`) }
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

/** Returns why the value of a response is not what the contract says; undefined if it is. */
function faultOf({ answers }: Endpoint, status: number, value: unknown): string | undefined {
  const answer = Object.hasOwn(answers, status) ? answers[status] : undefined
  if (answer === undefined) return `the contract has no response ${status}`
  if (answer.schema === undefined) return undefined
  const [fault] = Value.Errors(closedSchema(answer.schema), value)
  if (fault === undefined) return undefined
  const text = JSON.stringify(value).slice(0, 2_000)
  return `${status}: ${fault.instancePath} ${fault.message} ${JSON.stringify(fault.params)} in ${text}`
}

/**
 * Throws if a response is not what the contract says. Responses of paths outside the contract, and errors in the common
 * format, are not validated.
 */
export function requireContract(
  method: string,
  path: string,
  { status, json, headers }: { readonly status: number; readonly json: unknown; readonly headers: Headers },
): void {
  const found = endpointOf(method, path)
  const isJson = headers.get('content-type')?.startsWith('application/json') === true
  if (found === undefined || method === 'HEAD' || (status < 300 && status !== 204 && !isJson)) return
  const isCommonError = status >= 300 && !Object.hasOwn(found.endpoint.answers, status)
  const fault = isCommonError ? undefined : faultOf(found.endpoint, status, json)
  if (fault !== undefined) throw new Error(`${found.name} ${fault}`)
}

/** Returns a client that validates the values of responses, and adds the names of the called endpoints. */
export const checkedClient =
  (client: Client, called: Set<string>): Client =>
  async (endpoint, ...args) => {
    const value = await client(endpoint, ...args)
    const declared = contract[endpoint]
    const statuses = Object.keys(declared.answers).map(Number)
    const faults = statuses.filter((status) => status < 300).map((status) => faultOf(declared, status, value))
    if (!faults.includes(undefined)) throw new Error(`${endpoint} ${faults.join('; ')}`)
    called.add(endpoint)
    return value
  }
