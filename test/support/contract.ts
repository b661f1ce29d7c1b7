/** Validates real responses against the OpenAPI document and the schemas of the contract. */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { inject } from 'vitest'
import type { Client } from '../../src/author/client.ts'
import { contract } from '../../src/contract/contract.ts'
import { anyFile, type Endpoint, type Response } from '../../src/contract/endpoint.ts'
import { openApiDocument } from '../../src/http/openapi/document.ts'
import { describedTasks } from '../../src/http/openapi/task-paths.ts'
import { buildModel } from '../../src/model/model.ts'
import { taskListings } from '../../src/tasks/registry.ts'
import { undocumented } from './documented-answers.ts'

const endpointByName: ReadonlyMap<string, Endpoint> = new Map(Object.entries<Endpoint>(contract))
const document = openApiDocument(buildModel(), await describedTasks(taskListings))

interface Operation {
  readonly method: string
  /** Template of the path. */
  readonly path: string
  readonly statuses: ReadonlySet<string>
  /** Matches the paths of requests; a scenario may precede the template. */
  readonly pattern: RegExp
}

const operations: readonly Operation[] = Object.entries<object>(Object(document['paths']))
  .flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([name]) => name !== 'parameters')
      .map(([name, { responses }]) => ({
        method: name.toUpperCase(),
        path,
        statuses: new Set(Object.keys(responses)),
        pattern: patternOf(path),
      })),
  )
  // A path without parameters has precedence.
  .toSorted((one, other) => one.path.split('{').length - other.path.split('{').length)

function patternOf(path: string): RegExp {
  const template = path
    .replaceAll('.', '\\.')
    .replaceAll(/\{\w+\}/g, '[^/]+')
    .replace(/\/$/, '/?')
  return new RegExp(`^(?:/(?!(?:api|execute)/)[^/]+)?${template}$`)
}

/** Returns the operation of a request; undefined for paths and methods that the document does not have. */
function operationOf(method: string, path: string): Operation | undefined {
  const [plain = ''] = path.split('?')
  const asked = method === 'HEAD' ? 'GET' : method
  return operations.find((each) => each.method === asked && each.pattern.test(plain))
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
  return `${status}: ${fault.instancePath} ${fault.message} ${JSON.stringify(fault.params)} in ${textOf(value)}`
}

/** Returns true if the type of a response is a declared one; a response without content needs none. */
function hasFormat({ schema, mediaType, alsoIn = [] }: Response, type: string | undefined): boolean {
  const standard = schema === undefined ? mediaType : (mediaType ?? 'application/json')
  if (standard === undefined || standard === anyFile) return true
  return [standard, ...alsoIn].some((declared) => declared === type)
}

/** A response to a request; a body that is no JSON is not compared with a schema. */
interface Answered {
  readonly status: number
  readonly headers: Headers
  /** The body as JSON; undefined if it is not JSON. */
  readonly json?: unknown
}

/**
 * Throws if a response is not what the OpenAPI document and the contract say. Responses of paths outside the document
 * are not validated, nor are the records of entities and reports.
 */
export function requireContract(method: string, path: string, { status, headers, json }: Answered): void {
  const operation = operationOf(method, path)
  if (operation === undefined) return
  const name = `${operation.method} ${operation.path}`
  if (!operation.statuses.has(String(status))) throw new Error(`${name} declares no response ${status}`)
  if (method === 'HEAD') return
  const type = headers.get('content-type')?.split(';')[0]
  const endpoint = endpointByName.get(name)
  const answer =
    endpoint !== undefined && Object.hasOwn(endpoint.answers, status) ? endpoint.answers[status] : undefined
  if (endpoint === undefined || answer === undefined) {
    if (status >= 400 && type === 'application/json') requireDocumented(operation, status, json)
    return
  }
  if (!hasFormat(answer, type)) throw new Error(`${name} ${status}: ${type} is not declared`)
  const fault = type === 'application/json' ? faultOf(endpoint, status, json) : undefined
  if (fault !== undefined) throw new Error(`${name} ${fault}`)
  if (status < 400) recordValidated(name)
}

/** Throws if an error in the common format is not what the OpenAPI document says. */
function requireDocumented({ method, path }: Operation, status: number, json: unknown): void {
  const faults = undocumented(document, method, path, { status, json })
  if (faults.length > 0)
    throw new Error(`${method} ${path} ${status}: ${JSON.stringify(faults)} in ${textOf(json)}`)
}

const textOf = (json: unknown): string => JSON.stringify(json).slice(0, 2_000)

const recorded = new Set<string>()

/** Records that a response of success of an endpoint is as the contract says (validated-endpoints.ts). */
function recordValidated(name: string): void {
  if (recorded.has(name)) return
  recorded.add(name)
  appendFileSync(join(inject('validatedEndpoints'), String(process.pid)), `${name}\n`)
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
    recordValidated(endpoint)
    return value
  }
