/** Validates the structure of the exported definition, because authors may write JavaScript. */
import { Type } from '../contract/type.ts'
import { faultsIn } from '../settings/schema-check.ts'
import { closest } from '../settings/suggestion.ts'
import type { ExtensionDefinition } from './definition.ts'
import { taskKinds } from './task-kinds.ts'

const name = Type.String({ minLength: 1 })
const text = Type.String()
const open = { additionalProperties: true } as const
const closed = { additionalProperties: false } as const
const optionalText = Type.Optional(name)

const field = Type.Object({ name, type: name, label: name, help: name, column: name }, open)
const entity = Type.Object({ name, app: name, model: name, fields: Type.Array(field) }, open)
const task = Type.Object(
  {
    name,
    group: name,
    kind: Type.Optional(Type.Enum([...taskKinds])),
    title: name,
    task: Type.Object(
      {
        help: name,
        examples: Type.Array(Type.Array(text, { minItems: 2, maxItems: 2 }), { minItems: 1 }),
        parameters: Type.Object(
          { type: Type.Literal('object'), properties: Type.Record(text, Type.Unknown()) },
          open,
        ),
        positional: Type.Array(text),
        secrets: Type.Array(text),
        right: name,
      },
      open,
    ),
  },
  closed,
)
const item = Type.Object(
  {
    group: name,
    label: name,
    entity: optionalText,
    task: optionalText,
    url: optionalText,
    right: optionalText,
  },
  closed,
)
const report = Type.Object(
  {
    name,
    label: name,
    labelPlural: name,
    about: name,
    key: name,
    columns: Type.Array(field, { minItems: 1 }),
    sql: Type.Unknown(),
  },
  closed,
)
const dataExport = Type.Object(
  {
    name,
    entity: name,
    fields: Type.Optional(Type.Array(name, { minItems: 1 })),
    filter: Type.Optional(Type.Record(text, text)),
    ordering: optionalText,
  },
  closed,
)
const words = Type.Object(
  {
    entities: Type.Record(text, Type.Array(text, { minItems: 2, maxItems: 2 })),
    fields: Type.Record(text, text),
    choices: Type.Optional(Type.Record(text, text)),
    help: Type.Optional(Type.Record(text, text)),
    tasks: Type.Optional(
      Type.Record(
        text,
        Type.Object(
          {
            title: optionalText,
            about: optionalText,
            parameters: Type.Optional(
              Type.Record(text, Type.Array(Type.Unknown(), { minItems: 2, maxItems: 3 })),
            ),
          },
          closed,
        ),
      ),
    ),
  },
  closed,
)

const definition = Type.Object(
  {
    name,
    about: name,
    entities: Type.Optional(Type.Array(entity)),
    fields: Type.Optional(Type.Record(text, Type.Array(field))),
    tasks: Type.Optional(Type.Array(task)),
    menu: Type.Optional(Type.Array(item)),
    reports: Type.Optional(Type.Array(report)),
    fixtures: Type.Optional(Type.Array(name)),
    exports: Type.Optional(Type.Array(dataExport)),
    migrations: optionalText,
    translations: Type.Optional(Type.Record(text, words)),
  },
  open,
)

const known = Object.keys(definition.properties)

/** Returns the faults of the structure, one sentence each; empty if `isDefinition` holds. */
export function shapeFaults(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null)
    return ['its "extension" must be what defineExtension gives']
  const unknown = Object.keys(value).filter((key) => !known.includes(key))
  return [
    ...unknown.map((key) => {
      const meant = closest(key, known)
      return `it has an unknown part "${key}"${meant === undefined ? '' : `; do you mean "${meant}"?`}`
    }),
    ...faultsIn(definition, value)
      // Included in the other messages.
      .filter(({ keyword }) => keyword !== 'anyOf')
      .map((fault) => `${placeOf(value, fault.instancePath)} ${fault.message}`),
    ...missingFunctions(value),
  ]
}

export function isDefinition(value: unknown): value is ExtensionDefinition {
  return shapeFaults(value).length === 0
}

/** Formats `/tasks/0/task` as `tasks[0] ("rank").task`. */
function placeOf(value: unknown, path: string): string {
  let place = ''
  let inside: unknown = value
  for (const step of path.split('/').slice(1)) {
    inside = new Map<string, unknown>(Object.entries(Object(inside))).get(step)
    place += /^\d+$/.test(step) ? `[${step}]${nameOf(inside)}` : `${place === '' ? '' : '.'}${step}`
  }
  return place === '' ? 'it' : place
}

function nameOf(value: unknown): string {
  const found = Object(value)
  return typeof found.name === 'string' && found.name !== '' ? ` ("${found.name}")` : ''
}

function missingFunctions(value: object): readonly string[] {
  const parts = new Map<string, unknown>(Object.entries(value))
  const listOf = (key: string): readonly unknown[] => {
    const list = parts.get(key)
    return Array.isArray(list) ? list : []
  }
  return [
    ...listOf('tasks').flatMap((one, at) =>
      typeof Object(Object(one).task).run === 'function'
        ? []
        : [`${placeOf(value, `/tasks/${at}`)}.task needs a function run`],
    ),
    ...listOf('reports').flatMap((one, at) =>
      typeof Object(one).sql === 'function'
        ? []
        : [`${placeOf(value, `/reports/${at}`)} needs a function sql`],
    ),
    ...listOf('entities').flatMap((one, at) =>
      Object(one).fieldByName instanceof Map
        ? []
        : [`${placeOf(value, `/entities/${at}`)} must be made by defineEntity`],
    ),
  ]
}
