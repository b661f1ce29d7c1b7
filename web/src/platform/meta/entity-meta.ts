/** Metadata of an entity: labels, fields, permissions and relations. Grids and forms are generated from it. */
import { recordTitle } from '../../../../src/model/record-title.ts'
import { queryOptions } from '@tanstack/react-query'
import { getJson } from '../api/client.ts'
import { scenarioPath } from '../api/paths.ts'
import {
  anything,
  boolean,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  otherwise,
  type Shaped,
  text,
} from '../api/shape.ts'

const permissionsShape = object({ view: boolean, add: boolean, change: boolean, delete: boolean })

const summaryFields = {
  entity: text,
  app: text,
  model: text,
  label: text,
  label_plural: text,
  about: otherwise(text, ''),
  group: otherwise(text, ''),
  url: text,
  route: text,
  permissions: permissionsShape,
  readonly: otherwise(boolean, false),
  imports: otherwise(boolean, false),
}

const choiceShape = object({ value: text, label: text })

const fieldShape = object({
  name: text,
  type: oneOf(
    'text',
    'number',
    'integer',
    'boolean',
    'datetime',
    'date',
    'time',
    'duration',
    'choice',
    'reference',
    'json',
    'identity',
  ),
  label: text,
  help: otherwise(text, ''),
  required: otherwise(boolean, false),
  editable: otherwise(boolean, false),
  nullable: otherwise(boolean, false),
  default: anything,
  choices: optional(list(choiceShape)),
  reference: optional(
    object({
      entity: text,
      url: text,
      route: optional(text),
      lookup: optional(text),
      viewable: otherwise(boolean, false),
    }),
  ),
  max_length: optional(number),
  unique: otherwise(boolean, false),
  custom: otherwise(boolean, false),
  computed: otherwise(boolean, false),
  /** Whether it is a field of the referenced record: lists show it, forms do not. */
  followed: otherwise(boolean, false),
  write_only: otherwise(boolean, false),
  hidden: otherwise(boolean, false),
  sortable: otherwise(boolean, true),
  filterable: otherwise(boolean, true),
  lookups: otherwise(list(text), []),
  /**
   * Measures that can be computed over many records (`measures`), and the default one below the column (`measure`).
   */
  measures: otherwise(list(text), []),
  measure: otherwise(nullable(oneOf('sum', 'avg', 'min', 'max')), null),
  width: otherwise(number, 140),
  align: otherwise(oneOf('left', 'right'), 'left'),
  section: otherwise(oneOf('key', 'main', 'plan', 'system'), 'main'),
})

const metaShape = object({
  ...summaryFields,
  key: text,
  natural_key: otherwise(list(text), []),
  tree: nullable(text),
  lastmodified: otherwise(boolean, false),
  /** Default columns of lists, in front of the others. */
  columns: otherwise(list(text), []),
  /** Fields to read if records contain nested lists, which grids do not show; empty to read all fields. */
  list_fields: otherwise(list(text), []),
  fields: list(fieldShape),
  actions: otherwise(
    list(object({ name: text, label: text, field: text, field_label: optional(text), value: anything })),
    [],
  ),
  related: otherwise(
    list(
      object({
        entity: text,
        label: text,
        field: text,
        field_label: optional(text),
        filter: text,
        route: optional(text),
        count: optional(number),
      }),
    ),
    [],
  ),
  history: otherwise(boolean, false),
  comments: otherwise(boolean, false),
})

const indexShape = list(object({ ...summaryFields, count: optional(number) }))

export type EntityMeta = Shaped<typeof metaShape>
export type EntitySummary = Shaped<typeof indexShape>[number]
export type FieldMeta = Shaped<typeof fieldShape>
export type FieldType = FieldMeta['type']

/** A value as returned by the API. */
export type Value = string | number | boolean | null | object
/** A record as returned by the API. */
export type Row = Readonly<Record<string, unknown>>

const staleTimeMs = 30 * 60_000

/** Query for the entities that the user may see in a scenario. */
export const metaIndexQuery = (scenario: string, language: string) =>
  queryOptions({
    queryKey: ['meta', scenario, language],
    queryFn: ({ signal }) => getJson(scenarioPath(scenario, '/api/meta/'), indexShape, { signal }),
    staleTime: 60_000,
    gcTime: staleTimeMs,
  })

/** Returns the entity of a route: `demand`, or `abc.classification` for entities of extension modules. */
export const entityOf = (index: readonly EntitySummary[], route: string): string | undefined =>
  index.find((one) => one.route === `/data/${route}` || one.entity === route || one.model === route)?.entity

/** Query for the metadata of one entity such as `input.demand`. */
export const metaQuery = (scenario: string, entity: string, language: string) =>
  queryOptions({
    queryKey: ['meta', scenario, language, entity],
    queryFn: ({ signal }) =>
      getJson(scenarioPath(scenario, `/api/meta/${entity.replace('.', '/')}/`), metaShape, { signal }),
    staleTime: 60_000,
    gcTime: staleTimeMs,
  })

/** Returns the key of a record as text. */
export function keyOf(meta: Pick<EntityMeta, 'key'>, row: Row): string {
  const key = row[meta.key]
  return typeof key === 'string' || typeof key === 'number' ? String(key) : ''
}

/** Returns the display name of a record whose key is a number; undefined for other records. */
export const titleOfRow = (
  { key, natural_key: naturalKey, fields }: EntityMeta,
  row: Row,
): string | undefined => recordTitle({ key, naturalKey, fields }, row)

/** Capitalizes a label; the service returns labels as they are written within a sentence. */
export function heading(label: string, language?: string): string {
  const [first = ''] = label
  return first.toLocaleUpperCase(language) + label.slice(first.length)
}
