/** The type of an assistant tool, and the creation of tools from operations of the OpenAPI document. */
import type { Principal } from '../../auth/principal.ts'
import { mayLaunch, mayPropose } from '../../auth/rights/key-scope.ts'
import { ServiceError } from '../../errors/service-error.ts'
import type { Schema } from '../openapi/schemas.ts'
import { isScenarioSegment } from '../request-target.ts'
import { productionScenario } from '../../model/production.ts'
import type { Report } from './progress.ts'
import { type Asker, type Question, RefusedQuestion, type Reply } from './asker.ts'

/** Permission that a key needs so that a tool is offered. The request itself is authorized by its handler. */
export type ToolNeed = 'read' | 'propose' | 'write' | 'tasks'

export type ToolArguments = Readonly<Record<string, unknown>>

export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly needs: ToolNeed
  /** JSON Schema of the arguments, an object. */
  readonly input: Schema
  /** If true, the tool reports its own progress; for other tools only heartbeats are sent. */
  readonly reports?: boolean
  /**
   * @param report undefined if progress is not requested
   * @throws RefusedQuestion with the response of the server, and ServiceError
   */
  run(asker: Asker, args: ToolArguments, report?: Report): Promise<unknown>
}

const offers: Readonly<Record<ToolNeed, (principal: Principal) => boolean>> = {
  read: () => true,
  propose: mayPropose,
  write: ({ readOnly }) => !readOnly,
  tasks: mayLaunch,
}

export const isOffered = ({ needs }: Tool, principal: Principal): boolean => offers[needs](principal)

export const scenarioInput: Schema = {
  scenario: {
    type: 'string',
    pattern: '^[A-Za-z0-9_]{1,63}$',
    description: `Name of the scenario, a complete set of data of its own; "${productionScenario}", which is production, without it.`,
  },
}

/** Returns a schema of arguments; all other arguments are rejected. */
export const inputOf = (properties: Schema, required: readonly string[] = []): Schema => ({
  type: 'object',
  properties: { ...properties, ...scenarioInput },
  ...(required.length === 0 ? {} : { required }),
  additionalProperties: false,
})

/** Returns the path prefix of the scenario in the arguments. Throws `unknown_scenario`. */
export function scenarioPrefix({ scenario = productionScenario }: ToolArguments): string {
  const name = textOf(scenario)
  if (name === productionScenario) return ''
  if (!isScenarioSegment(name)) throw new ServiceError('unknown_scenario')
  return `/${encodeURIComponent(name)}`
}

/** Returns a path with query parameters; parameters without a value are omitted. */
export function withParameters(path: string, parameters: ToolArguments): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined || value === null) continue
    if (typeof value === 'boolean') query.append(name, value ? '1' : '0')
    else query.append(name, typeof value === 'object' ? JSON.stringify(value) : textOf(value))
  }
  return query.size === 0 ? path : `${path}?${query.toString()}`
}

/** Returns the value of a JSON response. Throws `RefusedQuestion` for a status other than success. */
export async function askJson(asker: Asker, question: Question): Promise<unknown> {
  return jsonOf(await asker.ask(question))
}

export function jsonOf(reply: Reply): unknown {
  if (reply.status < 200 || reply.status >= 300) throw new RefusedQuestion(reply)
  return reply.text === '' ? null : JSON.parse(reply.text)
}

/** Maximum size in bytes of a response that is shortened: a trial may move all orders of a plan. */
const maxShortenedBytes = 16 * 2 ** 20

interface OperationTool extends Pick<Tool, 'name' | 'title' | 'needs'> {
  readonly method: 'GET' | 'POST'
  /** Path template, as in the OpenAPI document. */
  readonly path: string
  /** Replaces the description of the document, which may be about formats and headers. */
  readonly about?: string
  /** Text after the description. */
  readonly note?: string
  /** Shortens a long response for an assistant. */
  readonly shorten?: (answer: unknown) => unknown
  /** The header Prefer of the request. */
  readonly prefer?: string
  /** Fixed members of the body, and parameters of the operation that are omitted. */
  readonly body?: ToolArguments
  readonly without?: readonly string[]
}

/** Returns a tool that calls one operation; its arguments and its description are those of the document. */
export function operationTool(paths: Readonly<Record<string, Schema>>, given: OperationTool): Tool {
  const { method, path, name, title, needs, about, note, shorten, prefer, body: fixed, without = [] } = given
  const item = paths[path]
  const operation = asSchema(item?.[method.toLowerCase()])
  const parameters = [...listIn(item?.['parameters']), ...listIn(operation['parameters'])]
    .map(asSchema)
    // Parameters that all operations share are about formats and headers.
    .filter(({ name: key, $ref: shared }) => shared === undefined && !without.includes(textOf(key)))
  const bodySchema = bodyOf(operation)
  const properties = Object.fromEntries(
    Object.entries(asSchema(bodySchema['properties'])).filter(([each]) => !without.includes(each)),
  )
  const required = [
    ...parameters.filter((one) => one['required'] === true).map((one) => textOf(one['name'])),
    ...listIn(bodySchema['required']).map(textOf),
  ]
  const inputs = parameters.map((parameter) => {
    const { name: key, schema, description } = parameter
    return [textOf(key), { ...asSchema(schema), description }] as const
  })
  const texts = [operation['summary'], about ?? operation['description'], note].filter(
    (text) => text !== undefined,
  )
  return {
    name,
    title,
    needs,
    description: texts.map((text) => textOf(text).replace(/([^.!?])$/, '$1.')).join(' '),
    input: inputOf({ ...Object.fromEntries(inputs), ...properties }, required),
    run: async (asker, args) => {
      const query: Record<string, unknown> = {}
      let filled = path
      for (const parameter of parameters) {
        const key = textOf(parameter['name'])
        if (parameter['in'] === 'path')
          filled = filled.replace(`{${key}}`, encodeURIComponent(textOf(args[key])))
        else query[key] = args[key]
      }
      const content = Object.fromEntries(
        Object.entries(args).filter(([key]) => Object.hasOwn(properties, key)),
      )
      const answer = await askJson(asker, {
        method,
        path: scenarioPrefix(args) + withParameters(filled, query),
        ...(method === 'GET' ? {} : { body: { ...content, ...fixed } }),
        ...(prefer === undefined ? {} : { prefer }),
        ...(shorten === undefined ? {} : { maxBytes: maxShortenedBytes }),
      })
      return shorten === undefined ? answer : shorten(answer)
    },
  }
}

function bodyOf(operation: Schema): Schema {
  const content = asSchema(asSchema(operation['requestBody'])['content'])
  return asSchema(asSchema(content['application/json'])['schema'])
}

/** Returns a value as text, for example for a path. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return value === undefined ? '' : JSON.stringify(value)
}

export const asSchema = (value: unknown): Schema =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
