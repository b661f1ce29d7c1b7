/** Entities and their fields as JSON Schema, in the dialect of OpenAPI 3.1. */
import { visibleFields } from '../../data/record-sql.ts'
import { type Entity, keyField } from '../../model/entity.ts'
import type { Field, FieldType } from '../../model/field.ts'
import { type Model, requireEntity } from '../../model/model.ts'
import { oneLinePattern } from '../../model/values/one-line.ts'
import { listFields, type NestedList, nestedLists, shownLists } from '../../model/nested-lists.ts'

export type Schema = Readonly<Record<string, unknown>>

const scalars: Readonly<
  Record<Exclude<FieldType, 'reference' | 'json'>, Schema & { readonly type: string }>
> = {
  text: { type: 'string' },
  choice: { type: 'string' },
  number: { type: 'number' },
  integer: { type: 'integer', format: 'int32' },
  identity: { type: 'integer', format: 'int64' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date', examples: ['2026-12-01'] },
  time: { type: 'string', examples: ['08:00:00'] },
  // The format has no time zone, so it is not "date-time".
  datetime: { type: 'string', examples: ['2026-12-01T00:00:00'] },
  duration: { type: 'string', examples: ['1 02:30:00'] },
}

/** Returns the schema of the values of a field; a reference has the schema of the key of its target. */
function valueSchema(model: Model, field: Field): Schema & { readonly type?: unknown } {
  if (field.type === 'json') return field.schema ?? {}
  if (field.type !== 'reference') return scalars[field.type]
  return valueSchema(model, keyField(requireEntity(model, field.reference!.entity)))
}

/** Returns the schema of the values of a field in a filter. */
/** Returns the query parameters that filter by fields. */
export const filterParameters = (model: Model, fields: readonly Field[]): readonly Schema[] =>
  fields.map((field) => ({
    name: field.name,
    in: 'query',
    description: field.help,
    schema: filterSchema(model, field),
  }))

export function filterSchema(model: Model, field: Field): Schema {
  const { type, format = filterFormats[field.type] } = valueSchema(model, field)
  return {
    ...(type === undefined ? {} : { type }),
    ...(format === undefined ? {} : { format }),
    ...(field.choices === undefined ? {} : { enum: field.choices }),
  }
}

/** Formats that filters accept in addition; responses use one format of the service. */
const filterFormats: Readonly<Partial<Record<FieldType, string>>> = {
  datetime: 'date-time',
  time: 'time',
  duration: 'duration',
}

/**
 * Returns the text for a default value. It is part of the description, because client generators turn a property with
 * the keyword `default` into one that is always present, also in requests.
 */
export const defaultText = (value: unknown): string => `Default: \`${JSON.stringify(value)}\`.`

export function fieldSchema(model: Model, field: Field): Schema {
  const { type, ...rest } = valueSchema(model, field)
  const choices =
    field.choices === undefined ? {} : { enum: [...field.choices, ...(field.nullable ? [null] : [])] }
  const known = field.default !== undefined && field.default !== 'now()' && field.type !== 'json'
  return {
    ...(type === undefined ? {} : { type: field.nullable ? [type, 'null'] : type }),
    ...rest,
    ...choices,
    title: field.label,
    description: [
      field.help,
      ...(field.reference === undefined ? [] : [`Key of ${field.reference.entity}.`]),
      ...(field.minimum === undefined ? [] : [`At least ${field.minimum}.`]),
      ...(known ? [defaultText(field.default)] : []),
    ].join(' '),
    ...(field.maxLength === undefined ? {} : { maxLength: field.maxLength }),
    ...(field.oneLine ? { pattern: oneLinePattern } : {}),
    ...(field.access === 'write' ? {} : { readOnly: true }),
    ...(field.writeOnly ? { writeOnly: true } : {}),
  }
}

/** Returns the schema of a record in responses: every field is present. */
export function recordSchema(model: Model, entity: Entity): Schema {
  const fields = visibleFields(entity)
  const lists = shownLists(entity)
  return {
    type: 'object',
    title: entity.label,
    description: entity.about,
    properties: Object.fromEntries([
      ...fields.map((field) => [field.name, fieldSchema(model, field)] as const),
      ...lists.map((list) => [list.name, childrenSchema(model, list)] as const),
    ]),
    required: [...fields, ...lists].map(({ name }) => name),
  }
}

/** Returns the schema of the child records in a response. */
function childrenSchema(model: Model, list: NestedList): Schema {
  const child = requireEntity(model, list.entity)
  const fields = listFields(list, child)
  return {
    type: 'array',
    description: `${child.about} Without any, an empty list.`,
    items: {
      type: 'object',
      properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchema(model, field)])),
      required: fields.map(({ name }) => name),
    },
  }
}

/** Returns the names of the schemas of a record in requests: for POST, PUT and PATCH. */
export const inputNames = (
  entity: Entity,
): { readonly post: string; readonly put: string; readonly patch: string } => ({
  post: `${entity.name}.input`,
  put: `${entity.name}.replacement`,
  patch: `${entity.name}.patch`,
})

/** Returns the schemas of records in requests, by name; fields that only the service sets are omitted. */
export function inputSchemas(model: Model, entity: Entity): Readonly<Record<string, Schema>> {
  const { post, put, patch } = inputNames(entity)
  const keys = keysOfInput(entity)
  const always = entity.fields
    .filter(({ required, inherited, access }) => required && !inherited && access === 'write')
    .map(({ name }) => name)
  const core = entity.coreFields.filter((name) => name !== entity.key)
  const updates = `An update of a record that exists needs no more than its key${
    always.length === 0 ? '' : `; a new one needs ${always.join(', ')}`
  }.`
  const replaces = `Fields that are left out get their default. In a list, each record gives its ${entity.key} too.`
  return {
    [post]: inputSchema(model, entity, `${entity.about} ${updates}`, keys),
    [put]: inputSchema(model, entity, `${entity.about} ${replaces}`, core),
    [patch]: inputSchema(model, entity, `${entity.about} Fields that are left out stay as they are.`, []),
  }
}

function inputSchema(model: Model, entity: Entity, description: string, required: readonly string[]): Schema {
  const fields = entity.fields.filter(({ access, name }) => access === 'write' || name === entity.key)
  const nested = [...nestedLists(entity)].map(([name, list]) => [
    name,
    { type: 'array', items: { $ref: `#/components/schemas/${list.entity}.input` } },
  ])
  return {
    type: 'object',
    title: entity.label,
    description,
    properties: Object.fromEntries([
      ...fields.map((field) => {
        const { readOnly: _, ...schema } = fieldSchema(model, field)
        return [field.name, schema]
      }),
      ...nested,
    ]),
    ...(required.length === 0 ? {} : { required }),
  }
}

/** Returns the fields that are required by POST: the key, unless the service generates it. */
function keysOfInput(entity: Entity): readonly string[] {
  const key = keyField(entity)
  return key.type === 'identity' || key.default !== undefined ? [] : [key.name]
}
