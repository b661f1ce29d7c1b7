/** Entities and their fields as JSON Schema, as OpenAPI 3.1 takes it. */
import { visibleFields } from '../../data/record-sql.ts'
import { type Entity, keyField } from '../../model/entity.ts'
import type { Field, FieldType } from '../../model/field.ts'
import { type Model, requireEntity } from '../../model/model.ts'
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
  // Without a zone, so it is not the format "date-time".
  datetime: { type: 'string', examples: ['2026-12-01T00:00:00'] },
  duration: { type: 'string', examples: ['1 02:30:00'] },
}

/** Values of a field; a reference has those of the key it refers to. */
function valueSchema(model: Model, field: Field): Schema & { readonly type?: unknown } {
  if (field.type === 'json') return field.schema ?? {}
  if (field.type !== 'reference') return scalars[field.type]
  return valueSchema(model, keyField(requireEntity(model, field.reference!.entity)))
}

/** Values of a field as a filter takes them. */
export function filterSchema(model: Model, field: Field): Schema {
  const { type, format = filterFormats[field.type] } = valueSchema(model, field)
  return {
    ...(type === undefined ? {} : { type }),
    ...(format === undefined ? {} : { format }),
    ...(field.choices === undefined ? {} : { enum: field.choices }),
  }
}

/** Notations that filters take among others; records are given out in one of their own. */
const filterFormats: Readonly<Partial<Record<FieldType, string>>> = {
  datetime: 'date-time',
  time: 'time',
  duration: 'duration',
}

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
    description:
      field.reference === undefined ? field.help : `${field.help} Key of ${field.reference.entity}.`,
    ...(known ? { default: field.default } : {}),
    ...(field.maxLength === undefined ? {} : { maxLength: field.maxLength }),
    ...(field.access === 'write' ? {} : { readOnly: true }),
    ...(field.writeOnly ? { writeOnly: true } : {}),
  }
}

/** A record as it is given out: every field is present. */
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

/** The child records that a record is given out with. */
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

/** A record as it is sent: fields that only the service sets are passed over. */
export function inputSchema(model: Model, entity: Entity): Schema {
  const fields = entity.fields.filter(({ access, name }) => access === 'write' || name === entity.key)
  const nested = [...nestedLists(entity)].map(([name, list]) => [
    name,
    { type: 'array', items: { $ref: `#/components/schemas/${list.entity}.input` } },
  ])
  return {
    type: 'object',
    title: entity.label,
    description: `${entity.about} PUT needs ${[entity.key, ...entity.coreFields].join(', ')}.`,
    properties: Object.fromEntries([
      ...fields.map((field) => {
        // A default would make generators of clients take the field for one that is always there.
        const { readOnly: _, default: _default, ...schema } = fieldSchema(model, field)
        return [field.name, schema]
      }),
      ...nested,
    ]),
  }
}

/** Fields without which a record cannot be stored by POST: the key, where the service does not make one. */
export function keysOfInput(entity: Entity): readonly string[] {
  const key = keyField(entity)
  return key.type === 'identity' || key.default !== undefined ? [] : [key.name]
}
