/** Writes programs that use generated clients: they list, create and change records of every entity. */
import { Type } from 'typebox'
import { Value } from 'typebox/value'

const schemaShape = Type.Object({
  type: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
  enum: Type.Optional(Type.Array(Type.Unknown())),
})
const objectShape = Type.Object({
  properties: Type.Record(Type.String(), Type.Unknown()),
  required: Type.Optional(Type.Array(Type.String())),
})
const parameterShape = Type.Object({
  name: Type.Optional(Type.String()),
  schema: Type.Optional(schemaShape),
})
const listShape = Type.Object({ parameters: Type.Array(parameterShape) })
const documentShape = Type.Object({
  paths: Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown())),
  components: Type.Object({ schemas: Type.Record(Type.String(), Type.Unknown()) }),
})

export interface Client {
  /** Name of the entity, such as `input.demand`. */
  readonly name: string
  readonly path: string
  /** A key as a literal. */
  readonly key: string
  /** A filter by one of its fields: `name: "x"`. */
  readonly filter: string
  readonly post: string | undefined
  readonly patch: string | undefined
  /** Fields that a new record requires. */
  readonly required: readonly string[]
}

/** Returns the entities of a document with literals of minimal request bodies. */
export function clientsOf(json: unknown): readonly Client[] {
  const { paths, components } = Value.Parse(documentShape, json)
  return Object.entries(paths).flatMap(([path, operations]) => {
    const [, app, model] = /^\/api\/(\w+)\/(\w+)\/$/.exec(path) ?? []
    const name = `${app}.${model}`
    const detail = paths[`${path}{key}/`]
    if (detail === undefined || components.schemas[name] === undefined) return []
    const input = operations['post'] === undefined ? undefined : components.schemas[`${name}.input`]
    const change = operations['patch'] === undefined ? undefined : components.schemas[`${name}.patch`]
    return {
      name,
      path,
      key: filtersOf(detail)[0]?.[1] ?? '',
      filter: (filtersOf(operations['get'])[0] ?? []).join(': '),
      required: input === undefined ? [] : (Value.Parse(objectShape, input).required ?? []),
      post: input === undefined ? undefined : literalOf(input, true),
      patch: change === undefined ? undefined : literalOf(change, false),
    }
  })
}

/** Returns the parameters of simple types, each with a literal. */
const filtersOf = (operation: unknown): readonly (readonly [string, string])[] =>
  Value.Parse(listShape, operation).parameters.flatMap(({ name, schema }) => {
    const literal = sample(schema ?? {})
    return name === undefined || literal === undefined ? [] : [[name, literal] as const]
  })

/** Returns the required fields of a schema; for a change also the last field of a simple type. */
function literalOf(schema: unknown, least: boolean): string {
  const { properties, required = [] } = Value.Parse(objectShape, schema)
  const plain = Object.keys(properties).findLast((name) => sample(properties[name]) !== undefined)
  const names = least || plain === undefined ? required : [...required, plain]
  return `{ ${names.map((name) => `${name}: ${sample(properties[name])}`).join(', ')} }`
}

function sample(schema: unknown): string | undefined {
  const { type, enum: choices } = Value.Parse(schemaShape, schema)
  if (choices !== undefined) return JSON.stringify(choices[0])
  const [first] = [type].flat()
  return { string: '"x"', number: '1.5', integer: '1', boolean: 'true' }[first ?? '']
}

const checks = `
/** Names of the properties that need not be there. */
type Missing<Each> = { [Name in keyof Each]-?: undefined extends Each[Name] ? Name : never }[keyof Each]
const whole = <Each extends object>(_record: Each | undefined, ..._missing: Missing<Each>[] & []): void => {}
/** Returns the response if it is a record and not its counts. */
const record = <Each extends object>(answer: Each | undefined): Exclude<Each, { unchanged: number }> | undefined =>
  answer === undefined || 'unchanged' in answer ? undefined : (answer as Exclude<Each, { unchanged: number }>)
`

/** Returns a program for openapi-typescript and openapi-fetch. */
export function fetchProgram(clients: readonly Client[]): string {
  const parts = clients.map(({ path, key, filter, post, patch, required }) => {
    const one = `'${path}{key}/', { params: { path: { key: ${key} } }`
    return [
      `{`,
      `  const query = { ${filter}, limit: 5, filters: { source__in: 'x,y' } }`,
      `  const { data } = await client.GET('${path}', { params: { query } })`,
      `  if (Array.isArray(data)) whole(data[0])`,
      `  whole((await client.GET(${one} })).data)`,
      ...(post === undefined ? [] : [`  await client.POST('${path}', { body: ${post} })`]),
      ...(required.length === 0
        ? []
        : [
            `  // @ts-expect-error it needs ${required.join()}`,
            `  await client.POST('${path}', { body: {} })`,
          ]),
      ...(patch === undefined
        ? []
        : [
            `  whole(record((await client.PATCH(${one}, body: ${patch} })).data))`,
            `  await client.PATCH(${one}, body: {} })`,
          ]),
      `}`,
    ].join('\n')
  })
  return `import createClient from 'openapi-fetch'
import type { paths } from './schema.d.ts'
${checks}
const client = createClient<paths>({ baseUrl: 'http://localhost' })
${parts.join('\n')}
`
}

/** Returns a program for @hey-api/openapi-ts. */
export function heyProgram(clients: readonly Client[]): string {
  const parts = clients.map(({ name, key, filter, post, patch, required }) => {
    const suffix = name.split('.').map(capitalized).join('')
    const path = `path: { key: ${key} }`
    return [
      `{`,
      `  const { data } = await sdk.list${suffix}({ query: { ${filter}, limit: 5 } })`,
      `  if (Array.isArray(data)) whole(data[0])`,
      `  whole((await sdk.get${suffix}({ ${path} })).data)`,
      ...(post === undefined ? [] : [`  await sdk.save${suffix}({ body: ${post} })`]),
      ...(required.length === 0
        ? []
        : [`  // @ts-expect-error it needs ${required.join()}`, `  await sdk.save${suffix}({ body: {} })`]),
      ...(patch === undefined
        ? []
        : [
            `  whole(record((await sdk.change${suffix}({ ${path}, body: ${patch} })).data))`,
            `  await sdk.change${suffix}({ ${path}, body: {} })`,
            `  // @ts-expect-error there is no such field`,
            `  await sdk.change${suffix}({ ${path}, body: { nofieldofthisname: 1 } })`,
          ]),
      `}`,
    ].join('\n')
  })
  return `import * as sdk from './hey/index.js'
${checks}
${parts.join('\n')}
`
}

const capitalized = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`
