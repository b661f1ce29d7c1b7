/** Metadata of an entity: labels, fields, permissions and relations. Grids and forms are generated from it. */
import { recordTitle } from '../../../../src/model/record-title.ts'
import { queryOptions } from '@tanstack/react-query'
import { type Answer, call, entityParts } from '../api/endpoints.ts'
import { metaKeptMs } from './meta-index.ts'

export type EntityMeta = Answer<'GET /api/meta/{app}/{entity}/'>
export type EntitySummary = Answer<'GET /api/meta/'>[number]
export type FieldMeta = EntityMeta['fields'][number]
export type FieldType = FieldMeta['type']

/** A value as returned by the API. */
export type Value = string | number | boolean | null | object
/** A record as returned by the API. */
export type Row = Readonly<Record<string, unknown>>

/** Returns the entity of a route: `demand`, or `abc.classification` for entities of extension modules. */
export const entityOf = (index: readonly EntitySummary[], route: string): EntitySummary | undefined =>
  index.find((one) => one.route === `/data/${route}` || one.entity === route || one.model === route)

/** Query for the metadata of one entity such as `input.demand`. */
export const metaQuery = (scenario: string, entity: string, language: string) =>
  queryOptions({
    queryKey: ['meta', scenario, language, entity],
    queryFn: ({ signal }) =>
      call('GET /api/meta/{app}/{entity}/', { path: entityParts(entity) }, { scenario, signal }),
    staleTime: 60_000,
    gcTime: metaKeptMs,
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
